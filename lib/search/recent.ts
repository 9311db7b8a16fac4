import { DAY_MS, startOfUtcDay } from '../clock.js'
import { findSetting, saveSetting } from '../db/settings-store.js'
import type { Db } from '../db/types.js'

/** Days in the recent index: twice the default window, so that `until` can be in the past. */
export const RECENT_DAYS = 62
/** Rows are removed this many days after searches stop using them, so that no running search misses them. */
const GRACE_DAYS = 2
/** The name in `settings`. */
export const INDEX_SETTING = 'recent_index_from'

/** The first instant from which the recent index is complete; undefined while it is empty. */
export async function recentFrom(db: Db): Promise<number | undefined> {
  const from = await findSetting(db, INDEX_SETTING)
  return from === undefined ? undefined : Number(from)
}

/** As `recentFrom`, but records a beginning if there is none. */
export async function beginRecent(db: Db, now: number): Promise<number> {
  const known = await recentFrom(db)
  if (known !== undefined) return known
  const from = startOfUtcDay(now) - RECENT_DAYS * DAY_MS
  await saveSetting(db, INDEX_SETTING, from)
  return from
}

/** Moves the beginning forward to where it belongs at `now`. Returns the instant before which rows can be removed. */
export async function advanceRecent(db: Db, now: number): Promise<number> {
  const known = await beginRecent(db, now)
  const from = Math.max(known, startOfUtcDay(now) - RECENT_DAYS * DAY_MS)
  if (from > known) await saveSetting(db, INDEX_SETTING, from)
  return from - GRACE_DAYS * DAY_MS
}
