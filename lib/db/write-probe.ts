import type { Clock } from '../clock.js'
import type { Db } from './types.js'

/** A proof counts for this long, so that nobody can keep the disk busy by asking. */
const PROOF_MS = 1000

/** Finds out whether anything can be stored, by storing something: a full disk shows only then. */
export class WriteProbe {
  private provenAt = Number.NEGATIVE_INFINITY
  private running: Promise<void> | undefined

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
  ) {}

  /** @throws what the database throws where it cannot be written */
  async check(): Promise<void> {
    if (Math.abs(this.clock.now() - this.provenAt) < PROOF_MS) return
    this.running ??= this.write().finally(() => {
      this.running = undefined
    })
    await this.running
  }

  private async write(): Promise<void> {
    const now = this.clock.now()
    await this.db.run(
      `INSERT INTO settings (name, value) VALUES ('written_at', :now)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      { now: String(now) },
    )
    this.provenAt = now
  }
}
