import { accounts } from './migrations/001-accounts.js'
import { catalogue } from './migrations/002-catalogue.js'
import { search } from './migrations/003-search.js'
import { alerts } from './migrations/004-alerts.js'
import { webhooks } from './migrations/005-webhooks.js'
import { feeds } from './migrations/006-feeds.js'
import { mail } from './migrations/007-mail.js'
import { announcements } from './migrations/008-announcements.js'
import { transcriptObjects } from './migrations/009-transcript-objects.js'
import { countingServers } from './migrations/010-counting-servers.js'
import { vocabularyParts } from './migrations/011-vocabulary-parts.js'
import { attempts } from './migrations/012-attempts.js'
import { webConsole } from './migrations/013-console.js'
import { unpackedTexts } from './migrations/014-unpacked-texts.js'
import { workQueues } from './migrations/015-work-queues.js'
import { transcriptPeaks } from './migrations/016-transcript-peaks.js'
import { transcriptHosts } from './migrations/017-transcript-hosts.js'
import { wordCounts } from './migrations/018-word-counts.js'
import { feedProblems } from './migrations/019-feed-problems.js'
import { type Dialect, POSTGRES, SQLITE } from './migrations/dialect.js'
import { connectionTo, POSTGRES_TIMEOUT_MS, pg } from './postgres-connection.js'
import { openConnection } from './sqlite.js'
import type { Db } from './types.js'

/** Forward only, in this order. A released name never changes. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '001-accounts', statements: accounts },
  { name: '002-catalogue', statements: catalogue },
  { name: '003-search', statements: search },
  { name: '004-alerts', statements: alerts },
  { name: '005-webhooks', statements: webhooks },
  { name: '006-feeds', statements: feeds },
  { name: '007-mail', statements: mail },
  { name: '008-announcements', statements: announcements },
  { name: '009-transcript-objects', statements: transcriptObjects },
  { name: '010-counting-servers', statements: countingServers },
  { name: '011-vocabulary-parts', statements: vocabularyParts },
  { name: '012-attempts', statements: attempts },
  { name: '013-console', statements: webConsole },
  { name: '014-unpacked-texts', statements: unpackedTexts },
  { name: '015-work-queues', statements: workQueues },
  { name: '016-transcript-peaks', statements: transcriptPeaks },
  { name: '017-transcript-hosts', statements: transcriptHosts },
  { name: '018-word-counts', statements: wordCounts },
  { name: '019-feed-problems', statements: feedProblems },
]

interface Migration {
  name: string
  statements(dialect: Dialect): readonly string[]
}

/** How long a process waits for another one that migrates. */
const MIGRATION_TIMEOUT_MS = 30_000

/** The number of migrations in this version. */
export const MIGRATION_COUNT = MIGRATIONS.length

/** Presents the static list to knex, which records the migrations that were run. */
const migrationSource = (migrations: readonly Migration[], dialect: Dialect) => ({
  getMigrations: async () => [...migrations],
  getMigrationName: (migration: Migration) => migration.name,
  getMigration: async ({ statements }: Migration) => ({
    up: async (knex: { raw(sql: string): Promise<unknown> }) => {
      for (const statement of statements(dialect)) await knex.raw(statement)
    },
    down: async () => {
      throw new Error('Migrations go forward only; restore a backup instead.')
    },
  }),
})

/** How many migrations a file has had. The number is in the file's header, so that a start is fast. */
function versionOf(path: string): number {
  const connection = openConnection(path)
  try {
    const version = connection.pragma('user_version', { simple: true }) as number
    if (version > MIGRATIONS.length) {
      throw new Error(
        `it was migrated by a newer version of Overheard (${version} migrations, ${MIGRATIONS.length} known here).`,
      )
    }
    return version
  } finally {
    connection.close()
  }
}

/**
 * Migrates the SQLite file at `path` to the newest schema, or to an older one with fewer migrations. Creates a
 * missing file.
 */
export async function migrateSqlite(path: string, migrations = MIGRATIONS): Promise<void> {
  if (versionOf(path) === migrations.length) return
  const { default: knex } = await import('knex')
  const db = knex({ client: 'better-sqlite3', connection: { filename: path }, useNullAsDefault: true })
  try {
    await db.raw(`PRAGMA busy_timeout = ${MIGRATION_TIMEOUT_MS}`)
    await db.transaction(async (lock) => {
      // A write, so that processes take turns from here. The later ones find nothing left to do.
      await lock.raw(`PRAGMA user_version = ${migrations.length}`)
      await lock.migrate.latest({
        migrationSource: migrationSource(migrations, SQLITE),
        tableName: 'migrations',
      })
    })
  } finally {
    await db.destroy()
  }
}

/** The advisory lock of a migration. Other processes wait for it and find nothing left to do. */
const MIGRATION_LOCK = 4_813_207

/** Migrates a PostgreSQL database to the newest schema, or to an older one with fewer migrations. */
export async function migratePostgres(url: string, migrations = MIGRATIONS): Promise<void> {
  if (await isMigrated(url)) return
  const { default: knex } = await import('knex')
  const db = knex({ client: 'pg', connection: url, pool: { min: 1, max: 2 } })
  try {
    await db.transaction(async (lock) => {
      await lock.raw(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`)
      await db.migrate.latest({
        migrationSource: migrationSource(migrations, POSTGRES),
        tableName: 'migrations',
      })
    })
  } finally {
    await db.destroy()
  }
}

/** How many migrations a PostgreSQL database has had. @throws before the first one */
export async function countMigrations(db: Db): Promise<number> {
  return (await db.get<{ count: number }>('SELECT count(*) AS count FROM migrations'))!.count
}

/**
 * Reads the list without knex, which takes long to load: most starts have nothing to migrate.
 * @throws also if a newer version migrated the database
 */
async function isMigrated(url: string): Promise<boolean> {
  const client = new (pg().Client)({
    ...connectionTo(url, { applicationName: 'overheard migrate' }),
    query_timeout: POSTGRES_TIMEOUT_MS,
  })
  // A lost connection is reported by the pending query.
  client.on('error', () => undefined)
  await client.connect().catch((error: Error & { code?: string }) => {
    // An address with several IP addresses fails without a message.
    const reason = error.message || error.code
    throw Object.assign(new Error(`PostgreSQL cannot be reached: ${reason}`), { code: error.code })
  })
  try {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations')
    if (!rows.every(({ name }) => MIGRATIONS.some((known) => known.name === name))) {
      throw new Error('The database was migrated by a newer version of Overheard.')
    }
    return rows.length === MIGRATIONS.length
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return false
    throw error
  } finally {
    await client.end()
  }
}

const UNDEFINED_TABLE = '42P01'
