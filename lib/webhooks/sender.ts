import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../clock.js'
import { isDatabaseUnavailable } from '../db/errors.js'
import { monotonicNow } from '../db/monotonic-now.js'
import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import type { Signals } from '../jobs/signals.js'
import type { Logger } from '../logger.js'
import type { Metrics } from '../metrics/metrics.js'
import { WorkLoop } from '../queue/work-loop.js'
import type { SafeFetch } from '../safe-fetch.js'
import { type AttemptResult, sendAttempt } from './attempt.js'
import {
  findTarget,
  findWaitingWebhooks,
  type LeasedDelivery,
  type LeaseQuota,
  leaseDueDeliveries,
  releaseDeliveries,
} from './due-delivery-store.js'
import { type Lane, Lanes } from './lanes.js'
import { LeasedAhead } from './leased-ahead.js'
import { Newcomers } from './newcomers.js'
import type { Outcome, Recorded } from './outcome-store.js'
import { OutcomeWriter } from './outcome-writer.js'

/** Webhooks read in one query for work. */
const LOOKED_AT = 256
/** Deliveries leased ahead in one transaction, to keep it short. */
const MOST_AHEAD = 256
/** The interval between retries while the database is unreachable. */
const ASK_AGAIN_MS = 1_000
/**
 * Time for an attempt and recording it. A delivery whose lease ends sooner is left to the process that leases
 * it next.
 */
const LEAST_LEASE_MS = 10_000
/** With more unrecorded outcomes than this, requests wait for the database. */
const MOST_UNRECORDED = 256

interface Parts {
  db: Db
  clock: Clock
  ids: Ids
  logger: Logger
  signals: Signals
  safeFetch: SafeFetch
  metrics: Pick<Metrics, 'countAttempt'>
}

/** How much may be leased for a receiver, and the lanes taken for it. */
interface Room extends LeaseQuota {
  lane: Lane
  lanes: Array<() => void>
}

export type SenderCounts = Record<Recorded['status'], number>

/** Sends due deliveries. Keeps what it learns about receivers from one pass to the next. */
export class Sender {
  private readonly lanes = new Lanes()
  private readonly ahead = new LeasedAhead()
  private readonly outcomes: OutcomeWriter
  private readonly loop = new WorkLoop()
  private counts: SenderCounts = noCounts()
  private isStopping = false
  private readonly newcomers = new Newcomers(this.lanes, () => this.loop.wake())

  constructor(private readonly parts: Parts) {
    this.outcomes = new OutcomeWriter(parts.db, parts.ids)
  }

  /**
   * Sends until nothing is due and nothing is running. It does not wait for later retries. After `abort` it
   * starts nothing new and finishes what is running.
   */
  async run(abort: AbortSignal): Promise<SenderCounts> {
    this.counts = noCounts()
    this.isStopping = abort.aborted
    const stop = () => {
      this.isStopping = true
      this.releaseAll()
    }
    abort.addEventListener('abort', stop)
    try {
      await this.loop.run(() => this.begin(abort), abort)
      return this.counts
    } finally {
      abort.removeEventListener('abort', stop)
    }
  }

  /** More deliveries became due. */
  wake(): void {
    this.loop.wake()
  }

  /** Leases as much as the limits allow and sends it. Returns whether there may be more to start. */
  private async begin(abort: AbortSignal): Promise<boolean> {
    const { rooms, passedOver } = await this.loop.look(() => this.findRoom())
    if (rooms.length === 0) return passedOver
    try {
      const leased = await leaseDueDeliveries(this.parts.db, { now: this.parts.clock.now(), quotas: rooms })
      this.ahead.add(leased)
      if (abort.aborted) this.releaseAll()
      else for (const room of rooms) this.startLanes(room)
      return leased.length > 0 || passedOver
    } finally {
      for (const { lanes } of rooms) for (const giveBack of lanes) giveBack()
    }
  }

  /** `passedOver`: some unproven receivers must wait for a later look. */
  private async findRoom(): Promise<{ rooms: Room[]; passedOver: boolean }> {
    const { db, clock } = this.parts
    const now = clock.now()
    const rooms: Room[] = []
    let leftAhead = MOST_AHEAD
    let passedOver = false
    let page = await findWaitingWebhooks(db, { now, limit: LOOKED_AT })
    while (page.length > 0 && !this.lanes.full) {
      for (const { id, url } of page) {
        if (!this.newcomers.admits(id)) {
          passedOver = true
          continue
        }
        const lane = { webhookId: id, host: new URL(url).host }
        const free = this.lanes.free(lane)
        // Without a lane nothing would send the deliveries leased ahead.
        const ahead = free > 0 || this.lanes.isBusy(id) ? Math.min(this.ahead.room(id), leftAhead) : 0
        leftAhead -= ahead
        const count = free + ahead
        if (count === 0) continue
        rooms.push({ webhookId: id, count, lane, lanes: this.lanes.take(lane, free) })
        this.newcomers.noteAdmitted(id)
      }
      if (page.length < LOOKED_AT) break
      page = await findWaitingWebhooks(db, { now, limit: LOOKED_AT, after: page.at(-1) })
    }
    // Proven receivers first: their connections are open.
    const byProof = (room: Room) => (this.lanes.isProven(room.webhookId) ? 0 : 1)
    return { rooms: rooms.sort((one, other) => byProof(one) - byProof(other)), passedOver }
  }

