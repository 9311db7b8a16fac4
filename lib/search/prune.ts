import type { Db } from '../db/types.js'
import { writerOf } from './engines.js'
import { pruneRankings } from './ranking-snapshots.js'

/** Rows removed in one transaction; others write in between. */
const RANKINGS_AT_ONCE = 200
const EPISODES_AT_ONCE = 25

/** Removes stored rankings that nobody pages through any more and what is no longer recent, and tidies the index. Returns counts. */
export async function pruneSearch(db: Db, now: number): Promise<{ rankings: number; recent: number }> {
  const writer = writerOf(db)
  const rankings = await inBatches(RANKINGS_AT_ONCE, (limit) => pruneRankings(db, now, limit))
  const recent = await inBatches(EPISODES_AT_ONCE, (limit) =>
    db.transaction((db) => writer.pruneRecent(db, now, limit)),
  )
  let tidied = true
  while (tidied) tidied = await writer.merge(db)
  return { rankings, recent }
}

async function inBatches(limit: number, remove: (limit: number) => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const removed = await remove(limit)
    total += removed
    if (removed < limit) return total
  }
}
