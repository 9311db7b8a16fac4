import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../clock.js'
import { isDatabaseUnavailable } from '../db/errors.js'
import type { Database, Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { deregisterServer, hasOtherServers, registerServer } from './counter-store.js'

const HEARTBEAT_MS = 30_000
/** No heartbeat for this long: the server crashed without deregistering. */
const DEAD_AFTER_MS = 90_000
/** How long `join` waits: within this time another server that sees this one stores the counts in its memory. */
const SETTLE_MS = 500

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
    this.timer = setInterval(() => this.sendHeartbeat(this.db).catch(() => undefined), HEARTBEAT_MS)
    this.timer.unref()
    await this.sendHeartbeat(first)
    if (await this.hasOthers()) await pause(SETTLE_MS)
  }

  /** Deregisters this server. Call it after the last request has been counted. */
  async leave(): Promise<void> {
    if (!this.timer) return
    clearInterval(this.timer)
    await this.unlessUnavailable(deregisterServer(this.db, this.id))
  }

  /**
   * Whether there are other servers: always on PostgreSQL; undefined when any connection has committed since the last
   * look.
   */
  get cachedHasOthers(): boolean | undefined {
    if (this.db.engine === 'postgres') return true
    const version = this.db.dataVersion()
    return version !== undefined && version === this.version ? this.others : undefined
  }

  async hasOthers(): Promise<boolean> {
    const known = this.cachedHasOthers
    if (known !== undefined) return known
    const version = this.db.dataVersion()
    const after = this.clock.now() - DEAD_AFTER_MS
    this.others = (await this.unlessUnavailable(hasOtherServers(this.db, this.id, after))) ?? false
    this.version = version
    return this.others
  }

  private async sendHeartbeat(through: Db): Promise<void> {
    const now = this.clock.now()
    const server = { id: this.id, now, goneBefore: now - DEAD_AFTER_MS }
    await this.unlessUnavailable(registerServer(through, server))
  }

  /** The next heartbeat makes up for it. */
  private unlessUnavailable<T>(work: Promise<T>): Promise<T | undefined> {
    return work.catch((error) => {
      if (!isDatabaseUnavailable(error)) throw error
      return undefined
    })
  }
}
