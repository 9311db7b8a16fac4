import type { Clock } from '../clock.js'
import type { Db, Params } from '../db/types.js'

type Stage = 'fetched' | 'transcribed' | 'matched' | 'delivered'

interface StepLag {
  step: Stage
  seconds: number
}

/** Rows per reading and step; the next reading continues after them. */
const ROWS_AT_MOST = 5000
/** A row is committed a moment after its timestamp, so younger rows are left for the next reading. */
const SETTLED_MS = 1000

interface StepRow {
  /** The id or instant after which the next reading continues. */
  mark: number
  /** Milliseconds; null if one of the two instants is unknown. */
  lag: number | null
}

/**
 * How long each step of an episode took. The instants are read from the rows, so it does not matter which process did
 * the work. Each row is read once: in the order of ids where these ascend, otherwise of an indexed instant.
 */
const STEPS: Record<Stage, { markOf: 'id' | 'instant'; sql: string; first?: string }> = {
  fetched: {
    markOf: 'id',
    first: 'SELECT coalesce(max(id), 0) AS mark FROM episodes',
    sql: `SELECT e.id AS mark, CASE WHEN i.id IS NOT NULL THEN e.held_at - e.published_at END AS lag
            FROM episodes e LEFT JOIN feed_items i ON i.episode_id = e.id
           WHERE e.id > :after ORDER BY e.id LIMIT :limit`,
  },
  transcribed: {
    markOf: 'instant',
    sql: `SELECT t.held_at AS mark, CASE WHEN t.source <> 'import' THEN t.held_at - e.held_at END AS lag
            FROM transcripts t JOIN episodes e ON e.id = t.episode_id
           WHERE t.held_at > :after AND t.held_at <= :until ORDER BY t.held_at LIMIT :limit`,
  },
  matched: {
    markOf: 'id',
    first: 'SELECT coalesce(max(id), 0) AS mark FROM matches',
    sql: `SELECT m.id AS mark, m.created_at - t.held_at AS lag
            FROM matches m LEFT JOIN transcripts t ON t.episode_id = m.episode_id
           WHERE m.id > :after ORDER BY m.id LIMIT :limit`,
  },
  delivered: {
    markOf: 'instant',
    sql: `SELECT last_attempt_at AS mark,
                 CASE WHEN status = 'succeeded' AND is_test = 0 THEN delivered_at - created_at END AS lag
            FROM deliveries
           WHERE last_attempt_at > :after AND last_attempt_at <= :until ORDER BY last_attempt_at LIMIT :limit`,
  },
}

/** Reads the steps that were completed since the start, or since the last reading. */
export class StepLags {
  private readonly marks = new Map<Stage, number>()

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
  ) {}

  async start(): Promise<void> {
    const now = this.clock.now()
    for (const [step, { first }] of Object.entries(STEPS)) {
      const row = first === undefined ? undefined : await this.db.get<{ mark: number }>(first)
      this.marks.set(step as Stage, row?.mark ?? now)
    }
  }

  async read(): Promise<StepLag[]> {
    const until = this.clock.now() - SETTLED_MS
    const lags: StepLag[] = []
    for (const [step, { markOf, sql }] of Object.entries(STEPS) as Array<[Stage, (typeof STEPS)[Stage]]>) {
      const after = this.marks.get(step) ?? 0
      const bounds: Params = markOf === 'id' ? { after } : { after, until }
      const rows = await this.db.all<StepRow>(sql, { ...bounds, limit: ROWS_AT_MOST })
      this.marks.set(step, rows.at(-1)?.mark ?? after)
      for (const { lag } of rows) if (lag !== null && lag >= 0) lags.push({ step, seconds: lag / 1000 })
    }
    return lags
  }
}
