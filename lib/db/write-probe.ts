import type { Clock } from '../clock.js'
import { saveSetting } from './settings-store.js'
import type { Db } from './types.js'

/** A successful write counts for this long, so that frequent checks do not load the disk. */
const CHECK_VALID_MS = 1000

/** Checks by a write that the database can be written: a full disk shows only then. */
export class WriteProbe {
  private checkedAt = Number.NEGATIVE_INFINITY
  private running: Promise<void> | undefined

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
  ) {}

  /** @throws the database's error if it cannot be written */
  async check(): Promise<void> {
    if (Math.abs(this.clock.now() - this.checkedAt) < CHECK_VALID_MS) return
    this.running ??= this.write().finally(() => {
      this.running = undefined
    })
    await this.running
  }

  private async write(): Promise<void> {
    const now = this.clock.now()
    await saveSetting(this.db, 'written_at', now)
    this.checkedAt = now
  }
}
