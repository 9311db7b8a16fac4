import { type Clock, SECOND_MS } from '../clock.js'
import type { Lease } from './queue.js'

/** How long the rows of a crashed process wait. Requests may take longer: their leases are extended. */
export const LEASE_MS = 20 * SECOND_MS
const EXTEND_EVERY_MS = LEASE_MS / 4

/** Extends the leases of rows while work on them is running. */
export class LeaseKeeper {
  private readonly kept = new Set<Lease>()
  private timer: NodeJS.Timeout | undefined

  /** @param extend extends these leases to `until`, except those that were lost or released meanwhile */
  constructor(
    private readonly clock: Clock,
    private readonly extend: (leases: readonly Lease[], until: number) => Promise<unknown>,
    private readonly everyMs = EXTEND_EVERY_MS,
  ) {}

  /** Extends the caller's lease until `work` settles. */
  async during<T>(lease: Lease, work: () => Promise<T>): Promise<T> {
    this.kept.add(lease)
    this.timer ??= setInterval(() => this.extendAll(), this.everyMs)
    try {
      return await work()
    } finally {
      this.kept.delete(lease)
      if (this.kept.size === 0) {
        clearInterval(this.timer)
        this.timer = undefined
      }
    }
  }

  private extendAll(): void {
    // The next extension makes up for a failed one: a lease outlasts four intervals.
    this.extend([...this.kept], this.clock.now() + LEASE_MS).catch(() => undefined)
  }
}
