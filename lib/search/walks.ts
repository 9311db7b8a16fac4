import { createHash } from 'node:crypto'
import { type Clock, HOUR_MS } from '../clock.js'
import type { Db } from '../db/types.js'
import { AppError, unavailable } from '../errors.js'
import type { Logger } from '../logger.js'
import { WALK_ROWS } from './ranked-rows.js'

/** How long a walk goes on after its first page. */
const WALK_MS = HOUR_MS
/** A stored walk serves whoever gets the same rows within its first hour, and theirs lasts an hour too. */
const STORED_MS = 2 * WALK_MS
/** Of 8 KB each at most. */
const REMEMBERED_AT_MOST = 500

/** Where somebody stands in a walk; travels in the cursor. */
export interface WalkPlace {
  walk: string
  /** Rows given so far. */
  offset: number
  startedAt: number
  /** More was found than is kept: it follows in another order. */
  isCut?: boolean
  /** In that other order: the last row given. */
  behind?: number
}

interface Walk {
  keys: Float64Array
  createdAt: number
}

/**
 * The order of a best match while somebody pages through it. Scores move with every document that
 * is added, so the rows are kept as they stood: at hand, and in the database for after a restart.
 */
export class Walks {
  private readonly remembered = new Map<string, Walk>()
  private readonly writing = new Set<Promise<void>>()

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** The place behind a first page of `given` rows; null when nothing follows. */
  begin(keys: Float64Array, given: number): WalkPlace | null {
    if (keys.length <= given) return null
    const walk = this.keep(keys.slice(0, WALK_ROWS))
    return { walk, offset: given, startedAt: this.clock.now(), isCut: keys.length > WALK_ROWS }
  }

  /**
   * The whole order that a place is in.
   * @throws AppError `stale_cursor` after an hour, `search_unavailable` when it cannot be read
   */
  async resume({ walk, startedAt }: WalkPlace): Promise<Float64Array> {
    const keys = this.clock.now() - startedAt > WALK_MS ? undefined : await this.find(walk)
    if (!keys) throw new AppError('stale_cursor')
    return keys
  }

  /** Waits until all that was kept is in the database. */
  async flush(): Promise<void> {
    await Promise.all(this.writing)
  }

  /** The same order has the same id. Nobody waits for the writing. */
  private keep(keys: Float64Array): string {
    const bytes = Buffer.from(keys.buffer, keys.byteOffset, keys.byteLength)
    const id = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    const now = this.clock.now()
    const known = this.remembered.get(id)
    if (known && now - known.createdAt < STORED_MS - WALK_MS) return id
    this.remember(id, { keys, createdAt: now })
    const write = this.write(id, bytes, now).finally(() => this.writing.delete(write))
    this.writing.add(write)
    return id
  }

  /** Undefined: nobody keeps it any more. */
  private async find(id: string): Promise<Float64Array | undefined> {
    const known = this.remembered.get(id)
    if (known) return known.keys
    const row = await this.db
      .get<{ created_at: number; keys: Buffer }>('SELECT created_at, keys FROM search_walks WHERE id = :id', {
        id,
      })
      .catch((error: unknown) => {
        throw unavailable('search_unavailable', error)
      })
    if (!row) return undefined
    const keys = new Float64Array(Uint8Array.from(row.keys).buffer)
    this.remember(id, { keys, createdAt: row.created_at })
    return keys
  }

  private remember(id: string, walk: Walk): void {
    this.remembered.delete(id)
    this.remembered.set(id, walk)
    if (this.remembered.size <= REMEMBERED_AT_MOST) return
    const [oldest] = this.remembered.keys()
    this.remembered.delete(oldest!)
  }

  private async write(id: string, keys: Buffer, now: number): Promise<void> {
    try {
      await this.db.run(
        `INSERT INTO search_walks (id, created_at, keys) VALUES (:id, :now, :keys)
         ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at`,
        { id, now, keys },
      )
    } catch (error) {
      this.logger.warn({ err: error }, 'the order of a search is kept in memory only')
    }
  }
}

/** Removes walks that no cursor can name any more. Returns how many. */
export async function pruneWalks(db: Db, now: number, limit: number): Promise<number> {
  const { changes } = await db.run(
    `DELETE FROM search_walks WHERE id IN (
       SELECT id FROM search_walks WHERE created_at < :before LIMIT :limit)`,
    { before: now - STORED_MS, limit },
  )
  return changes
}

/** The place behind the next `given` rows of a walk; null when nothing follows. */
export function placeBehind(place: WalkPlace, given: number, rows: number): WalkPlace | null {
  const offset = Math.min(place.offset + given, rows)
  return offset < rows || place.isCut ? { ...place, offset } : null
}
