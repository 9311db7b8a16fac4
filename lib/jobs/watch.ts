import type { Database } from '../db/types.js'
import { SIGNALS, type Signals } from './signals.js'

/**
 * Wakes the jobs when another process has changed the database: an import, a new alert, a test send.
 * @returns stops watching
 */
export function watchDatabase(db: Database, signals: Signals): () => Promise<void> {
  return db.watch((name) => {
    const signal = SIGNALS.find((known) => known === name)
    for (const each of signal ? [signal] : SIGNALS) signals.emit(each)
  })
}
