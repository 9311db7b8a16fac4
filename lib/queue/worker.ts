import { setMaxListeners } from 'node:events'
import { isBucketUnavailable } from '../bucket/bucket-error.js'
import { type Clock, DAY_MS } from '../clock.js'
import { isDatabaseUnavailable, isStatementTimeout } from '../db/errors.js'
import type { Db } from '../db/types.js'
import { messageOf } from '../errors.js'
import type { Logger } from '../logger.js'
import { Capacity } from './capacity.js'
import { type LeasedRow, WorkFailure } from './failure.js'
import { nextTryAt, POLICIES, pauseMs, type RetryPolicy } from './policies.js'
import {
  extendLeases,
  type Failure,
  failRow,
  LEASE_MS,
  type Lease,
  type LeaseTimes,
  type Queue,
  releaseRow,
} from './queue.js'
import { WorkLoop } from './work-loop.js'

/** What one pass did, by name: printed by `job run`, otherwise logged. */
export type Counts = Record<string, number>

/** One step that an episode goes through: which rows are due, what to do with a row, and how many at a time. */
export interface Step<Item extends LeasedRow> {
  name: string
  queue: Queue
  /** How failures are retried. */
  policy: RetryPolicy
  /** How many rows are worked on at a time. */
  concurrency: number
  /** The names of what a pass counts, all 0. */
  counts: Counts
  lease(lease: LeaseTimes & { limit: number }): Promise<Item[]>
  /**
   * Does the work and stores its result. Finishes the row in the transaction that stores the result, or the last part
   * of it.
   * @throws WorkFailure for an external reason; any other error is logged as a bug; both are retried
   */
  work(item: Item, pass: Pass): Promise<void>
  /** What a failure changes besides the columns of the queue. Runs in the same transaction. */
  saveFailure?(db: Db, item: Item, failure: Failure, error: unknown): Promise<void>
  countFailure?(counts: Counts, failure: Failure): void
  /** Describes a row in the log. */
  about?(item: Item): object
  /** Called when nothing runs any more. */
  passEnded?(): void
}

export interface Pass {
  counts: Counts
  abort: AbortSignal
  /** Gets each failure instead of the log, for a caller who waits for the result. */
  reportFailure?(item: LeasedRow, error: unknown): void
}

/** A lease outlasts four intervals, so that the next extension makes up for one that failed. */
const EXTEND_EVERY_MS = LEASE_MS / 4
/** The longest Retry-After that is honoured. */
const LONGEST_RETRY_AFTER_MS = 7 * DAY_MS
/** The longest pause of the whole step after a server was unreachable. */
const LONGEST_BACK_OFF_MS = 60_000
/** Rows whose outages are counted at a time. Other workers finish some of them unseen. */
const MOST_COUNTED = 1_000

interface Parts {
  db: Db
  clock: Clock
  logger: Logger
}

/** Works through the queue of one step. */
export class Worker<Item extends LeasedRow> {
  private readonly loop = new WorkLoop()
  private readonly capacity: Capacity
  /** The leases that are extended: of rows that are worked on or wait for it. */
  private readonly leases = new Set<Lease>()
  private timer: NodeJS.Timeout | undefined
  /** Consecutive failures because a server was unreachable. */
  private unreachableTries = 0
  private backsOffUntil = 0
  /** By the id of a row: how many times in a row a server was unreachable for it. The latest outage is at the end. */
  private readonly outages = new Map<number, number>()

  constructor(
    private readonly parts: Parts,
    private readonly step: Step<Item>,
    private readonly extendEveryMs = EXTEND_EVERY_MS,
  ) {
    this.capacity = new Capacity({ total: step.concurrency })
  }

  /** Works until nothing is due and nothing runs. After `abort`, finishes or releases what is running. */
  async run(abort: AbortSignal): Promise<Counts> {
    // Every request adds an abort listener.
    setMaxListeners(0, abort)
    const pass = { counts: { ...this.step.counts }, abort }
    try {
      await this.loop.run(() => this.begin(pass), abort)
    } finally {
      this.step.passEnded?.()
    }
    return pass.counts
  }

  wake(): void {
    this.loop.wake()
  }

  private async begin(pass: Pass): Promise<boolean> {
    let found = false
    for (;;) {
      const limit = this.capacity.available
      if (limit <= 0 || this.isBackingOff() || pass.abort.aborted) return found
      const now = this.parts.clock.now()
      const items = await this.loop.findWork(
        () => this.step.lease({ now, until: now + LEASE_MS, limit }),
        ({ length }) => length > 0,
      )
      if (items.length === 0) return found
      found = true
      for (const item of items) void this.loop.start(this.workOn(item, pass))
    }
  }

  /** A longer pause was computed before the clock was set back; ignore it. */
  private isBackingOff(): boolean {
    const left = this.backsOffUntil - this.parts.clock.now()
    return left > 0 && left <= LONGEST_BACK_OFF_MS
  }