  private startLanes({ lane, lanes }: Room): void {
    // More lanes may have become free during the transaction.
    lanes.push(...this.lanes.take(lane, this.lanes.free(lane)))
    while (lanes.length > 0) {
      const first = this.ahead.next(lane.webhookId)
      if (!first) return
      void this.loop.start(this.runLane(first, lanes.pop()!))
    }
    // The receiver's last lane ended during the transaction, and other receivers of its host took it.
    if (!this.lanes.isBusy(lane.webhookId)) {
      void this.loop.start(this.release(this.ahead.takeAll(lane.webhookId)))
    }
  }

  /** Sends one delivery after another to one receiver while any are leased ahead. */
  private async runLane(first: LeasedDelivery, giveBack: () => void): Promise<void> {
    const { webhookId } = first
    for (let next: LeasedDelivery | undefined = first; next; next = this.ahead.next(webhookId)) {
      if (this.ahead.isLow(webhookId)) this.loop.wake()
      await this.send(next)
    }
    giveBack()
    this.loop.wake()
  }

  private async send(delivery: LeasedDelivery): Promise<void> {
    const { db, clock, logger, safeFetch } = this.parts
    try {
      const target = await this.whileLeased(delivery, () => findTarget(db, delivery))
      if (!target || delivery.leasedUntil - clock.now() < LEAST_LEASE_MS) return
      const sentAt = clock.now()
      const startedAt = monotonicNow()
      const request = { ...target, id: delivery.uuid, sentAt }
      const { result, released } = await sendAttempt(safeFetch, request)
      const durationMs = Math.round(monotonicNow() - startedAt)
      this.learn(delivery, result, durationMs)
      const outcome = { delivery, result, startedAt: sentAt, durationMs, endedAt: clock.now() }
      const recorded = this.loop.start(this.record(outcome))
      await (this.outcomes.backlog > MOST_UNRECORDED ? Promise.all([recorded, released]) : released)
    } catch (error) {
      // The delivery is due again when its lease expires.
      const level = isDatabaseUnavailable(error) ? 'warn' : 'error'
      logger[level]({ delivery: delivery.uuid, err: error }, 'a delivery could not be sent')
    }
  }

  /** A test to another address shows nothing about the receiver. */
  private learn(
    { webhookId, targetUrl }: LeasedDelivery,
    { delivered }: AttemptResult,
    tookMs: number,
  ): void {
    if (targetUrl !== '') return
    this.lanes.note(webhookId, delivered)
    const leftOver = this.ahead.note(webhookId, { delivered, tookMs })
    if (leftOver.length > 0) void this.loop.start(this.release(leftOver))
  }

  private async record(outcome: Outcome): Promise<void> {
    const { logger, signals, metrics } = this.parts
    const { delivery, result } = outcome
    const about = { delivery: delivery.uuid, attempt: delivery.attempts + 1 }
    try {
      const { status, switchedOff } = await this.whileLeased(delivery, () => this.outcomes.record(outcome))
      this.counts[status] += 1
      metrics.countAttempt(status)
      if (!result.delivered) {
        logger.info(
          { ...about, status: result.statusCode, reason: result.error },
          'a delivery attempt failed',
        )
      }
      if (!switchedOff) return
      signals.emit('mail')
      logger.warn(about, 'a webhook that accepted nothing was switched off')
    } catch (error) {
      // The lease expires within a minute; then the delivery is sent again.
      const level = isDatabaseUnavailable(error) ? 'warn' : 'error'
      logger[level]({ ...about, err: error }, 'a delivery attempt could not be recorded')
    }
  }

  /**
   * Retries `work` while the database is unreachable and the lease lasts. Giving up would delay the delivery
   * until its lease expires, or send it twice if its outcome is lost.
   */
  private async whileLeased<T>({ leasedUntil }: LeasedDelivery, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        const isOver = this.isStopping || leasedUntil - this.parts.clock.now() < LEAST_LEASE_MS
        if (isOver || !isDatabaseUnavailable(error)) throw error
      }
      await pause(ASK_AGAIN_MS)
    }
  }

  private releaseAll(): void {
    for (const webhookId of this.ahead.webhookIds)
      void this.loop.start(this.release(this.ahead.takeAll(webhookId)))
  }

  private async release(deliveries: LeasedDelivery[]): Promise<void> {
    try {
      await releaseDeliveries(this.parts.db, deliveries)
    } catch (error) {
      this.parts.logger.warn({ err: error }, 'leases could not be given back; they run out')
    }
  }
}

function noCounts(): SenderCounts {
  return { succeeded: 0, retrying: 0, failed: 0 }
}
