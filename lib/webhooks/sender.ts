import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../db/errors.js'
import { WorkLoop } from '../queue/work-loop.js'
import type { Services } from '../services.js'
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
import { listDueWebhooks } from './webhook-store.js'

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

type Parts = Pick<
  Services,
  'db' | 'clock' | 'ids' | 'logger' | 'signals' | 'safeFetch' | 'metrics' | 'publicAddress'
>

/** Capacity for one receiver: permits for requests, each a function that frees it, and how many deliveries to lease. */
interface Reservation {
  receiver: Receiver
  permits: Array<() => void>
  count: number
}

/** By the ids of webhooks. */
type Reservations = Map<number, Reservation>

const NO_COUNTS: Record<Recorded['outcome'], number> = { succeeded: 0, retrying: 0, failed: 0 }

/**
 * Sends due deliveries. A look at the queue has three parts:
 *
 *   reserve  finds receivers with due deliveries, and acquires permits for the requests that each may have now
 *   lease    leases the deliveries of all these receivers in one transaction: one for each permit, and for receivers
 *            that respond quickly more than that (prefetched)
 *   start    uses each permit to send one delivery after another, until the receiver has no leased one left
 *
 * Outcomes are recorded in batches while the requests go on. A `Worker` would lease and record one by one, which costs
 * more than sending. What is known about receivers stays from one pass to the next.
 */
export class Sender {
  private readonly recorder: AttemptRecorder
  private readonly loop = new WorkLoop()
  private counts = { ...NO_COUNTS }
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
  async run(abort: AbortSignal): Promise<typeof NO_COUNTS> {
    this.counts = { ...NO_COUNTS }
    this.abort = abort
    await this.loop.run(() => this.begin(), abort)
    return this.counts
  }

  /** More deliveries became due. */
  wake(): void {
    this.loop.wake()
  }

  /** Returns whether there may be more to start. */
  private async begin(): Promise<boolean> {
    const reservations: Reservations = new Map()
    try {
      await this.loop.findWork(() => this.reserve(reservations))
      return reservations.size > 0 && (await this.lease(reservations))
    } finally {
      // Proven receivers first: their connections are open.
      const byProof = ({ receiver }: Reservation) => (receiver.state === 'proven' ? 0 : 1)
      const ordered = [...reservations.values()].sort((one, other) => byProof(one) - byProof(other))
      for (const reservation of ordered) this.start(reservation)
    }
  }

  /** Adds reservations for receivers that may have due deliveries. The caller frees them, also after an error. */
  private async reserve(reservations: Reservations): Promise<void> {
    const { db, clock } = this.parts
    const query = { now: clock.now(), limit: WEBHOOKS_AT_ONCE }
    let leftToPrefetch = MOST_PREFETCHED
    let page = await listDueWebhooks(db, query)
    while (page.length > 0 && !this.receivers.isFull) {
      for (const webhook of page) {
        // Its due time moved while the pages were read, so this page lists it again.
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
      page = await listDueWebhooks(db, { ...query, after: page.at(-1) })
    }
  }

  /** Returns whether any delivery was due. */
  private async lease(reservations: Reservations): Promise<boolean> {
    const { db, clock } = this.parts
    const quotas = Array.from(reservations, ([webhookId, { count }]) => ({ webhookId, count }))
    const leased = await leaseDueDeliveries(db, { now: clock.now(), quotas })
    for (const delivery of leased) reservations.get(delivery.webhookId)!.receiver.prefetched.push(delivery)
    return leased.length > 0
  }

  private start({ receiver, permits }: Reservation): void {
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
      const delivery = receiver.prefetched.shift()!
      await this.send(receiver, delivery).catch((error) =>
        this.logFault({ delivery: delivery.uuid, err: error }, 'a delivery could not be sent'),
      )
    }
    freePermit()
    if (receiver.requests === 0) this.releaseLeases(receiver)
    this.loop.wake()
  }

  /** Resolves when the connection is free for the next delivery. */
  private async send(receiver: Receiver, delivery: LeasedDelivery): Promise<void> {
    const target = await this.whileLeased(delivery, () => findTarget(this.parts.db, delivery))
    if (!target || this.endsSoon(delivery)) return
    const { connectionFree, ...attempt } = await sendAttempt(this.parts, delivery, target)
    // A test to another address shows nothing about the receiver.
    if (delivery.targetUrl === '') {
      receiver.update(attempt)
      if (!receiver.isQuick) this.releaseLeases(receiver)
    }
    const recorded = this.loop.start(this.record(attempt))
    if (this.recorder.backlog > MOST_UNRECORDED) await recorded
    await connectionFree
  }

  /** Records the outcome, and logs and counts it. Never rejects. */
  private async record(attempt: FinishedAttempt): Promise<void> {
    const { logger, signals, metrics } = this.parts
    const { delivery, delivered, statusCode: status, error: reason } = attempt
    const about = { delivery: delivery.uuid, attempt: delivery.attempts + 1 }
    try {
      const recorded = await this.whileLeased(delivery, () => this.recorder.record(attempt))
      if (recorded) {
        this.counts[recorded.outcome] += 1
        metrics.countAttempt(recorded.outcome)
      }
      if (!delivered) logger.info({ ...about, status, reason }, 'a delivery attempt failed')
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
  private async whileLeased<T>(delivery: LeasedDelivery, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (this.abort.aborted || this.endsSoon(delivery) || !isDatabaseUnavailable(error)) throw error
      }
      await pause(RETRY_DATABASE_MS)
    }
  }

  private endsSoon({ leasedUntil }: LeasedDelivery): boolean {
    return leasedUntil - this.parts.clock.now() < LEAST_LEASE_MS
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
