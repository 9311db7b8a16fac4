import { type Command, InvalidArgumentError } from 'commander'
import { isPostgres } from '../../lib/db/is-postgres.js'
import { connect } from '../../lib/db/open.js'
import { MoveError, openAlone } from '../../lib/move/alone.js'
import { distributeSearch, readCitus, SpreadError, type SpreadTable } from '../../lib/search/distribute.js'
import { CommandError, configOf, print } from './command.js'

const SHARDS_AT_MOST = 1000

/** Checks before anything is written: a node that was mistaken for the coordinator must not get tables. */
async function nodesOf(database: string): Promise<number> {
  if (!isPostgres(database)) {
    throw new CommandError(
      'A SQLite file stays on one machine: set OVERHEARD_DATABASE to a postgres:// URL, and see `overheard move`.',
    )
  }
  const db = connect(database)
  try {
    const { isInstalled, isEnabled, isCoordinator, nodes } = await readCitus(db)
    if (!isInstalled) {
      throw new CommandError(
        'This PostgreSQL server has no extension citus; install Citus on it and on its nodes first.',
      )
    }
    if (!isEnabled) {
      throw new CommandError(
        'The extension citus is not enabled in this database: run CREATE EXTENSION citus in it, as a superuser, first.',
      )
    }
    if (!isCoordinator) {
      throw new CommandError(
        'This server is a node of Citus, not its coordinator: set OVERHEARD_DATABASE to the coordinator.',
      )
    }
    if (nodes === 0) {
      throw new CommandError(
        'This server has no nodes of Citus yet: run SELECT citus_add_node(host, port) for each of them first, on the coordinator.',
      )
    }
    return nodes
  } finally {
    await db.close()
  }
}

async function distribute(database: string, shards: number | undefined): Promise<SpreadTable[]> {
  const nodes = await nodesOf(database)
  try {
    const db = await openAlone(database)
    try {
      return await distributeSearch(db, { nodes, shards })
    } finally {
      await db.close()
    }
  } catch (error) {
    if (error instanceof MoveError || error instanceof SpreadError) throw new CommandError(error.message)
    throw error
  }
}

function shardCount(value: string): number {
  const count = Number(value)
  if (/^\d+$/.test(value) && count >= 1 && count <= SHARDS_AT_MOST) return count
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${SHARDS_AT_MOST}.`)
}

function told({ name, rows, shards, nodes, isNew }: SpreadTable): string {
  const what = isNew ? 'is now spread' : 'was spread already'
  return `${name} ${what}: ${rows} rows in ${shards} shards on ${nodes} nodes`
}

export function register(program: Command): void {
  const database = program.command('database').description('the database itself')

  database
    .command('distribute')
    .description('spread the search index over the nodes of a PostgreSQL with Citus')
    .option('--shards <count>', 'pieces to spread, for good (default: four for each node)', shardCount)
    .action(async ({ shards }: { shards?: number }, command) => {
      const tables = await distribute(configOf().database, shards)
      print(command, {
        json: { tables },
        text: [
          ...tables.map(told),
          'Everything else stays whole on the coordinator. Start Overheard again as before.',
        ],
      })
    })
}
