import { setTimeout as pause } from 'node:timers/promises'
import { monotonicNow } from '../clock.js'

/** How often to look for more work while some is running. */
const LOOK_AGAIN_MS = 1000
/** The rest between two looks, as a multiple of how long the last look took: looks slow down as queues grow. */
const REST = 4
/** Shorter rests are skipped: timers are not that precise. */
const LEAST_REST_MS = 5

/**
 * Looks for work, starts it, and looks again when some has finished, until nothing is due and nothing runs.
 * Even after an error or an abort it ends only when nothing runs.
 */
export class WorkLoop {
  private underWay = 0
  private rest = 0
  private wakePending = false
  private resume: (() => void) | undefined

  get isIdle(): boolean {
    return this.underWay === 0
  }

  /**
   * @param begin starts as much work as the limits allow, with `start`; returns whether it found any
   * @param abort ends the search for more work
   */
  async run(begin: () => Promise<boolean>, abort: AbortSignal): Promise<void> {
    const wake = () => this.wake()
    abort.addEventListener('abort', wake)
    this.wakePending = false
    try {
      for (;;) {
        const found = !abort.aborted && (await begin())
        // Work that finished during this look freed capacity that the look could not see; look again.
        const isOver = !found && this.isIdle && !this.wakePending
        if (isOver || (abort.aborted && this.isIdle)) return
        await this.wait()
        if (this.rest > LEAST_REST_MS) await pause(this.rest)
      }
    } finally {
      abort.removeEventListener('abort', wake)
      while (!this.isIdle) await this.wait()
    }
  }

  /** Ends the pause between two looks. A call during a look ends the next pause. */
  wake(): void {
    this.wakePending = true
    this.resume?.()
  }

  /** Runs the query for due work and measures it. No rest follows if the result was `worthwhile`. */
  async findWork<T>(query: () => Promise<T>, worthwhile: (found: T) => boolean = () => false): Promise<T> {
    const startedAt = monotonicNow()
    this.rest = LOOK_AGAIN_MS
    const found = await query()
    this.rest = worthwhile(found) ? 0 : Math.min((monotonicNow() - startedAt) * REST, LOOK_AGAIN_MS)
    return found
  }

  /** Adds work that the loop waits for. It must not reject. Work that frees capacity for more calls `wake`. */
  async start(work: Promise<void>): Promise<void> {
    this.underWay += 1
    try {
      await work
    } finally {
      this.underWay -= 1
      if (this.isIdle) this.wake()
    }
  }

  private async wait(): Promise<void> {
    if (!this.wakePending) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_AGAIN_MS)
        this.resume = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.resume = undefined
    }
    this.wakePending = false
  }
}
