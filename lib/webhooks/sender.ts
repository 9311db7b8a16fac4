import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, monotonicNow } from '../clock.js'
import type { PublicAddress } from '../config.js'
import { isDatabaseUnavailable } from '../db/errors.js'
import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import type { Signals } from '../jobs/signals.js'
import type { Logger } from '../logger.js'
import type { Metrics } from '../metrics/metrics.js'
import { WorkLoop } from '../queue/work-loop.js'
import type { SafeFetch } from '../safe-fetch.js'
import { sendAttempt } from './attempt.js'
import {
  type FinishedAttempt,
  findTarget,
  type LeasedDelivery,
  leaseDueDeliveries,
  releaseDeliveries,
} from './delivery-store.js'
import { AttemptRecorder, type Recorded } from './outcomes.js'
import { type Receiver, Receivers } from './receivers.js'
import { findDueWebhooks } from './webhook-store.js'

/** Webhooks in one page of the search for due deliveries. */
const WEBHOOKS_AT_ONCE = 256
/** Deliveries prefetched in one transaction, to keep it short. */
const MOST_PREFETCHED = 256
/** The interval between retries while the database is unreachable. */
const RETRY_DATABASE_MS = 1_000
/**
 * Time for an attempt and recording it. A delivery whose lease ends sooner is left to the process that leases it next.
 */
const LEAST_LEASE_MS = 10_000
/** With more unrecorded attempts than this, requests wait for the database. */
const MOST_UNRECORDED = 256

interface Parts {
  db: Db
  clock: Clock
  ids: Ids
  publicAddress: PublicAddress
  logger: Logger
  signals: Signals
  safeFetch: SafeFetch
  metrics: Pick<Metrics, 'countAttempt'>
}

/** Capacity for one receiver: permits for requests, each a function that frees it, and how many deliveries to lease. */
interface Reservation {
  receiver: Receiver
  permits: Array<() => void>
  count: number
}

/** By the ids of webhooks. */
type Reservations = Map<number, Reservation>

type SenderCounts = Record<Recorded['outcome'], number>

/**
 * Sends due deliveries. Not a `Worker`: it leases for many receivers in one transaction, more than it sends at once for
 * those that respond quickly, and records attempts in batches. One by one, leasing and recording would cost more than
 * sending. Keeps what it learns about receivers from one pass to the next.
 */
export class Sender {
  private readonly recorder: AttemptRecorder
  private readonly loop = new WorkLoop()
  private counts = noCounts()
  private abort = AbortSignal.abort()
  /** Keeps the pass open until the interval ends, when the next new receivers may be contacted. */
  private readonly receivers = new Receivers((interval) => {
    void this.loop.start(interval.then(() => this.loop.wake()))
  })

  constructor(private readonly parts: Parts) {
    this.recorder = new AttemptRecorder(parts)
  }

  /**
   * Sends until nothing is due and nothing is running. It does not wait for later retries. After `abort` it
   * starts nothing new and finishes what is running.
   */
  async run(abort: AbortSignal): Promise<SenderCounts> {
    this.counts = noCounts()
    this.abort = abort
    await this.loop.run(() => this.begin(), abort)
    return this.counts
  }

  /** More deliveries became due. */
  wake(): void {
    this.loop.wake()
  }

  /** Leases as much as the limits allow and sends it. Returns whether there may be more to start. */
  private async begin(): Promise<boolean> {
    const { db, clock } = this.parts
    const reservations: Reservations = new Map()
    try {
      await this.loop.look(() => this.reserveCapacity(reservations))
      if (reservations.size === 0) return false
      const quotas = Array.from(reservations, ([webhookId, { count }]) => ({ webhookId, count }))
      const leased = await leaseDueDeliveries(db, { now: clock.now(), quotas })
      for (const delivery of leased) reservations.get(delivery.webhookId)!.receiver.prefetched.push(delivery)
      return leased.length > 0
    } finally {
      // Proven receivers first: their connections are open.
      const byProof = ({ receiver }: Reservation) => (receiver.state === 'proven' ? 0 : 1)
      const ordered = [...reservations.values()].sort((one, other) => byProof(one) - byProof(other))
      for (const reservation of ordered) this.startRequests(reservation)
    }
  }

