import { setTimeout as pause } from 'node:timers/promises'
import { Capacity } from '../queue/capacity.js'
import type { FinishedAttempt, LeasedDelivery } from './delivery-store.js'

/** Concurrent requests in total, and to one host across teams. */
const REQUESTS = { total: 256, perKey: 64 }
/** Of these, requests to unproven receivers. The rest stay free for receivers that respond. */
const UNPROVEN = { total: 192 }
/** Concurrent requests to one receiver. A dead one occupies one. */
const AT_A_TIME = { proven: 4, untried: 1, failing: 1 }
/**
 * A receiver gets a second request at a time only while this share is free, so that receivers that all hang at once
 * leave capacity for others.
 */
const SPARE = 1 / 2
/**
 * How many unproven receivers may be contacted per interval: opening their connections delays all requests. Those whose
 * last attempt failed have a separate share, so that they never delay untried ones.
 */
const CONTACTS = { untried: { total: 8 }, failing: { total: 2 } }
const CONTACT_MS = 20
/** Deliveries prefetched (leased before they can be sent) for one receiver. */
const PREFETCH = 128
/** At this number more are leased, so that the receiver stays busy. */
const LOW_WATER_MARK = PREFETCH / 2
/**
 * Deliveries are prefetched for receivers that respond within this time: leasing them one by one would cost more than
 * sending, and all of them together take far less time than a lease lasts.
 */
const QUICK_MS = 100
/** If more are known, those without deliveries for the longest time are forgotten, and count as untried. */
const MOST_KNOWN = 10_000

/** A webhook's receiver as this process knows it. Nothing of this is shared with others or survives a restart. */
export class Receiver {
  requests = 0
  /** Leased for this receiver and not being sent yet. */
  prefetched: LeasedDelivery[] = []
  /** By its last attempt. */
  state: 'untried' | 'proven' | 'failing' = 'untried'
  isQuick = false

  constructor(public host: string) {}

  /** How many more deliveries may be prefetched. */
  get prefetchable(): number {
    const { length } = this.prefetched
    return this.isQuick && length <= LOW_WATER_MARK ? PREFETCH - length : 0
  }

  get isIdle(): boolean {
    return this.requests === 0 && this.prefetched.length === 0
  }

  get isAtLowWaterMark(): boolean {
    return this.prefetched.length === LOW_WATER_MARK
  }

  /** Updates the state from the result of an attempt. */
  update({ delivered, durationMs }: Pick<FinishedAttempt, 'delivered' | 'durationMs'>): void {
    this.state = delivered ? 'proven' : 'failing'
    this.isQuick = delivered && durationMs < QUICK_MS
  }
}

/** Limits requests to receivers, so that those that hang or fail use up only their own share. */
export class Receivers {
  /** By their last deliveries, the latest at the end. */
  private readonly byWebhook = new Map<number, Receiver>()
  private readonly requests = new Capacity(REQUESTS)
  private readonly unproven = new Capacity(UNPROVEN)
  private readonly contacts = {
    untried: new Capacity(CONTACTS.untried),
    failing: new Capacity(CONTACTS.failing),
  }

  /** @param onContact gets a promise that settles when the next unproven receiver may be contacted */
  constructor(private readonly onContact: (interval: Promise<void>) => void) {}

  get isFull(): boolean {
    return this.requests.available === 0
  }

  /** The receiver of a webhook that has deliveries now; untried if it is not remembered. */
  remember({ id, url }: { id: number; url: string }): Receiver {
    const { host } = new URL(url)
    const receiver = this.byWebhook.get(id) ?? new Receiver(host)
    receiver.host = host
    this.byWebhook.delete(id)
    this.byWebhook.set(id, receiver)
    this.forgetIdle()
    return receiver
  }

  private forgetIdle(): void {
    for (const [id, receiver] of this.byWebhook) {
      if (this.byWebhook.size <= MOST_KNOWN) return
      if (receiver.isIdle) this.byWebhook.delete(id)
    }
  }

  /** All permits for requests that the receiver may have now. Each is the function that frees it. */
  acquirePermits(receiver: Receiver): Array<() => void> {
    const permits: Array<() => void> = []
    while (this.maySend(receiver)) permits.push(this.acquirePermit(receiver))
    return permits
  }

  private acquirePermit(receiver: Receiver): () => void {
    const acquired = [this.requests.acquire(receiver.host)]
    if (receiver.state !== 'proven') {
      acquired.push(this.unproven.acquire())
      this.onContact(pause(CONTACT_MS).then(this.contacts[receiver.state].acquire()))
    }
    receiver.requests += 1
    return () => {
      receiver.requests -= 1
      for (const free of acquired) free()
    }
  }

  private maySend({ state, host, requests }: Receiver): boolean {
    if (requests >= AT_A_TIME[state] || !this.requests.canStart(host)) return false
    if (state !== 'proven' && !(this.unproven.canStart() && this.contacts[state].canStart())) return false
    return requests === 0 || this.hasSpare(host)
  }

  private hasSpare(host: string): boolean {
    const ofProven = REQUESTS.total - (UNPROVEN.total - this.unproven.available)
    return this.requests.count(host) < REQUESTS.perKey * SPARE && this.requests.available > ofProven * SPARE
  }
}
