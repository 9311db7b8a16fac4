import type { Lanes } from './lanes.js'

/**
 * How many unproven receivers may be contacted per interval: opening their connections delays all requests.
 * Receivers whose last attempt failed have a separate share, so that they never delay untried ones.
 */
const SHARES = { untried: 8, failing: 2 }
const EVERY_MS = 20

/** Limits how many unproven receivers are contacted at once. Proven ones are always admitted. */
export class Newcomers {
  private left = { ...SHARES }
  private refill: NodeJS.Timeout | undefined

  /** `onRefill`: a receiver that was refused may be admitted now. */
  constructor(
    private readonly lanes: Lanes,
    private readonly onRefill: () => void,
  ) {}

  admits(webhookId: number): boolean {
    return this.lanes.isProven(webhookId) || this.left[this.shareOf(webhookId)] > 0
  }

  noteAdmitted(webhookId: number): void {
    if (this.lanes.isProven(webhookId)) return
    this.left[this.shareOf(webhookId)] -= 1
    this.refill ??= setTimeout(() => {
      this.refill = undefined
      this.left = { ...SHARES }
      this.onRefill()
    }, EVERY_MS)
  }

  private shareOf(webhookId: number): keyof typeof SHARES {
    return this.lanes.isFailing(webhookId) ? 'failing' : 'untried'
  }
}
