import { ANNOUNCEMENTS } from '../db/migrations/008-announcements.js'
import { PostgresDatabase } from '../db/postgres.js'
import { ServedSqlite } from '../db/served-sqlite.js'
import type { Database } from '../db/types.js'
import { SIGNALS, type Signals } from './signals.js'

const WATCH_MS = 250

/**
 * Wakes the jobs when another process has changed the database: an import, a new alert, a test send.
 * @returns stops watching
 */
export function watchDatabase(db: Database, signals: Signals): () => Promise<void> {
  if (db instanceof ServedSqlite) return watchFile(db, signals)
  if (db instanceof PostgresDatabase) return watchServer(db, signals)
  return async () => undefined
}

function wakeAll(signals: Signals): void {
  for (const signal of SIGNALS) signals.emit(signal)
}

/** Asking SQLite whether its file changed costs microseconds; looking for what is due, little more. */
function watchFile(db: ServedSqlite, signals: Signals): () => Promise<void> {
  let seen = db.dataVersion()
  const timer = setInterval(() => {
    const version = db.dataVersion()
    if (version === seen) return
    seen = version
    wakeAll(signals)
  }, WATCH_MS)
  timer.unref()
  return async () => clearInterval(timer)
}

/** PostgreSQL tells by itself what became due. */
function watchServer(db: PostgresDatabase, signals: Signals): () => Promise<void> {
  return db.listen(ANNOUNCEMENTS, (word) => {
    const signal = SIGNALS.find((known) => known === word)
    if (signal) signals.emit(signal)
    else wakeAll(signals)
  })
}
