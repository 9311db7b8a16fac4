import { type Clock, SECOND_MS } from '../clock.js'

/** What others wait when a process crashed over its work. A request alone may take three times as long. */
export const LEASE_MS = 20 * SECOND_MS
const EXTEND_EVERY_MS = LEASE_MS / 4

/** Extends the leases of rows for as long as the work on them takes. */
export class LeaseKeeper {
  private readonly held = new Set<number>()
  private timer: NodeJS.Timeout | undefined

  /** @param extend leases the rows until then, but for those that were given back meanwhile */
  constructor(
    private readonly clock: Clock,
    private readonly extend: (ids: readonly number[], until: number) => Promise<unknown>,
    private readonly everyMs = EXTEND_EVERY_MS,
  ) {}

  /** Keeps the lease of row `id`, which the caller has, until `work` has settled. */
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
    // A missed extension is made good by the next; the lease has room for that.
    this.extend([...this.held], this.clock.now() + LEASE_MS).catch(() => undefined)
  }
}
