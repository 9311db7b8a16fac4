import { createHash } from 'node:crypto'
import { type Clock, HOUR_MS, within } from '../clock.js'
import type { Db } from '../db/types.js'
import { AppError, unavailable } from '../errors.js'
import type { Logger } from '../logger.js'

/** The best rows are stored for paging. The other matches follow in another order. */
export const STORED_ROWS = 1000

/** A page of hits and the keys of all, up to one more than `STORED_ROWS`. */
export interface RankedRows<T> {
  hits: T[]
  keys: Float64Array
}

/** How long a best match can be paged through after its first page. */
const RANKING_MS = HOUR_MS
/**
 * Other searches with the same result reuse a stored ranking during its first hour, and may page through it for an hour
 * after that.
 */
const STORED_MS = 2 * RANKING_MS
/** Rankings in memory, each of at most 8 KB. */
const CACHED_AT_MOST = 500
/** How long a page waits for its ranking to be stored. */
const STORE_TIMEOUT_MS = 1000

/** How far a ranking has been read. The names are in cursors that callers have. */
export interface RankingPosition {
  /** The id of the stored ranking. */
  walk: string
  /** Rows returned so far. */
  offset: number
  startedAt: number
  /** More rows were found than are stored. They follow in the order of their keys. */
  isCut?: boolean
  /** The key of the last row returned in that order. */
  behind?: number
}

/** A page of a search, and the position after it for the cursor; null after the last page. */
export interface PositionedPage<T, Position> {
  results: T[]
  next: Position | null
}

interface StoredRanking {
  keys: Float64Array
  createdAt: number
  /** Settles, without an error, once storing has succeeded or failed. */
  stored?: Promise<void>
  hasFailed?: boolean
}

/**
 * Stores the rankings of best matches for paging, because every new document changes the scores: in memory, and
 * in the database (table `search_walks`) for other servers and after a restart.
 */
export class StoredRankings {
  private readonly cached = new Map<string, StoredRanking>()

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly timeoutMs = STORE_TIMEOUT_MS,
  ) {}

  /**
   * The position after `shown` rows; null when nothing follows. Waits until the ranking is stored, so that
   * every server of the database can continue from the cursor. While the database cannot be written, only this server can.
   */
  async begin(
    keys: Float64Array,
    shown: number,
    startedAt = this.clock.now(),
  ): Promise<RankingPosition | null> {
    if (keys.length <= shown) return null
    const walk = await this.save(keys.slice(0, STORED_ROWS))
    return { walk, offset: shown, startedAt, isCut: keys.length > STORED_ROWS }
  }

  /**
   * The page after a position: from the stored ranking, and after its end what it does not contain.
   * @throws AppError `stale_cursor` after an hour, `search_unavailable` when the ranking cannot be read
   */
  async page<T>(
    position: RankingPosition,
    limit: number,
    read: {
      byKey(keys: number[]): Promise<T[]>
      /** In the order of keys, after the key `behind`. `last` is the last key, or null if no page follows. */
      others(skip: Float64Array, behind: number | undefined): Promise<{ hits: T[]; last: number | null }>
    },
  ): Promise<PositionedPage<T, RankingPosition>> {
    this.checkAge(position.startedAt)
    const ranking = await this.find(position.walk)
    if (!ranking) throw new AppError('stale_cursor')
    if (position.offset >= ranking.length) {
      const { hits, last } = await read.others(ranking, position.behind)
      return { results: hits, next: last === null ? null : { ...position, behind: last } }
    }
    const offset = Math.min(position.offset + limit, ranking.length)
    const results = await read.byKey([...ranking.subarray(position.offset, offset)])
    const hasMore = offset < ranking.length || position.isCut
    return { results, next: hasMore ? { ...position, offset } : null }
  }

  /** @throws AppError `stale_cursor` an hour after the first page */
  checkAge(startedAt: number): void {
    if (this.clock.now() - startedAt > RANKING_MS) throw new AppError('stale_cursor')
  }

  /** Waits until everything is in the database. */
  async flush(): Promise<void> {
    await Promise.all([...this.cached.values()].map(({ stored }) => stored))
  }

  /** The same ranking has the same id. */
  private async save(keys: Float64Array): Promise<string> {
    const id = createHash('sha256').update(bytesOf(keys)).digest('base64url').slice(0, 22)
    const now = this.clock.now()
    let ranking = this.cached.get(id)
    if (!ranking || ranking.hasFailed || now - ranking.createdAt >= STORED_MS - RANKING_MS) {
      ranking = { keys, createdAt: now }
      this.cache(id, ranking)
      ranking.stored = this.write(id, ranking)
    }
    if (ranking.stored) await within(this.timeoutMs, ranking.stored, () => undefined)
    return id
  }

  /** Undefined if it is not stored any more. */
  private async find(id: string): Promise<Float64Array | undefined> {
    const known = this.cached.get(id)
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
    this.cache(id, { keys, createdAt: row.created_at })
    return keys
  }

  private cache(id: string, ranking: StoredRanking): void {
    this.cached.delete(id)
    this.cached.set(id, ranking)
    if (this.cached.size <= CACHED_AT_MOST) return
    const [oldest] = this.cached.keys()
    this.cached.delete(oldest!)
  }

  private async write(id: string, ranking: StoredRanking): Promise<void> {
    try {
      await this.db.run(
        `INSERT INTO search_walks (id, created_at, keys) VALUES (:id, :now, :keys)
         ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at`,
        { id, now: ranking.createdAt, keys: bytesOf(ranking.keys) },
      )
    } catch (error) {
      ranking.hasFailed = true
      this.logger.warn({ err: error }, 'the ranking of a search is in memory only: other servers lack it')
    }
  }
}

const bytesOf = (keys: Float64Array): Buffer => Buffer.from(keys.buffer, keys.byteOffset, keys.byteLength)

/** Removes rankings that no valid cursor names. Returns how many. */
export function pruneRankings(db: Db, now: number, limit: number): Promise<number> {
  return db.run(
    `DELETE FROM search_walks WHERE id IN (
       SELECT id FROM search_walks WHERE created_at < :before LIMIT :limit)`,
    { before: now - STORED_MS, limit },
  )
}
