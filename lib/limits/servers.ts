import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../clock.js'
import { isDatabaseUnavailable } from '../db/errors.js'
import type { Database, Db } from '../db/types.js'
import type { Ids } from '../ids.js'

const SIGN_EVERY_MS = 30_000
/** No heartbeat for this long: the server crashed without deregistering. */
const GONE_AFTER_MS = 90_000
/** Longer than counts of another server stay in its memory once it can see this one. */
const SETTLE_MS = 500

const SIGN = `
  INSERT INTO counting_servers (id, seen_at) VALUES (:id, :now)
  ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`

/** Registers the servers that share one SQLite file, so that a single server knows it may count in memory. */
export class Servers {
  private readonly id: string
  private timer: NodeJS.Timeout | undefined
  private version: number | undefined
  private others = false

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    ids: Ids,
  ) {
    this.id = ids.uuid()
  }

  /**
   * Registers this server. Call it before the first request; it resolves when the other servers know and have
   * stored their counts.
   * @param first writes the first heartbeat, where `db` would have to start a thread for it
   */
  async join(first: Db = this.db): Promise<void> {
    if (this.db.engine === 'postgres') return
    this.timer = setInterval(() => this.sign(this.db).catch(() => undefined), SIGN_EVERY_MS)
    this.timer.unref()
    await this.sign(first)
    if (await this.areOthers()) await pause(SETTLE_MS)
  }

  /** Deregisters this server. Call it after the last request has been counted. */
  async leave(): Promise<void> {
    if (!this.timer) return
    clearInterval(this.timer)
    await this.unlessUnavailable(this.db.run('DELETE FROM counting_servers WHERE id = :id', { id: this.id }))
  }

  /**
   * Whether there are other servers: always on PostgreSQL; undefined when any connection has committed since the last
   * look.
   */
  get knownOthers(): boolean | undefined {
    if (this.db.engine === 'postgres') return true
    const version = this.db.dataVersion()
    return version !== undefined && version === this.version ? this.others : undefined
  }

  async areOthers(): Promise<boolean> {
    const known = this.knownOthers
    if (known !== undefined) return known
    const version = this.db.dataVersion()
    const after = this.clock.now() - GONE_AFTER_MS
    const row = await this.unlessUnavailable(
      this.db.get('SELECT 1 AS one FROM counting_servers WHERE id <> :id AND seen_at > :after', {
        id: this.id,
        after,
      }),
    )
    this.others = row !== undefined
    this.version = version
    return this.others
  }

  /** One transaction, so that it waits for a locked file only once. */
  private async sign(through: Db): Promise<void> {
    const now = this.clock.now()
    const signing = through.transaction(async (db) => {
      await db.run(SIGN, { id: this.id, now })
      await db.run('DELETE FROM counting_servers WHERE seen_at <= :before', { before: now - GONE_AFTER_MS })
    })
    await this.unlessUnavailable(signing)
  }

  /** The next heartbeat makes up for it. */
  private unlessUnavailable<T>(work: Promise<T>): Promise<T | undefined> {
    return work.catch((error) => {
      if (!isDatabaseUnavailable(error)) throw error
      return undefined
    })
  }
}