  /** Adds reservations for receivers that may have due deliveries. The caller frees them, also after an error. */
  private async reserveCapacity(reservations: Reservations): Promise<void> {
    const { db, clock } = this.parts
    const now = clock.now()
    let leftToPrefetch = MOST_PREFETCHED
    let page = await findDueWebhooks(db, { now, limit: WEBHOOKS_AT_ONCE })
    while (page.length > 0 && !this.receivers.isFull) {
      for (const webhook of page) {
        // Its due time moved while the pages were read.
        if (reservations.has(webhook.id)) continue
        const receiver = this.receivers.remember(webhook)
        const permits = this.receivers.acquirePermits(receiver)
        // Without a request nothing would send the prefetched deliveries.
        const extra = receiver.requests > 0 ? Math.min(receiver.prefetchable, leftToPrefetch) : 0
        leftToPrefetch -= extra
        const count = permits.length + extra
        if (count > 0) reservations.set(webhook.id, { receiver, permits, count })
      }
      if (page.length < WEBHOOKS_AT_ONCE) break
      page = await findDueWebhooks(db, { now, limit: WEBHOOKS_AT_ONCE, after: page.at(-1) })
    }
  }

  private startRequests({ receiver, permits }: Reservation): void {
    // More may have become free during the transaction.
    permits.push(...this.receivers.acquirePermits(receiver))
    for (const freePermit of permits) {
      if (receiver.prefetched.length === 0 || this.abort.aborted) freePermit()
      else void this.loop.start(this.sendAll(receiver, freePermit))
    }
    // After an abort, or if other receivers of its host acquired the permits during the transaction.
    if (receiver.requests === 0) this.releaseLeases(receiver)
  }

  /** Sends one delivery after another to one receiver while any are prefetched. */
  private async sendAll(receiver: Receiver, freePermit: () => void): Promise<void> {
    while (receiver.prefetched.length > 0 && !this.abort.aborted) {
      if (receiver.isAtLowWaterMark) this.loop.wake()
      await this.send(receiver, receiver.prefetched.shift()!)
    }
    freePermit()
    if (receiver.requests === 0) this.releaseLeases(receiver)
    this.loop.wake()
  }

  private async send(receiver: Receiver, delivery: LeasedDelivery): Promise<void> {
    const { db, clock, safeFetch } = this.parts
    try {
      const target = await this.whileLeased(delivery, () => findTarget(db, delivery))
      if (!target || delivery.leasedUntil - clock.now() < LEAST_LEASE_MS) return
      const sentAt = clock.now()
      const startedAt = monotonicNow()
      const request = { ...target, id: delivery.uuid, sentAt }
      const { result, connectionFree } = await sendAttempt(safeFetch, request)
      const durationMs = Math.round(monotonicNow() - startedAt)
      // A test to another address shows nothing about the receiver.
      if (delivery.targetUrl === '') {
        receiver.update({ delivered: result.delivered, tookMs: durationMs })
        if (!receiver.isQuick) this.releaseLeases(receiver)
      }
      const attempt = { delivery, result, startedAt: sentAt, durationMs, endedAt: clock.now() }
      const recorded = this.loop.start(this.record(attempt))
      await (this.recorder.backlog > MOST_UNRECORDED
        ? Promise.all([recorded, connectionFree])
        : connectionFree)
    } catch (error) {
      this.logFault({ delivery: delivery.uuid, err: error }, 'a delivery could not be sent')
    }
  }

  private async record(attempt: FinishedAttempt): Promise<void> {
    const { logger, signals, metrics } = this.parts
    const { delivery, result } = attempt
    const about = { delivery: delivery.uuid, attempt: delivery.attempts + 1 }
    try {
      const recorded = await this.whileLeased(delivery, () => this.recorder.record(attempt))
      if (recorded) {
        this.counts[recorded.outcome] += 1
        metrics.countAttempt(recorded.outcome)
      }
      if (!result.delivered) {
        logger.info(
          { ...about, status: result.statusCode, reason: result.error },
          'a delivery attempt failed',
        )
      }
      if (!recorded?.switchedOff) return
      signals.emit('mail')
      logger.warn(about, 'a webhook that accepted nothing was switched off')
    } catch (error) {
      this.logFault({ ...about, err: error }, 'a delivery attempt could not be recorded')
    }
  }

  /** The delivery is due again when its lease expires, within a minute. */
  private logFault(about: { delivery: string; err: unknown }, message: string): void {
    this.parts.logger[isDatabaseUnavailable(about.err) ? 'warn' : 'error'](about, message)
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
        const isOver = this.abort.aborted || leasedUntil - this.parts.clock.now() < LEAST_LEASE_MS
        if (isOver || !isDatabaseUnavailable(error)) throw error
      }
      await pause(RETRY_DATABASE_MS)
    }
  }

  private releaseLeases(receiver: Receiver): void {
    const deliveries = receiver.prefetched.splice(0)
    if (deliveries.length === 0) return
    const released = releaseDeliveries(this.parts.db, deliveries).catch((error) => {
      this.parts.logger.warn({ err: error }, 'leases could not be released; they expire within a minute')
    })
    void this.loop.start(released)
  }
}

function noCounts(): SenderCounts {
  return { succeeded: 0, retrying: 0, failed: 0 }
}
