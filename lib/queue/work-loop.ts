import { setTimeout as pause } from 'node:timers/promises'
import { monotonicNow } from '../db/monotonic-now.js'

/** While work is under way, more comes due: this often it is looked for, in milliseconds. */
const LOOK_AGAIN_MS = 1000
/** Looking takes longer the more rows wait; between two looks is this many times what the last one took. */
const REST = 4
/** A shorter rest is none: a timer is not that exact. */
const LEAST_REST_MS = 5

/**
 * Looks for work, starts it, and looks again when some of it has ended, until nothing is due and nothing runs. It is
 * only over when nothing runs, also after an error and after a stop.
 */
export class WorkLoop {
  private underWay = 0
  private rest = 0
  private isRung = false
  private resume: (() => void) | undefined

  get isIdle(): boolean {
    return this.underWay === 0
  }

  /**
   * @param begin starts what there is room for by `start`, and answers whether it found any
   * @param abort nothing new is begun any more
   */
  async run(begin: () => Promise<boolean>, abort: AbortSignal): Promise<void> {
    const wake = () => this.wake()
    abort.addEventListener('abort', wake)
    try {
      for (;;) {
        // Work that finishes during this look frees room that the look cannot see; look again.
        const wasIdle = this.isIdle
        const found = !abort.aborted && (await begin())
        if (!found && wasIdle && this.isIdle) return
        await this.wait()
        if (this.rest > LEAST_REST_MS) await pause(this.rest)
      }
    } finally {
      abort.removeEventListener('abort', wake)
      while (!this.isIdle) await this.wait()
    }
  }

  /** Ends the pause between two looks; one that comes during a look counts for the next pause. */
  wake(): void {
    this.isRung = true
    this.resume?.()
  }

  /** Does the query for due work, and measures it. One that was `worthwhile` is followed by no rest. */
  async look<T>(query: () => Promise<T>, worthwhile: (found: T) => boolean = () => false): Promise<T> {
    const startedAt = monotonicNow()
    this.rest = LOOK_AGAIN_MS
    const found = await query()
    this.rest = worthwhile(found) ? 0 : Math.min((monotonicNow() - startedAt) * REST, LOOK_AGAIN_MS)
    return found
  }

  /** Work that the end of the loop waits for; it must not reject. */
  async start(work: Promise<void>): Promise<void> {
    this.underWay += 1
    try {
      await work
    } finally {
      this.underWay -= 1
      this.wake()
    }
  }

  private async wait(): Promise<void> {
    if (!this.isRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_AGAIN_MS)
        this.resume = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.resume = undefined
    }
    this.isRung = false
  }
}
