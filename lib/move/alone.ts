import { isDatabaseUnavailable } from '../db/errors.js'
import { isPostgres, migrate } from '../db/open.js'
import { PostgresDatabase } from '../db/postgres.js'
import { SqliteDatabase } from '../db/sqlite.js'
import type { Database } from '../db/types.js'

/** Somebody else has the database open. */
export class InUseError extends Error {}

const OTHERS = `SELECT COUNT(*) AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'overheard'`

/**
 * Opens a database that nobody else of Overheard has open, migrated. A file stays ours alone until it is closed.
 * @throws InUseError
 */
export async function openAlone(database: string): Promise<Database> {
  await migrate(database)
  return isPostgres(database) ? openServerAlone(database) : openFileAlone(database)
}

function openFileAlone(path: string): Database {
  const db = new SqliteDatabase(path, { busyTimeoutMs: 500 })
  try {
    // SQLite leaves WAL only for the last connection; entered again in this mode, it lets nobody else in.
    db.connection.pragma('journal_mode = DELETE')
    db.connection.pragma('locking_mode = EXCLUSIVE')
    db.connection.pragma('journal_mode = WAL')
    return db
  } catch (error) {
    db.connection.close()
    if (!isDatabaseUnavailable(error)) throw error
    throw new InUseError(`${path} is in use: stop serve and worker, and whatever else has it open, first.`)
  }
}

async function openServerAlone(url: string): Promise<Database> {
  const db = new PostgresDatabase(url, 2, { applicationName: 'overheard move' })
  const others = await db.get<{ count: number }>(OTHERS)
  if (others!.count === 0) return db
  await db.close()
  throw new InUseError(
    `The PostgreSQL database is in use (${others!.count} connections): stop every serve and worker first.`,
  )
}
