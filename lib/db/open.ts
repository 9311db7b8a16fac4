import { migratePostgres, migrateSqlite } from './migrate.js'
import { PostgresDatabase } from './postgres.js'
import { ServedSqlite } from './served-sqlite.js'
import { SqliteDatabase } from './sqlite.js'
import type { Database } from './types.js'

export const isPostgres = (database: string): boolean => /^postgres(ql)?:/.test(database)

/** Brings the database to the newest schema; a SQLite file is made when missing. */
export function migrate(database: string): Promise<void> {
  return isPostgres(database) ? migratePostgres(database) : migrateSqlite(database)
}

/** Of a PostgreSQL server that several processes share; a thread that reads has two questions at once at most. */
const CONNECTIONS = { served: 10, own: 4, reading: 2 }
const READING_CACHE_KIB = 64_000
/** The longest that a statement of theirs may take. Commands wait as long as it needs: a person sees them. */
const STATEMENT_MS = { served: 15_000, working: 30_000, reading: 30_000 }
/** Whoever searches wants the index of words: see lib/search/postgres-searcher.ts. */
const BY_INDEX = ['enable_seqscan=off', 'jit=off']

/** For one thread of one's own: commands, tests. Migrated already. */
export function connect(database: string): Database {
  return isPostgres(database) ? new PostgresDatabase(database, CONNECTIONS.own) : new SqliteDatabase(database)
}

/** As `connect`, for a thread of a process that runs for weeks. */
export function connectToWork(database: string): Database {
  return isPostgres(database)
    ? new PostgresDatabase(database, CONNECTIONS.own, { statementMs: STATEMENT_MS.working })
    : new SqliteDatabase(database)
}

/** For a thread that only reads, much of the database. Migrated already. */
export function connectToRead(database: string): Database {
  return isPostgres(database)
    ? new PostgresDatabase(database, CONNECTIONS.reading, {
        settings: BY_INDEX,
        statementMs: STATEMENT_MS.reading,
      })
    : new SqliteDatabase(database, { readonly: true, cacheKib: READING_CACHE_KIB })
}

/** As `connect`, migrated first. */
export async function openDatabase(database: string): Promise<Database> {
  await migrate(database)
  return connect(database)
}

/** For a thread that answers requests: SQLite reads here and writes on a thread of its own. Migrates first. */
export async function openServedDatabase(database: string): Promise<Database> {
  await migrate(database)
  return isPostgres(database)
    ? new PostgresDatabase(database, CONNECTIONS.served, { statementMs: STATEMENT_MS.served, prepares: true })
    : new ServedSqlite(database)
}
