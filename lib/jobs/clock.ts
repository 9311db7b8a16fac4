import { DAY_MS, MINUTE_MS } from '../clock.js'
import { monotonicNow } from '../db/monotonic-now.js'
import { bringForward, recallFarAhead } from '../queue/queue.js'
import { QUEUES } from '../queue/queues.js'
import type { Services } from '../services.js'
import { noteChangedTimes } from '../webhooks/due-deliveries.js'
import type { Job } from './runner.js'
import { SIGNALS } from './signals.js'

/** A clock that is kept right moves by less. */
const LEAST_STEP_MS = MINUTE_MS
/** No pause is longer, not even one that a publisher's server asks for. */
const LONGEST_PAUSE_MS = 8 * DAY_MS

/**
 * Notices that the clock was set back, and brings due times forward with it. At the start, when nobody knows what
 * the clock showed before, only what is due absurdly late is made due.
 */
export function followClock({ db, clock, signals, logger }: Services): Job {
  let last: { wall: number; monotonic: number } | undefined
  return {
    name: 'clock',
    schedule: 5000,

    async run() {
      const [now, monotonic] = [clock.now(), monotonicNow()]
      const backBy = last === undefined ? 0 : last.wall + (monotonic - last.monotonic) - now
      const isFirst = last === undefined
      last = { wall: now, monotonic }
      if (!isFirst && backBy < LEAST_STEP_MS) return {}
      await db.transaction(async (db) => {
        let changed = 0
        for (const queue of Object.values(QUEUES)) {
          if (!isFirst) changed += await bringForward(db, queue, { now, backBy: Math.round(backBy) })
          changed += await recallFarAhead(db, queue, { now, beyond: now + LONGEST_PAUSE_MS })
        }
        if (changed > 0) await noteChangedTimes(db, now)
      }, 'read committed')
      if (isFirst) return {}
      logger.warn({ seconds: Math.round(backBy / 1000) }, 'the clock was set back; due times follow it')
      for (const signal of SIGNALS) signals.emit(signal)
      return {}
    },
  }
}
