import { existsSync } from 'node:fs'
import { isPostgres } from '../db/is-postgres.js'
import { countMigrations, MIGRATION_COUNT } from '../db/migrate.js'
import { connect } from '../db/open.js'
import { serverVersion } from '../db/postgres.js'
import { openConnection } from '../db/sqlite.js'
import type { Db } from '../db/types.js'
import { messageOf } from '../errors.js'
import { askNodes, readCitus } from '../search/distribute.js'
import { COUNT_INDEXED, type IndexedRows } from '../search/fts5.js'
import { type CheckContext, type Finding, fault, fine, fromDatabase } from './check.js'

const RESTORE = 'Stop the service and put the latest backup in its place.'
const NOT_DAMAGED = 'Look at the checks of disk and permissions.'
const NONE_YET = 'there is no database yet; `overheard setup` or `overheard serve` makes one'
const ON_THE_SERVER = 'not checked: the PostgreSQL server looks after it'

type Connection = ReturnType<typeof openConnection>

/** Opens the file read-only: a check neither creates nor migrates a database. */
function withConnection(config: CheckContext['config'], look: (connection: Connection) => Finding): Finding {
  if (isPostgres(config.database)) return fine(ON_THE_SERVER)
  if (!existsSync(config.database)) return fine(NONE_YET)
  const connection = openConnection(config.database, { readonly: true })
  try {
    return look(connection)
  } finally {
    connection.close()
  }
}

export async function checkDatabase({ config }: CheckContext): Promise<Finding> {
  if (isPostgres(config.database)) return checkPostgres(config.database)
  try {
    return withConnection(config, (connection) => {
      const complaints = connection.pragma('quick_check(3)') as Array<{ quick_check: string }>
      const found = complaints.map(({ quick_check }) => quick_check).filter((line) => line !== 'ok')
      if (found.length > 0) return fault(`${config.database} is damaged: ${found.join('; ')}. ${RESTORE}`)
      return fine(`${config.database} is intact`)
    })
  } catch (error) {
    const isDamaged = /^SQLITE_(CORRUPT|NOTADB)/.test((error as { code?: string }).code ?? '')
    return fault(
      `${config.database} cannot be read: ${messageOf(error)}. ${isDamaged ? RESTORE : NOT_DAMAGED}`,
    )
  }
}

async function checkPostgres(database: string): Promise<Finding> {
  const db = connect(database)
  try {
    const version = await serverVersion(db)
    return (await readCitus(db)).isEnabled ? await checkNodes(db, version) : fine(version)
  } catch (error) {
    return fault(`The server does not answer: ${messageOf(error)}. Check OVERHEARD_DATABASE and the server.`)
  } finally {
    await db.close()
  }
}

/** Transcript searches need every node that Citus uses. */
async function checkNodes(db: Db, version: string): Promise<Finding> {
  const nodes = await askNodes(db)
  const silent = nodes.filter(({ answers }) => !answers).map(({ place }) => place)
  if (silent.length > 0) {
    return fault(
      `These nodes of Citus do not answer: ${silent.join(', ')}. Searches in transcripts fail without them. Start these nodes.`,
    )
  }
  return fine(`${version} with Citus, ${nodes.length} nodes`)
}

export async function checkSchema({ config }: CheckContext): Promise<Finding> {
  if (!isPostgres(config.database))
    return withConnection(config, (file) =>
      schemaAfter(file.pragma('user_version', { simple: true }) as number),
    )
  const done = await fromDatabase(config, countMigrations)
  return done ? schemaAfter(done) : fine('there is no schema yet, or none that can be read')
}

/** @param done how many migrations the database has had */
function schemaAfter(done: number): Finding {
  if (done > MIGRATION_COUNT) {
    return fault(
      `The database is of a newer version of Overheard (${done} migrations, ${MIGRATION_COUNT} known here). Install that version, or restore a backup made before the upgrade.`,
    )
  }
  const waiting = MIGRATION_COUNT - done
  return fine(
    waiting === 0 ? `all ${done} migrations are done` : `${waiting} migrations are done at the next start`,
  )
}

export async function checkSearch({ config }: CheckContext): Promise<Finding> {
  return withConnection(config, (connection) => {
    if (connection.pragma('user_version', { simple: true }) === 0) return fine(NONE_YET)
    const compared = connection.prepare(COUNT_INDEXED).all() as IndexedRows[]
    const off = compared.filter(({ rows, indexed }) => rows !== indexed)
    if (off.length > 0) {
      const found = off.map(({ what, rows, indexed }) => `${indexed} of ${rows} ${what}`)
      return fault(`The search index has ${found.join(', ')}. ${RESTORE}`)
    }
    return fine(compared.map(({ what, rows }) => `${rows} ${what}`).join(', '))
  })
}
