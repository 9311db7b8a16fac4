import type { LeasedDelivery } from './due-deliveries.js'

/** Deliveries that one receiver may have leased beyond those under way. */
const AHEAD = 128
/** Below this, more are leased, so that its lanes do not run dry meanwhile. */
const LOW = AHEAD / 2
/** Receivers that answer within this get deliveries ahead: all of them take far less time than a lease. */
const QUICK_MS = 100

/**
 * Deliveries leased for receivers that answer quickly, ready for their lanes: leasing one by one would cost
 * more than sending. A receiver that fails or gets slow has nothing ahead any more.
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

  /** Notes how a receiver did; answers what it should not have ahead any more. */
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
