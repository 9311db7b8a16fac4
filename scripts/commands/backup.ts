import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { isDatabaseUnavailable } from '../../lib/db/errors.js'
import { isPostgres } from '../../lib/db/is-postgres.js'
import { openConnection, SqliteDatabase } from '../../lib/db/sqlite.js'
import { CommandError, configOf, print } from './command.js'

/**
 * Copies the database as of one instant, while others read and write it. VACUUM INTO reads in one
 * transaction; SQLite's backup API would start over at every commit of a busy server.
 */
function copyDatabase(source: string, target: string): void {
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { force: true })
  const connection = openConnection(source, { readonly: true })
  // Keeps the file private while it is being written.
  const umask = process.umask(0o077)
  try {
    connection.prepare('VACUUM INTO ?').run(unfinished)
    renameSync(unfinished, target)
  } finally {
    process.umask(umask)
    connection.close()
    rmSync(unfinished, { force: true })
  }
}

/** While a copy is made the log of writes cannot be emptied, and grows. A copy is as good where it stays so. */
async function shrinkLog(source: string): Promise<void> {
  try {
    const db = new SqliteDatabase(source)
    await db.truncateLog().finally(() => db.close())
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
  }
}

/** A copy refers to objects that must be backed up separately. */
function whatIsElsewhere(copy: string): string[] {
  const connection = openConnection(copy, { readonly: true })
  try {
    const columns = connection.pragma('table_info(transcripts)') as Array<{ name: string }>
    if (!columns.some(({ name }) => name === 'object_key')) return []
    const sql = `SELECT count(*) FROM transcripts WHERE object_key <> ''`
    const count = connection.prepare(sql).pluck().get() as number
    return count === 0 ? [] : [`${count} transcripts are in the bucket and not part of it.`]
  } finally {
    connection.close()
  }
}

export function register(program: Command): void {
  program
    .command('backup')
    .description('write a consistent copy of the SQLite database while it is in use')
    .argument('<file>', 'path of the copy; must not exist unless --force is given')
    .option('--force', 'replace the file when it exists')
    .action(async (file: string, options: { force?: boolean }, command) => {
      const { database } = configOf()
      if (isPostgres(database)) throw new CommandError('Back a PostgreSQL database up with pg_dump.')
      if (!existsSync(database)) throw new CommandError(`There is no database ${database}.`)
      const target = resolve(file)
      if (!existsSync(dirname(target))) throw new CommandError(`There is no folder ${dirname(target)}.`)
      if (existsSync(target) && !options.force) {
        throw new CommandError(`${target} exists. Choose another path, or replace it with --force.`)
      }
      copyDatabase(database, target)
      await shrinkLog(database)
      const { size } = statSync(target)
      print(command, {
        json: { file: target, bytes: size },
        text: [`${target}: ${size} bytes`, ...whatIsElsewhere(target)],
      })
    })
}
