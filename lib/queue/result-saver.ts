import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../clock.js'
import { isStatementTimeout } from '../db/errors.js'
import { messageOf } from '../errors.js'
import type { Logger } from '../logger.js'
import type { LeasedRow } from './failure.js'
import { nextTryAt, POLICIES } from './policies.js'
import { isUnavailable, type Pass } from './worker.js'

/** After so many tries whose statement took too long, saving ends: the result itself may be the reason. */
const SLOW_TRIES = 3

/**
 * Saves the results of a step. While the database or the bucket is unreachable, it keeps a result in memory and
 * retries, because making the result again would take longer, or cost money.
 */
export class ResultSaver {
  private waiting = 0

  /** @param wait waits for milliseconds, until a signal aborts */
  constructor(
    private readonly parts: { clock: Clock; logger: Logger },
    private readonly wait = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal }),
  ) {}

  /** @throws the error of `save`, at once if a caller waits for the pass */
  async save<T>(item: LeasedRow, { abort, reportFailure }: Pass, save: () => Promise<T>): Promise<T> {
    const { clock } = this.parts
    const since = clock.now()
    let slowTries = 0
    for (let failures = 1; ; failures++) {
      try {
        return await save()
      } catch (error) {
        const now = clock.now()
        const nextAt = nextTryAt(POLICIES.saving, { now, failures, since, id: item.id })
        if (!isUnavailable(error) || reportFailure || nextAt === null) throw error
        if (isStatementTimeout(error)) slowTries += 1
        if (slowTries >= SLOW_TRIES) throw error
        if (this.waiting === 0) this.warn(item, error)
        await this.pause(nextAt - now, abort)
      }
    }
  }

  /** Several results may wait for the same server: only the first is logged. */
  private warn({ id }: LeasedRow, error: Error): void {
    const about = { id, reason: messageOf(error) }
    this.parts.logger.warn(about, 'results cannot be stored now; they stay in memory, and storing is retried')
  }

  private async pause(ms: number, signal: AbortSignal): Promise<void> {
    this.waiting += 1
    try {
      await this.wait(ms, signal)
    } finally {
      this.waiting -= 1
    }
  }
}
