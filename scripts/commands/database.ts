import type { Command } from 'commander'
import type { Db } from '../../lib/db/types.js'
import { distributeSearch } from '../../lib/search/distribute.js'
import { CommandError, print, withDatabase } from './command.js'

async function refuseWithoutCitus(db: Db): Promise<void> {
  if (db.engine === 'sqlite') {
    throw new CommandError(
      'A SQLite file stays on one machine: set OVERHEARD_DATABASE to a postgres:// URL, and see `overheard move`.',
    )
  }
  const { available, installed } = (await db.get<{ available: number; installed: number }>(
    `SELECT (SELECT COUNT(*) FROM pg_available_extensions WHERE name = 'citus') AS available,
            (SELECT COUNT(*) FROM pg_extension WHERE extname = 'citus') AS installed`,
  ))!
  if (installed > 0) return
  throw new CommandError(
    available > 0
      ? 'The extension citus is not enabled in this database: run CREATE EXTENSION citus in it, as a superuser, first.'
      : 'This PostgreSQL server has no extension citus; install Citus on it first.',
  )
}

export function register(program: Command): void {
  const database = program.command('database').description('the database itself')

  database
    .command('distribute')
    .description('spread the search index over the nodes of a PostgreSQL with Citus')
    .action(async (_options, command) => {
      const distributed = await withDatabase(async (db) => {
        await refuseWithoutCitus(db)
        return distributeSearch(db)
      })
      print(command, {
        json: { distributed },
        text:
          distributed.length > 0 ? distributed.map((name) => `${name} is spread`) : 'All is spread already.',
      })
    })
}
