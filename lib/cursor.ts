import { createHmac, timingSafeEqual } from 'node:crypto'
import { findSetting, insertSetting } from './db/settings-store.js'
import type { Db } from './db/types.js'
import { AppError } from './errors.js'
import type { Ids } from './ids.js'

const SETTING = 'cursor_key'
const CHECKSUM_BYTES = 12
const BINDING_BYTES = 9

/** What a cursor is bound to: the operation, the account or team, and everything that changes the set or the order. */
export type CursorBinding = readonly (string | number | boolean | null | readonly string[])[]

export interface PageQuery {
  limit: number
  cursor?: string
}

export interface Page<T> {
  results: T[]
  nextCursor: string | null
}

/**
 * Opaque page cursors: base64url of a checksum, a digest of the binding, and a JSON payload. Only the service
 * can make or change a cursor, because the checksum is keyed. The key is in the database, so cursors survive
 * a restart and work on every server of one database.
 */
export class Cursors {
  constructor(private readonly key: Buffer) {}

  static async open(db: Db, ids: Ids): Promise<Cursors> {
    let key = await findSetting(db, SETTING)
    if (key === undefined) {
      // Another process may insert one at the same time: read again.
      await insertSetting(db, SETTING, ids.bytes(32).toString('base64'))
      key = await findSetting(db, SETTING)
    }
    return new Cursors(Buffer.from(key!, 'base64'))
  }

  issue(binding: CursorBinding, payload: unknown): string {
    const body = Buffer.concat([this.digest(binding), Buffer.from(JSON.stringify(payload))])
    return Buffer.concat([this.checksum(body), body]).toString('base64url')
  }

  /**
   * The payload of a cursor; undefined for no cursor. @throws AppError `invalid_cursor` when the service did
   * not make it, `stale_cursor` when it belongs to another request.
   */
  read<T>(token: string | undefined, binding: CursorBinding): T | undefined {
    if (token === undefined || token === '') return undefined
    const bytes = Buffer.from(token, 'base64url')
    const body = bytes.subarray(CHECKSUM_BYTES)
    if (bytes.toString('base64url') !== token || body.length <= BINDING_BYTES)
      throw new AppError('invalid_cursor')
    if (!timingSafeEqual(bytes.subarray(0, CHECKSUM_BYTES), this.checksum(body)))
      throw new AppError('invalid_cursor')
    if (!body.subarray(0, BINDING_BYTES).equals(this.digest(binding))) throw new AppError('stale_cursor')
    return JSON.parse(body.subarray(BINDING_BYTES).toString()) as T
  }

  /**
   * A page of rows whose cursor is the id of the last one.
   * @param list reads up to `limit` rows after the id, or from the beginning
   */
  async pageById<Row extends { id: number }>(
    { limit, cursor }: PageQuery,
    binding: CursorBinding,
    list: (afterId: number | undefined, limit: number) => Promise<Row[]>,
  ): Promise<Page<Row>> {
    return this.page(await list(this.read<number>(cursor, binding), limit + 1), limit, binding)
  }

  /** The first `limit` of `rows`. Read one row more than that: it tells whether there is a next page. */
  page<Row extends { id: number }>(
    rows: readonly Row[],
    limit: number,
    binding: CursorBinding,
    positionOf: (last: Row) => unknown = ({ id }) => id,
  ): Page<Row> {
    const results = rows.slice(0, limit)
    const nextCursor = rows.length > limit ? this.issue(binding, positionOf(results.at(-1)!)) : null
    return { results, nextCursor }
  }

  private checksum(body: Buffer): Buffer {
    return createHmac('sha256', this.key).update(body).digest().subarray(0, CHECKSUM_BYTES)
  }

  private digest(binding: CursorBinding): Buffer {
    return createHmac('sha256', this.key)
      .update(`binding ${JSON.stringify(binding)}`)
      .digest()
      .subarray(0, BINDING_BYTES)
  }
}
