import type { Clock } from '../clock.js'
import { saveSetting } from './settings-store.js'
import type { Db } from './types.js'

/** A successful write counts for this long, so that frequent checks do not load the disk. */
const CHECK_VALID_MS = 1000

/** Writes to the database, and rejects if that fails. Reads would succeed even if the disk is full. */
export function writeProbe(db: Db, clock: Clock): () => Promise<void> {
  let checkedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined

  async function write(): Promise<void> {
    const now = clock.now()
    await saveSetting(db, 'written_at', now)
    checkedAt = now
  }

  return async () => {
    if (Math.abs(clock.now() - checkedAt) < CHECK_VALID_MS) return
    running ??= write().finally(() => {
      running = undefined
    })
    await running
  }
}
