import { DAY_MS, MINUTE_MS } from '../clock.js'
import type { Db } from '../db/types.js'

/**
 * Claims a job for this minute of its schedule. Of several workers, the first to ask gets true. Clocks need
 * not agree exactly: each worker names the minute by its own clock.
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

/**
 * Nights are a day apart. A longer gap means that the server was off for a night or that the clock jumped.
 */
const LONGEST_GAP_MS = 1.5 * DAY_MS
const NAME = 'prune_night'

/**
 * Whether the clock can be trusted enough to delete expired rows. A clock that jumped far ahead makes
 * everything look expired, so the previous night must have been recorded about a day ago.
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
