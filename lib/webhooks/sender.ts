import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, monotonicNow } from '../clock.js'
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
  findTarget,
  findWaitingWebhooks,
  type LeasedDelivery,
  leaseDueDeliveries,
  releaseDeliveries,
} from './due-delivery-store.js'
import type { Outcome, Recorded } from './outcome-store.js'
import { OutcomeWriter } from './outcome-writer.js'
import { type Receiver, Receivers } from './receivers.js'

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

/** How much may be leased for a receiver, and the requests that may be made at once. */
interface Room {
  receiver: Receiver
  count: number
  requests: Array<() => void>
}

export type SenderCounts = Record<Recorded['status'], number>

/**
 * Sends due deliveries. Not a `Worker`: it leases for many receivers in one transaction, more than it sends at once for
 * those that respond quickly, and records attempts in batches. One by one, leasing and recording would cost more than
 * sending. Keeps what it learns about receivers from one pass to the next.
 */
export class Sender {
  private readonly outcomes: OutcomeWriter
  private readonly loop = new WorkLoop()
  private counts = noCounts()
  private abort = AbortSignal.abort()
  /** A pass lasts until no receiver is refused any more. */
  private readonly receivers = new Receivers((refusing) => {
    void this.loop.start(refusing.then(() => this.loop.wake()))
  })

  constructor(private readonly parts: Parts) {
    this.outcomes = new OutcomeWriter(parts.db, parts.ids)
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
    const rooms = await this.loop.look(() => this.findRoom())
    if (rooms.size === 0) return false
    const quotas = Array.from(rooms.values(), ({ receiver, count }) => ({
      webhookId: receiver.webhookId,
      count,
    }))
    try {
      const leased = await leaseDueDeliveries(db, { now: clock.now(), quotas })
      for (const delivery of leased) rooms.get(delivery.webhookId)!.receiver.ahead.push(delivery)
      return leased.length > 0
    } finally {
      for (const room of rooms.values()) this.startRequests(room)
    }
  }

  private async findRoom(): Promise<Map<number, Room>> {
    const { db, clock } = this.parts
    const now = clock.now()
    const rooms: Room[] = []
    let leftAhead = MOST_AHEAD
    let page = await findWaitingWebhooks(db, { now, limit: LOOKED_AT })
    while (page.length > 0 && !this.receivers.isFull) {
      for (const webhook of page) {
        const receiver = this.receivers.of(webhook)
        const requests = this.takeRequests(receiver)
        // Without a request nothing would send the deliveries leased ahead.
        const ahead = receiver.requests > 0 ? Math.min(receiver.roomAhead, leftAhead) : 0
        leftAhead -= ahead
        const count = requests.length + ahead
        if (count > 0) rooms.push({ receiver, count, requests })
      }
      if (page.length < LOOKED_AT) break
      page = await findWaitingWebhooks(db, { now, limit: LOOKED_AT, after: page.at(-1) })
    }
    // Proven receivers first: their connections are open.
    const byProof = ({ receiver }: Room) => (receiver.state === 'proven' ? 0 : 1)
    rooms.sort((one, other) => byProof(one) - byProof(other))
    return new Map(rooms.map((room) => [room.receiver.webhookId, room]))
  }

  private takeRequests(receiver: Receiver): Array<() => void> {
    const taken: Array<() => void> = []
    for (let next = this.receivers.take(receiver); next; next = this.receivers.take(receiver))
      taken.push(next)
    return taken
  }

  private startRequests({ receiver, requests }: Room): void {
    // More may have become free during the transaction.
    requests.push(...this.takeRequests(receiver))
    for (const giveBack of requests) {
      if (receiver.ahead.length === 0 || this.abort.aborted) giveBack()
      else void this.loop.start(this.sendAll(receiver, giveBack))
    }
    // After an abort, or if other receivers of its host took its place during the transaction.
    if (receiver.requests === 0) this.release(receiver)
  }

  /** Sends one delivery after another to one receiver while any are leased ahead. */
  private async sendAll(receiver: Receiver, giveBack: () => void): Promise<void> {
    while (receiver.ahead.length > 0 && !this.abort.aborted) {
      if (receiver.isLow) this.loop.wake()
      await this.send(receiver, receiver.ahead.shift()!)
    }
    giveBack()
    if (receiver.requests === 0) this.release(receiver)
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
      const { result, released } = await sendAttempt(safeFetch, request)
      const durationMs = Math.round(monotonicNow() - startedAt)
      // A test to another address shows nothing about the receiver.
      if (delivery.targetUrl === '') {
        receiver.note({ delivered: result.delivered, tookMs: durationMs })
        if (!receiver.isQuick) this.release(receiver)
      }
      const outcome = { delivery, result, startedAt: sentAt, durationMs, endedAt: clock.now() }
      const recorded = this.loop.start(this.record(outcome))
      await (this.outcomes.backlog > MOST_UNRECORDED ? Promise.all([recorded, released]) : released)
    } catch (error) {
      this.logFault({ delivery: delivery.uuid, err: error }, 'a delivery could not be sent')
    }
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
      await pause(ASK_AGAIN_MS)
    }
  }

  /** Releases the deliveries leased ahead for a receiver. */
  private release(receiver: Receiver): void {
    const deliveries = receiver.ahead.splice(0)
    if (deliveries.length === 0) return
    const released = releaseDeliveries(this.parts.db, deliveries).catch((error) => {
      this.parts.logger.warn({ err: error }, 'leases could not be given back; they run out')
    })
    void this.loop.start(released)
  }
}

function noCounts(): SenderCounts {
  return { succeeded: 0, retrying: 0, failed: 0 }
}
