import { setTimeout as pause } from 'node:timers/promises'
import { Capacity } from '../queue/capacity.js'
import type { LeasedDelivery } from './due-delivery-store.js'

/** Concurrent requests in total, and to one host across teams. */
const REQUESTS = { total: 256, perKey: 64 }
/** Of these, requests to unproven receivers. The rest stay free for receivers that respond. */
const UNPROVEN = { total: 192 }
/** Concurrent requests to one receiver. A dead one occupies one. */
const AT_A_TIME = { proven: 4, untried: 1, failing: 1 }
/**
 * A receiver gets a second request at a time only while this share is free, so that receivers that all hang at once
 * leave room for others.
 */
const SPARE = 1 / 2
/**
 * How many unproven receivers may be contacted per interval: opening their connections delays all requests. Those whose
 * last attempt failed have a separate share, so that they never delay untried ones.
 */
const CONTACTS = { untried: { total: 8 }, failing: { total: 2 } }
const CONTACT_MS = 20
/** Deliveries leased ahead for one receiver, beyond those being sent. */
const AHEAD = 128
/** Below this more are leased, so that the receiver stays busy. */
const LOW = AHEAD / 2
/**
 * Receivers that respond within this time get deliveries leased ahead: leasing them one by one would cost more than
 * sending, and all of them together take far less time than a lease lasts.
 */
const QUICK_MS = 100

/** A webhook's receiver as this process knows it. Nothing of this is shared with others or survives a restart. */
export class Receiver {
  requests = 0
  /** Leased for this receiver and not being sent yet. */
  ahead: LeasedDelivery[] = []
  /** By its last attempt. */
  state: 'untried' | 'proven' | 'failing' = 'untried'
  isQuick = false

  constructor(
    readonly webhookId: number,
    public host: string,
  ) {}

  /** How many more deliveries may be leased ahead. */
  get roomAhead(): number {
    return this.isQuick && this.ahead.length <= LOW ? AHEAD - this.ahead.length : 0
  }

  get isLow(): boolean {
    return this.ahead.length === LOW
  }

  /** Records the result of an attempt. */
  note({ delivered, tookMs }: { delivered: boolean; tookMs: number }): void {
    this.state = delivered ? 'proven' : 'failing'
    this.isQuick = delivered && tookMs < QUICK_MS
  }
}

/** Limits requests to receivers, so that those that hang or fail use up only what is theirs. */
export class Receivers {
  private readonly byWebhook = new Map<number, Receiver>()
  private readonly requests = new Capacity(REQUESTS)
  private readonly unproven = new Capacity(UNPROVEN)
  private readonly contacts = {
    untried: new Capacity(CONTACTS.untried),
    failing: new Capacity(CONTACTS.failing),
  }

  /** `refusing` settles when an unproven receiver that was refused may get a request. */
  constructor(private readonly refuseUntil: (refusing: Promise<void>) => void) {}

  get isFull(): boolean {
    return this.requests.free === 0
  }

  of({ id, url }: { id: number; url: string }): Receiver {
    const { host } = new URL(url)
    const receiver = this.byWebhook.get(id) ?? new Receiver(id, host)
    receiver.host = host
    this.byWebhook.set(id, receiver)
    return receiver
  }

  /** Takes room for a request to the receiver. Returns what gives it back; undefined if there is no room. */
  take(receiver: Receiver): (() => void) | undefined {
    if (!this.hasRoom(receiver)) return undefined
    const taken = [this.requests.take(receiver.host)]
    if (receiver.state !== 'proven') {
      taken.push(this.unproven.take())
      this.refuseUntil(pause(CONTACT_MS).then(this.contacts[receiver.state].take()))
    }
    receiver.requests += 1
    return () => {
      receiver.requests -= 1
      for (const giveBack of taken) giveBack()
    }
  }

  private hasRoom({ state, host, requests }: Receiver): boolean {
    if (requests >= AT_A_TIME[state] || !this.requests.hasRoom(host)) return false
    if (state !== 'proven' && !(this.unproven.hasRoom() && this.contacts[state].hasRoom())) return false
    return requests === 0 || this.hasSpare(host)
  }

  private hasSpare(host: string): boolean {
    const ofProven = REQUESTS.total - (UNPROVEN.total - this.unproven.free)
    return this.requests.count(host) < REQUESTS.perKey * SPARE && this.requests.free > ofProven * SPARE
  }
}
