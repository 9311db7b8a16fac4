import type { Db } from '../db/types.js'
import { writerOf } from './engines.js'
import { pruneWalks } from './walks.js'

/** Rows removed in one transaction; others write in between. */
const WALKS_AT_ONCE = 200
const EPISODES_AT_ONCE = 25

/** Removes walks that have ended and what is no longer recent, and tidies the index. Returns counts. */
export async function pruneSearch(db: Db, now: number): Promise<{ walks: number; recent: number }> {
  const writer = writerOf(db)
  const walks = await inBatches(WALKS_AT_ONCE, (limit) => pruneWalks(db, now, limit))
  const recent = await inBatches(EPISODES_AT_ONCE, (limit) =>
    db.transaction((db) => writer.pruneRecent(db, now, limit)),
  )
  let tidied = true
  while (tidied) tidied = await writer.merge(db)
  return { walks, recent }
}

async function inBatches(limit: number, remove: (limit: number) => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const removed = await remove(limit)
    total += removed
    if (removed < limit) return total
  }
}