  /** Works on one row that the caller has leased, as soon as fewer than `concurrency` run, and records the result. */
  async workOn(item: Item, pass: Pass): Promise<void> {
    this.leases.add(item)
    this.timer ??= setInterval(() => this.extendAll(), this.extendEveryMs)
    try {
      await this.capacity.run('', () => this.tryOnce(item, pass))
    } finally {
      this.leases.delete(item)
      if (this.leases.size === 0) {
        clearInterval(this.timer)
        this.timer = undefined
      }
    }
    this.wake()
  }

  private extendAll(): void {
    const { db, clock } = this.parts
    const until = clock.now() + LEASE_MS
    extendLeases(db, this.step.queue, [...this.leases], until).catch(() => undefined)
  }

  private async tryOnce(item: Item, pass: Pass): Promise<void> {
    try {
      await this.step.work(item, pass)
      this.unreachableTries = 0
      this.outages.delete(item.id)
    } catch (error) {
      await this.handleFailure(item, error, pass).catch((second) => this.backOff(item, second, pass))
    }
  }

  private async handleFailure(item: Item, error: unknown, pass: Pass): Promise<void> {
    const { step } = this
    const { db, clock, logger } = this.parts
    const now = clock.now()
    if (pass.abort.aborted) return releaseRow(db, step.queue, item, now)
    const isAway = isOutage(error)
    if (isAway) this.backOff(item, error, pass)
    const failure = this.failureOf(item, error, { now, outages: this.countOutage(item.id, isAway) })
    // Read committed: the row is updated first, and only under its lease.
    const isRecorded = await db.transaction(async (db) => {
      if (!(await failRow(db, step.queue, item, failure))) return false
      await step.saveFailure?.(db, item, failure, error)
      return true
    }, 'read committed')
    pass.reportFailure?.(item, error)
    // Another worker has the lease now, and records the outcome.
    if (!isRecorded) return
    step.countFailure?.(pass.counts, failure)
    if (isAway) return
    const about = { ...this.about(item), tries: failure.tries, reason: failure.error }
    if (!(error instanceof WorkFailure)) logger.error({ ...about, err: error }, 'work failed')
    else if (pass.reportFailure) return
    else if (failure.dueAt !== null) logger.warn(about, 'work failed; it is retried later')
    if (failure.dueAt === null) logger.error(about, 'work was set aside; `overheard job list` lists it')
  }

  /** When to try a row again, or that it is set aside. An outage lengthens the pause, but adds no try. */
  private failureOf(item: Item, error: unknown, { now, outages }: { now: number; outages: number }): Failure {
    const { isPermanent = false, retryAfterMs = 0 } = error instanceof WorkFailure ? error : {}
    const policy = outages > 0 ? POLICIES.away : this.step.policy
    const tries = outages > 0 ? item.tries : item.tries + 1
    const at = nextTryAt(policy, { ...item, now, failures: outages || tries })
    const dueAt =
      isPermanent || at === null ? null : Math.max(at, now + Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS))
    return { now, dueAt, tries, error: messageOf(error) }
  }

  /** The number of consecutive outages of a row, this one included; 0 if its server answered. */
  private countOutage(id: number, isAway: boolean): number {
    const outages = isAway ? (this.outages.get(id) ?? 0) + 1 : 0
    this.outages.delete(id)
    if (isAway) this.outages.set(id, outages)
    const [oldest] = this.outages.keys()
    if (this.outages.size > MOST_COUNTED) this.outages.delete(oldest!)
    return outages
  }

  /** Stops working on other rows for a while. Logs the first such failure only. */
  private backOff(item: Item, error: unknown, pass: Pass): void {
    if (this.isBackingOff()) return
    this.unreachableTries += 1
    this.backsOffUntil =
      this.parts.clock.now() + Math.min(pauseMs(POLICIES.away, this.unreachableTries), LONGEST_BACK_OFF_MS)
    if (this.unreachableTries > 1 || pass.reportFailure) return
    const about = { ...this.about(item), reason: messageOf(error) }
    this.parts.logger.warn(about, 'a server is unreachable; its work is retried later')
  }

  private about(item: Item): object {
    return { step: this.step.name, id: item.id, ...this.step.about?.(item) }
  }
}

/**
 * Whether the error shows that a server is unreachable, but nothing about the row. A statement that took too long may be
 * the row's fault: it counts as a try, or such a row would be retried forever.
 */
function isOutage(error: unknown): boolean {
  if (error instanceof WorkFailure) return error.isServerAway
  return isUnavailable(error) && !isStatementTimeout(error)
}

/** Whether the database or the bucket is unreachable, so that results cannot be stored now. */
export function isUnavailable(error: unknown): error is Error {
  return isDatabaseUnavailable(error) || isBucketUnavailable(error)
}
