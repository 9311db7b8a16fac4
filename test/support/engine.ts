import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { connect, migrate } from '../../lib/db/open.js'
import { CITUS, dropOnCitus, IS_SPREAD, makeOnCitus, removeCitusTemplates } from './citus.js'

/** What the tests of this process run on: SQLite, a PostgreSQL, or one whose search is spread by Citus. */
export const ENGINE = IS_SPREAD || process.env.OVERHEARD_TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

/** For tests of behaviour that only SQLite files have. */
export function describeOnSqlite(title: string, suite: () => void): void {
  if (ENGINE === 'sqlite') describe(title, suite)
  else describe.skip(`${title} (only on SQLite)`, suite)
}

/** For tests of behaviour that only PostgreSQL servers have. */
export function describeOnPostgres(title: string, suite: (this: Mocha.Suite) => void): void {
  if (ENGINE === 'postgres') describe(title, suite)
}

/** A place for a database: nothing stands there yet, and nothing will when it is removed. */
export interface TestDatabase {
  /** As `OVERHEARD_DATABASE` takes it. */
  database: string
  /** Of the database file, and for whatever else a test keeps. */
  folder: string
  remove(): Promise<void>
}

/** A migrated database with nothing in it. */
export async function makeDatabase(purpose: string): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), `overheard-${purpose}-`))
  const { database, make, drop } = reserveDatabase(join(folder, 'test.db'))
  await make()
  return {
    database,
    folder,
    async remove() {
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** As `makeDatabase`, but nothing has been migrated there. */
export async function makeEmptyDatabase(purpose: string): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), `overheard-${purpose}-`))
  const { database, drop } = reserveDatabase(join(folder, 'test.db'))
  if (ENGINE === 'postgres') await onServer(`CREATE DATABASE ${new URL(database).pathname.slice(1)}`)
  return {
    database,
    folder,
    async remove() {
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A name for a database that `make` brings into being, where the command would not do that itself. */
export function reserveDatabase(path: string, engine: typeof ENGINE = ENGINE) {
  const nothing = async () => undefined
  if (engine === 'sqlite') return { database: path, make: nothing, makeEmpty: nothing, drop: nothing }
  const name = `overheard_test_${process.pid}_${++reserved}`
  let making: Promise<void> | undefined
  return {
    database: urlOf(name),
    make() {
      if (IS_SPREAD) {
        making ??= makeOnCitus(name, true)
        return making
      }
      making ??= templateName().then((template) => onServer(`CREATE DATABASE ${name} TEMPLATE ${template}`))
      return making
    },
    /** Without tables, as an operator makes it; on Citus not to be had. */
    makeEmpty: () => onServer(`CREATE DATABASE ${name}`),
    drop: () => (IS_SPREAD ? dropOnCitus(name) : onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  }
}

/** Keeps everybody else from writing settings and the orders of searches (on a file: anything). Returns what ends it. */
export async function holdWrites(database: string): Promise<() => Promise<void>> {
  const other = connect(database)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  return new Promise((resolve, reject) => {
    const holding = other.transaction(async (db) => {
      if (db.engine === 'postgres') await db.run('LOCK TABLE settings, search_walks IN SHARE MODE')
      resolve(async () => {
        letGo()
        await holding
        await other.close()
      })
      await held
    })
    holding.catch(reject)
  })
}

/** Ends all connections to a PostgreSQL database and takes no new ones. Returns what lets them in again. */
export async function sendAway(database: string): Promise<() => Promise<void>> {
  const name = new URL(database).pathname.slice(1)
  await onServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  await onServer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
  return () => onServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
}

/** Where all processes of a run copy their databases from; for the start of a run, in the process that starts it. */
export async function shareTemplate(): Promise<void> {
  if (ENGINE !== 'postgres' || IS_SPREAD) return
  migrated = makeTemplate()
  process.env[SHARED_TEMPLATE] = await migrated
}

/** Removes what this process leaves on the server; for the end of all tests. */
export async function removeTemplate(): Promise<void> {
  await removeCitusTemplates()
  if (migrated) await onServer(`DROP DATABASE ${await migrated} WITH (FORCE)`)
  await server?.end()
}

const SHARED_TEMPLATE = 'OVERHEARD_TEST_TEMPLATE'
let reserved = 0
let migrated: Promise<string> | undefined
let server: pg.Pool | undefined

function serverUrl(): string {
  const url = IS_SPREAD ? CITUS : process.env.OVERHEARD_TEST_POSTGRES
  if (!url) throw new Error('OVERHEARD_TEST_POSTGRES names no PostgreSQL server; `npm test` starts one')
  return url
}

function urlOf(name: string): string {
  const url = new URL(serverUrl())
  url.pathname = name
  return url.href
}

async function onServer(sql: string): Promise<void> {
  // The server may be stopped while the last connection is being closed.
  server ??= new pg.Pool({ connectionString: serverUrl(), max: 1, allowExitOnIdle: true }).on(
    'error',
    () => undefined,
  )
  await server.query(sql)
}

async function templateName(): Promise<string> {
  const shared = process.env[SHARED_TEMPLATE]
  if (shared) return shared
  migrated ??= makeTemplate()
  return migrated
}

async function makeTemplate(): Promise<string> {
  const name = `overheard_test_${process.pid}_template`
  await onServer(`CREATE DATABASE ${name}`)
  await migrate(urlOf(name))
  return name
}
