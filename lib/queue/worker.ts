import { setMaxListeners } from 'node:events'
import { isBucketUnavailable } from '../bucket/bucket-error.js'
import type { Clock } from '../clock.js'
import { isDatabaseUnavailable } from '../db/errors.js'
import type { Db } from '../db/types.js'
import type { Logger } from '../logger.js'
import type { Capacity } from './capacity.js'
import {
  type FailedRow,
  type Failing,
  type Leased,
  messageOf,
  recordFailure,
  WorkFailure,
} from './failure.js'
import { LEASE_MS, LeaseKeeper } from './lease-keeper.js'
import { POLICIES, pauseMs } from './policies.js'
import { extendLeases, type Lease, releaseRow } from './queue.js'
import { WorkLoop } from './work-loop.js'

/** What one pass did, by name: shown by `job run`, logged otherwise. */
export type Counts = Record<string, number>

/** One step of an episode's way: what is due, what to do about it, and how much of it at a time. */
export interface Step<Item extends Leased> extends Failing<Item> {
  name: string
  /** Rows worked on at a time. */
  total: number
  /** A limit that others share, such as one for each host. */
  shared?: { capacity: Capacity; keyOf(item: Item): string }
  /** What a pass counts, all 0. */
  counts: Counts
  lease(lease: Lease & { limit: number }): Promise<Item[]>
  /**
   * Does the work and writes its result, with which the row is finished, in one transaction.
   * @throws WorkFailure for what may be tried again; any other error is a bug, and tried again too
   */
  work(item: Item, pass: Pass): Promise<void>
  /** Of errors: a server that this step needs is away, and trying other rows now is of no use. */
  isAway?(error: unknown): boolean
  onFailure?(item: Item, failed: FailedRow, pass: Pass): void
  /** Of a row, for the log. */
  about?(item: Item): object
  /** Nothing runs any more. */
  passEnded?(): void
}

export interface Pass {
  counts: Counts
  abort: AbortSignal
  /** For a person who waits for the outcome: told of each failure in place of the log. */
  failed?(item: Leased, error: unknown): void
  /** For one who polls a feed and fetches its transcripts too: nobody else does until then. */
  transcriptsLeasedUntil?: number
}

/** After a failure of a server, other rows wait this long at most. */
const LONGEST_REST_MS = 60_000

interface Parts {
  db: Db
  clock: Clock
  logger: Logger
}

/** Works through the queue of one step. */
export class Worker<Item extends Leased> {
  private readonly loop = new WorkLoop()
  private readonly keeper: LeaseKeeper
  private running = 0
  /** Failures in a row for which some server was away. */
  private aways = 0
  private restsUntil = 0

  constructor(
    private readonly parts: Parts,
    private readonly step: Step<Item>,
    extendEveryMs?: number,
  ) {
    const extend = (ids: readonly number[], until: number) => extendLeases(parts.db, step.queue, ids, until)
    this.keeper = new LeaseKeeper(parts.clock, extend, extendEveryMs)
  }

  /** Works until nothing is due and nothing runs; once `abort` says so, until nothing runs. */
  async run(abort: AbortSignal): Promise<Counts> {
    // Every request listens for its end.
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
      const limit = Math.min(this.step.total - this.running, this.step.shared?.capacity.free ?? Infinity)
      if (limit <= 0 || this.isResting() || pass.abort.aborted) return found
      const now = this.parts.clock.now()
      const items = await this.loop.look(
        () => this.step.lease({ now, until: now + LEASE_MS, limit }),
        ({ length }) => length > 0,
      )
      if (items.length === 0) return found
      found = true
      for (const item of items) void this.loop.start(this.workOn(item, pass))
    }
  }

  /** A rest that is longer than any was begun by another clock. */
  private isResting(): boolean {
    const left = this.restsUntil - this.parts.clock.now()
    return left > 0 && left <= LONGEST_REST_MS
  }

  /** Works on one row that the caller has leased, and settles what became of it. */
  async workOn(item: Item, pass: Pass): Promise<void> {
    const { step } = this
    const work = () => step.work(item, pass)
    this.running += 1
    try {
      await this.keeper.during(item.id, () =>
        step.shared ? step.shared.capacity.run(step.shared.keyOf(item), work) : work(),
      )
      this.aways = 0
    } catch (error) {
      await this.settle(item, error, pass).catch((second) => this.rest(item, second, pass))
    } finally {
      this.running -= 1
    }
  }

  private async settle(item: Item, error: unknown, pass: Pass): Promise<void> {
    const { step } = this
    const { db, clock, logger } = this.parts
    const now = clock.now()
    if (pass.abort.aborted) return releaseRow(db, step.queue, item.id, now)
    const isAway = isUnavailable(error) || step.isAway?.(error) === true
    if (isAway) this.rest(item, error, pass)
    const policy = isAway ? POLICIES.away : step.policy
    const failed = await recordFailure(db, { ...step, policy }, item, { error, now })
    step.onFailure?.(item, failed, pass)
    pass.failed?.(item, error)
    if (isAway) return
    const about = { ...this.about(item), tries: item.tries + 1, reason: failed.error }
    if (!(error instanceof WorkFailure)) logger.error({ ...about, err: error }, 'work failed')
    else if (pass.failed) return
    else if (failed.dueAt !== null) logger.warn(about, 'work failed; it is tried again')
    if (failed.dueAt === null) logger.error(about, 'work was set aside; `overheard job list` shows it')
  }

  /** Leaves the server alone for a while, and says so once. */
  private rest(item: Item, error: unknown, pass: Pass): void {
    if (this.isResting()) return
    this.aways += 1
    this.restsUntil = this.parts.clock.now() + Math.min(pauseMs(POLICIES.away, this.aways), LONGEST_REST_MS)
    if (this.aways > 1 || pass.failed) return
    const about = { ...this.about(item), reason: messageOf(error) }
    this.parts.logger.warn(about, 'a server is away; what needs it is done later')
  }

  private about(item: Item): object {
    return { step: this.step.name, id: item.id, ...this.step.about?.(item) }
  }
}

/** The database or the bucket cannot be reached: what was made cannot be stored now. */
export function isUnavailable(error: unknown): error is Error {
  return isDatabaseUnavailable(error) || isBucketUnavailable(error)
}
