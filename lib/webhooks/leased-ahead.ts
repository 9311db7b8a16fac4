import type { LeasedDelivery } from './due-delivery-store.js'

/** Deliveries leased ahead for one receiver, beyond those being sent. */
const AHEAD = 128
/** Below this more are leased, so that the receiver's lanes stay busy. */
const LOW = AHEAD / 2
/**
 * Receivers that respond within this time get deliveries leased ahead: all of them take far less time than a
 * lease lasts.
 */
const QUICK_MS = 100

/**
 * Deliveries leased ahead for receivers that respond quickly: leasing them one by one would cost more than
 * sending. A receiver that fails or slows down loses the deliveries leased ahead.
 */
export class LeasedAhead {
  private readonly held = new Map<number, LeasedDelivery[]>()
  private readonly quick = new Set<number>()

  /** How many more may be leased for a receiver now. */
  room(webhookId: number): number {
    const held = this.count(webhookId)
    return this.quick.has(webhookId) && held <= LOW ? AHEAD - held : 0
  }

  isLow(webhookId: number): boolean {
    return this.count(webhookId) === LOW
  }

  add(deliveries: readonly LeasedDelivery[]): void {
    for (const delivery of deliveries) {
      const held = this.held.get(delivery.webhookId)
      if (held) held.push(delivery)
      else this.held.set(delivery.webhookId, [delivery])
    }
  }

  next(webhookId: number): LeasedDelivery | undefined {
    const held = this.held.get(webhookId)
    const delivery = held?.shift()
    if (held?.length === 0) this.held.delete(webhookId)
    return delivery
  }

  /**
   * Records the result of an attempt. Returns deliveries that the receiver should no longer have leased
   * ahead.
   */
  note(webhookId: number, { delivered, tookMs }: { delivered: boolean; tookMs: number }): LeasedDelivery[] {
    if (delivered && tookMs < QUICK_MS) {
      this.quick.add(webhookId)
      return []
    }
    this.quick.delete(webhookId)
    return this.takeAll(webhookId)
  }

  takeAll(webhookId: number): LeasedDelivery[] {
    const held = this.held.get(webhookId) ?? []
    this.held.delete(webhookId)
    return held
  }

  get webhookIds(): number[] {
    return [...this.held.keys()]
  }

  private count(webhookId: number): number {
    return this.held.get(webhookId)?.length ?? 0
  }
}
