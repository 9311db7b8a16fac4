import type { Lanes } from './lanes.js'

/**
 * Receivers not known to answer that are begun with in so many milliseconds: opening their connections delays everybody.
 * Those that failed last have a share of their own, so that they never stand before one that was not tried yet.
 */
const SHARES = { untried: 8, failing: 2 }
const EVERY_MS = 20

/** Says which receivers may be begun with now; those that answer well always may. */
export class Newcomers {
  private left = { ...SHARES }
  private refill: NodeJS.Timeout | undefined

  /** `onRefill`: somebody who was refused may be admitted now. */
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
