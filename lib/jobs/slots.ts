import { DAY_MS, MINUTE_MS } from '../clock.js'
import { findSetting, saveSetting } from '../db/settings-store.js'
import type { Db } from '../db/types.js'

/**
 * Claims a job for this minute of its schedule. Of several workers, the first to ask gets true. Clocks need
 * not agree exactly: each worker names the minute by its own clock.
 */
export function claimSlot(db: Db, job: string, now: number): Promise<boolean> {
  return saveSetting(db, `job_${job}`, Math.round(now / MINUTE_MS))
}

/** Nights are a day apart. A longer gap means that the server was off for a night or that the clock jumped. */
const LONGEST_GAP_MS = 1.5 * DAY_MS
const NAME = 'prune_night'

/**
 * Whether the clock can be trusted enough to delete expired rows. A clock that jumped far ahead makes
 * everything look expired, so the previous night must have been recorded about a day ago.
 */
export async function isClockTrusted(db: Db, now: number): Promise<boolean> {
  return db.transaction(async (db) => {
    const previous = Number((await findSetting(db, NAME)) ?? 0)
    await saveSetting(db, NAME, now)
    const gap = now - previous
    return gap >= 0 && gap <= LONGEST_GAP_MS
  })
}
