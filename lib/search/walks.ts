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
/** How long a first page waits for its order to be stored. */
const PATIENCE_MS = 1000

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
  /** Settles, without an error, once storing it has succeeded or failed. */
  stored?: Promise<void>
  hasFailed?: boolean
}

/**
 * The order of a best match while somebody pages through it. Scores move with every document that
 * is added, so the rows are kept as they stood: at hand, and in the database for after a restart.
 */
export class Walks {
  private readonly remembered = new Map<string, Walk>()

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /**
   * The place behind a first page of `given` rows; null when nothing follows. Waits until the order is stored, so that
   * every server of the database can continue from the cursor. While the database cannot be written, only this server can.
   */
  async begin(keys: Float64Array, given: number): Promise<WalkPlace | null> {
    if (keys.length <= given) return null
    const startedAt = this.clock.now()
    const walk = await this.keep(keys.slice(0, WALK_ROWS))
    return { walk, offset: given, startedAt, isCut: keys.length > WALK_ROWS }
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
    await Promise.all([...this.remembered.values()].map(({ stored }) => stored))
  }

  /** The same order has the same id. */
  private async keep(keys: Float64Array): Promise<string> {
    const id = createHash('sha256').update(bytesOf(keys)).digest('base64url').slice(0, 22)
    const now = this.clock.now()
    let walk = this.remembered.get(id)
    if (!walk || walk.hasFailed || now - walk.createdAt >= STORED_MS - WALK_MS) {
      walk = { keys, createdAt: now }
      this.remember(id, walk)
      walk.stored = this.write(id, walk)
    }
    await waitFor(walk.stored, this.patienceMs)
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

  private async write(id: string, walk: Walk): Promise<void> {
    try {
      await this.db.run(
        `INSERT INTO search_walks (id, created_at, keys) VALUES (:id, :now, :keys)
         ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at`,
        { id, now: walk.createdAt, keys: bytesOf(walk.keys) },
      )
    } catch (error) {
      walk.hasFailed = true
      this.logger.warn({ err: error }, 'the order of a search is kept in memory only')
    }
  }
}

const bytesOf = (keys: Float64Array): Buffer => Buffer.from(keys.buffer, keys.byteOffset, keys.byteLength)

/** Waits until `stored` settles, for at most `patienceMs`. */
async function waitFor(stored: Promise<void> | undefined, patienceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs)
  })
  await Promise.race([stored, late]).finally(() => clearTimeout(timer))
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
