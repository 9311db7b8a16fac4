import { type Clock, SECOND_MS } from '../clock.js'

/** How long work of a crashed process waits. A request may take three times as long: leases are extended. */
export const LEASE_MS = 20 * SECOND_MS
const EXTEND_EVERY_MS = LEASE_MS / 4

/** Extends the leases of rows while work on them is running. */
export class LeaseKeeper {
  private readonly held = new Set<number>()
  private timer: NodeJS.Timeout | undefined

  /** @param extend extends the leases of these rows to `until`, except those that were released meanwhile */
  constructor(
    private readonly clock: Clock,
    private readonly extend: (ids: readonly number[], until: number) => Promise<unknown>,
    private readonly everyMs = EXTEND_EVERY_MS,
  ) {}

  /** Extends the caller's lease of row `id` until `work` settles. */
  async during<T>(id: number, work: () => Promise<T>): Promise<T> {
    this.held.add(id)
    this.timer ??= setInterval(() => this.extendAll(), this.everyMs)
    try {
      return await work()
    } finally {
      this.held.delete(id)
      if (this.held.size === 0) {
        clearInterval(this.timer)
        this.timer = undefined
      }
    }
  }

  private extendAll(): void {
    // The next extension makes up for a failed one: a lease outlasts four intervals.
    this.extend([...this.held], this.clock.now() + LEASE_MS).catch(() => undefined)
  }
}
