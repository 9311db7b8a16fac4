import { isDatabaseUnavailable } from '../db/errors.js'
import { isPostgres } from '../db/is-postgres.js'
import { migrate } from '../db/open.js'
import { PostgresDatabase } from '../db/postgres.js'
import { SqliteDatabase } from '../db/sqlite.js'
import type { Database } from '../db/types.js'

/** A state of a database that a person has to change first; the message says which. */
export class MoveError extends Error {}

const OTHERS = `SELECT COUNT(*) AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'overheard'`

/**
 * Opens and migrates a database that no other process of Overheard has open. A SQLite file stays locked until
 * it is closed. @throws MoveError
 */
export async function openAlone(database: string): Promise<Database> {
  await migrate(database)
  return isPostgres(database) ? openServerAlone(database) : openFileAlone(database)
}

function openFileAlone(path: string): Database {
  const db = new SqliteDatabase(path, { busyTimeoutMs: 500 })
  try {
    // SQLite leaves WAL mode only when this is the last connection. Entering WAL again in exclusive mode
    // keeps others out.
    db.connection.pragma('journal_mode = DELETE')
    db.connection.pragma('locking_mode = EXCLUSIVE')
    db.connection.pragma('journal_mode = WAL')
    return db
  } catch (error) {
    db.connection.close()
    if (!isDatabaseUnavailable(error)) throw error
    throw new MoveError(`${path} is in use: stop serve and worker, and whatever else has it open, first.`)
  }
}

async function openServerAlone(url: string): Promise<Database> {
  const db = new PostgresDatabase(url, 2, { applicationName: 'overheard move' })
  const others = await db.get<{ count: number }>(OTHERS)
  if (others!.count === 0) return db
  await db.close()
  throw new MoveError(
    `The PostgreSQL database is in use (${others!.count} connections): stop every serve and worker first.`,
  )
}
