import { MINUTE_MS } from '../clock.js'
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
