import { inBatches } from '../db/in-batches.js'
import type { Db } from '../db/types.js'
import { writerOf } from './engines.js'
import { pruneRankings } from './ranking-store.js'

/** Rows per transaction. Others can write between two transactions. */
const RANKINGS_AT_ONCE = 200
const EPISODES_AT_ONCE = 25

/** Removes expired rankings, maintains the recent index and merges the indexes. Returns how many rows it removed. */
export async function pruneSearch(
  db: Db,
  now: number,
  abort?: AbortSignal,
): Promise<{ rankings: number; recent: number }> {
  const writer = writerOf(db)
  const rankings = await inBatches(RANKINGS_AT_ONCE, (limit) => pruneRankings(db, now, limit), abort)
  const recent = await inBatches(
    EPISODES_AT_ONCE,
    (limit) => db.transaction((db) => writer.maintainRecent(db, now, limit)),
    abort,
  )
  await inBatches(1, async () => ((await writer.merge(db)) ? 1 : 0), abort)
  return { rankings, recent }
}
