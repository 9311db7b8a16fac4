import { DAY_MS, MINUTE_MS, monotonicNow } from '../clock.js'
import { moveDueTimesBack } from '../queue/queue.js'
import { QUEUES } from '../queue/queues.js'
import type { Services } from '../services.js'
import { applyMovedDueTimes } from '../webhooks/delivery-store.js'
import type { Job } from './runner.js'
import { SIGNALS } from './signals.js'

/** Smaller steps are ordinary corrections of a synchronised clock. */
const LEAST_STEP_MS = MINUTE_MS
/** Longer than any pause, including a publisher's Retry-After. */
const LONGEST_PAUSE_MS = 8 * DAY_MS

/**
 * Notices when the system clock is set back and moves due times back with it. On the first pass the previous
 * time is unknown: only rows due unreasonably far ahead are made due.
 */
export function followClock({ db, clock, signals, logger }: Services): Job {
  let last: { wall: number; monotonic: number } | undefined
  return {
    name: 'clock',
    schedule: 5000,

    async run() {
      const [now, monotonic] = [clock.now(), monotonicNow()]
      const backBy = last === undefined ? 0 : Math.round(last.wall + (monotonic - last.monotonic) - now)
      const isFirst = last === undefined
      last = { wall: now, monotonic }
      if (!isFirst && backBy < LEAST_STEP_MS) return {}
      // Read committed: each update depends only on the rows that it changes.
      await db.transaction(async (db) => {
        let changed = 0
        for (const queue of Object.values(QUEUES)) {
          changed += await moveDueTimesBack(db, queue, { now, backBy, beyond: now + LONGEST_PAUSE_MS })
        }
        if (changed > 0) await applyMovedDueTimes(db, now)
      }, 'read committed')
      if (isFirst) return {}
      logger.warn({ seconds: Math.round(backBy / 1000) }, 'the clock was set back, and all due times with it')
      for (const signal of SIGNALS) signals.emit(signal)
      return {}
    },
  }
}
