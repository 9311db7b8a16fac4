import { DAY_MS, MINUTE_MS } from '../clock.js'
import type { Db } from '../db/types.js'

/**
 * Whether this process is the one that does a job at this minute of the schedule; of several workers the first
 * to ask is. Clocks need not agree: each worker names the minute by its own.
 */
export async function claimSlot(db: Db, job: string, now: number): Promise<boolean> {
  const claimed = await db.get(
    `INSERT INTO settings (name, value) VALUES (:name, :slot)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE settings.value <> excluded.value
     RETURNING name`,
    { name: `job_${job}`, slot: String(Math.round(now / MINUTE_MS)) },
  )
  return claimed !== undefined
}

/** Between two nights lies a day. A server that was off for a night, or a clock that jumped, leaves more. */
const LONGEST_GAP_MS = 1.5 * DAY_MS
const NAME = 'prune_night'

/**
 * Whether what is too old by `now` may be removed for good. A clock that jumped far ahead makes everything look old, so
 * it is believed only when it told the night before too: after a day of running.
 */
export async function isClockBelieved(db: Db, now: number): Promise<boolean> {
  return db.transaction(async (db) => {
    const row = await db.get<{ value: string }>('SELECT value FROM settings WHERE name = :name', {
      name: NAME,
    })
    await db.run(
      `INSERT INTO settings (name, value) VALUES (:name, :now)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      { name: NAME, now: String(now) },
    )
    const gap = now - Number(row?.value ?? 0)
    return gap >= 0 && gap <= LONGEST_GAP_MS
  })
}
