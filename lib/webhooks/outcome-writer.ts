import { setTimeout } from 'node:timers/promises'
import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { type Outcome, type Recorded, recordOutcomes } from './outcome-store.js'

/** Outcomes in one transaction, which keeps it within a few milliseconds. */
const BATCH = 128
/** How long outcomes in close succession wait to be written together, in milliseconds. */
const GATHER_MS = 25

interface Waiting {
  outcome: Outcome
  resolve(recorded: Recorded): void
  reject(error: unknown): void
}

/**
 * Writes outcomes in batches: the first at once, those that arrive during or right after that write in one
 * transaction.
 */
export class OutcomeWriter {
  private waiting: Waiting[] = []
  private writing = false

  constructor(
    private readonly db: Db,
    private readonly ids: Ids,
  ) {}

  /** Outcomes that are not committed yet. */
  get backlog(): number {
    return this.waiting.length
  }

  /** Resolves once the outcome is committed. */
  record(outcome: Outcome): Promise<Recorded> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ outcome, resolve, reject })
      if (!this.writing) void this.writeAll()
    })
  }

  private async writeAll(): Promise<void> {
    this.writing = true
    while (this.waiting.length > 0) {
      await this.write(this.waiting.splice(0, BATCH))
      if (this.waiting.length < BATCH) await setTimeout(GATHER_MS)
    }
    this.writing = false
  }

  private async write(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = batch.map(({ outcome }) => outcome)
      const recorded = await recordOutcomes(this.db, outcomes, this.ids)
      for (const { outcome, resolve } of batch) resolve(recorded.get(outcome)!)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}
