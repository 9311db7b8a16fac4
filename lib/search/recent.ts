import { DAY_MS, startOfUtcDay } from '../clock.js'
import type { Db } from '../db/types.js'

/** Days that the recent index covers: the default window, and again as much for `until` in the past. */
const RECENT_DAYS = 62
/** Rows go this many days after they stop being answered for, so that no search in hand misses them. */
const GRACE_DAYS = 2
/** Where the index keeps it in `settings`. */
export const INDEX_SETTING = 'recent_index_from'

/** The first instant from which on the recent index holds everything; undefined while it is empty. */
export async function recentFrom(db: Db): Promise<number | undefined> {
  const row = await db.get<{ value: string }>('SELECT value FROM settings WHERE name = :name', {
    name: INDEX_SETTING,
  })
  return row && Number(row.value)
}

/** The same, and where nothing is recorded yet, the index begins now. */
export async function beginRecent(db: Db, now: number): Promise<number> {
  const known = await recentFrom(db)
  if (known !== undefined) return known
  const from = startOfUtcDay(now) - RECENT_DAYS * DAY_MS
  await record(db, from)
  return from
}

/** Moves the beginning up to where it should be now. Returns the instant before which rows may go. */
export async function advanceRecent(db: Db, now: number): Promise<number> {
  const known = await beginRecent(db, now)
  const from = Math.max(known, startOfUtcDay(now) - RECENT_DAYS * DAY_MS)
  if (from > known) await record(db, from)
  return from - GRACE_DAYS * DAY_MS
}

async function record(db: Db, from: number): Promise<void> {
  await db.run(
    `INSERT INTO settings (name, value) VALUES (:name, :value)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    { name: INDEX_SETTING, value: String(from) },
  )
}
