import { inBatches } from '../db/in-batches.js'
import type { Db } from '../db/types.js'
import { writerOf } from './engines.js'
import { pruneRankings } from './ranking-store.js'

/** Rows removed in one transaction. Others can write in between. */
const RANKINGS_AT_ONCE = 200
const EPISODES_AT_ONCE = 25

/** Removes expired rankings and old episodes of the recent index, and merges the index. Returns counts. */
export async function pruneSearch(
  db: Db,
  now: number,
  abort?: AbortSignal,
): Promise<{ rankings: number; recent: number }> {
  const writer = writerOf(db)
  const rankings = await inBatches(RANKINGS_AT_ONCE, (limit) => pruneRankings(db, now, limit), abort)
  const recent = await inBatches(
    EPISODES_AT_ONCE,
    (limit) => db.transaction((db) => writer.pruneRecent(db, now, limit)),
    abort,
  )
  await inBatches(1, async () => ((await writer.merge(db)) ? 1 : 0), abort)
  return { rankings, recent }
}
