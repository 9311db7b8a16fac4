import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { BucketError } from '../../lib/bucket/bucket-error.js'
import type { Config } from '../../lib/config.js'
import { isPostgres } from '../../lib/db/is-postgres.js'
import type { Database } from '../../lib/db/types.js'
import { MoveError, openAlone } from '../../lib/move/alone.js'
import { moveDatabase } from '../../lib/move/move.js'
import { tryUrl } from '../../lib/net/try-url.js'
import { CommandError, clock, configOf, print, withDocuments } from './command.js'

function showProgress(table: string, rows: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${table}: ${rows} rows`)
}

async function move(config: Config, to: string): Promise<Record<string, number>> {
  const opened: Database[] = []
  try {
    const source = await openAlone(config.database)
    opened.push(source)
    const target = await openAlone(to)
    opened.push(target)
    return await withDocuments(config, (documents) =>
      moveDatabase({ source, target, clock, documents, onProgress: showProgress }),
    )
  } catch (error) {
    if (error instanceof MoveError || error instanceof BucketError) throw new CommandError(error.message)
    throw error
  } finally {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
    for (const db of opened) await db.close()
  }
}

/** Reads a database as `OVERHEARD_DATABASE` does. */
function databaseOf(text: string): string {
  if (isPostgres(text)) {
    if (tryUrl(text)) return text
    throw new CommandError('--to must be a path or a postgres:// URL.', 2)
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text))
    throw new CommandError('--to must be a path or a postgres:// URL.', 2)
  return resolve(text)
}

export function register(program: Command): void {
  program
    .command('move')
    .description('copy everything to another database and verify the copy')
    .requiredOption('--to <database>', 'an empty one: a path, or a postgres:// URL')
    .action(async (options: { to: string }, command) => {
      const config = configOf()
      const { database } = config
      const target = databaseOf(options.to)
      if (target === database) throw new CommandError('Source and target are the same database.')
      if (!isPostgres(database) && !existsSync(database)) {
        throw new CommandError(`There is no database ${database}.`)
      }
      const tables = await move(config, target)
      print(command, {
        json: { tables, verified: true },
        text: [
          ...Object.entries(tables).map(([name, rows]) => `${name}: ${rows}`),
          'All of it arrived. Set OVERHEARD_DATABASE to the new place and start Overheard again.',
        ],
      })
    })
}
