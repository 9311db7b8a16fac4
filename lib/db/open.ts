import { isPostgres } from './is-postgres.js'
import { migratePostgres, migrateSqlite } from './migrate.js'
import { PostgresDatabase } from './postgres.js'
import { ServedSqlite } from './served-sqlite.js'
import { SqliteDatabase } from './sqlite.js'
import type { Database } from './types.js'

/** Migrates the database to the newest schema. Creates a missing SQLite file. */
export async function migrate(database: string): Promise<void> {
  if (isPostgres(database)) return migratePostgres(database)
  try {
    await migrateSqlite(database)
  } catch (error) {
    // SQLite's messages do not name the file.
    if (error instanceof Error) error.message = `Cannot open the database ${database}: ${error.message}`
    throw error
  }
}

/**
 * Connections to a PostgreSQL server, which several processes share. A reading thread has two queries at once at most.
 */
const CONNECTIONS = { served: 10, own: 4, reading: 2 }
/** For each reading thread. Twice as much makes a page 2 % faster. */
const READING_CACHE_KIB = 32_000
/** Statement timeouts. Commands have none: the person who runs one can stop it. */
const STATEMENT_MS = { served: 15_000, working: 30_000, reading: 30_000 }
/** Searches should use the word index: see lib/search/postgres-searcher.ts. */
const PREFER_INDEXES = ['enable_seqscan=off', 'jit=off']

/** For a thread with its own connection: commands, tests. The database must be migrated. */
export function connect(database: string): Database {
  return isPostgres(database) ? new PostgresDatabase(database, CONNECTIONS.own) : new SqliteDatabase(database)
}

/** Like `connect`, for a thread of a long-running process. */
export function connectToWork(database: string): Database {
  return isPostgres(database)
    ? new PostgresDatabase(database, CONNECTIONS.own, { statementMs: STATEMENT_MS.working })
    : new SqliteDatabase(database)
}

/** For a thread that only reads, but much. The database must be migrated. */
export function connectToRead(database: string): Database {
  return isPostgres(database)
    ? new PostgresDatabase(database, CONNECTIONS.reading, {
        settings: PREFER_INDEXES,
        statementMs: STATEMENT_MS.reading,
      })
    : new SqliteDatabase(database, { readonly: true, cacheKib: READING_CACHE_KIB })
}

/** Migrates, then connects. */
export async function openDatabase(database: string): Promise<Database> {
  await migrate(database)
  return connect(database)
}

/** For a thread that answers requests: SQLite reads here and writes on another thread. Migrates first. */
export async function openServedDatabase(database: string, lockTimeoutMs?: number): Promise<Database> {
  await migrate(database)
  return isPostgres(database)
    ? new PostgresDatabase(database, CONNECTIONS.served, {
        statementMs: STATEMENT_MS.served,
        prepares: true,
        lockTimeoutMs,
      })
    : new ServedSqlite(database, lockTimeoutMs)
}
