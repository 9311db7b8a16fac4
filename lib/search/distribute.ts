import type { Db } from '../db/types.js'
import { isSpread } from './spread.js'

/**
 * The tables that grow with the number of words. Citus spreads them by episode, both alike, so that each node
 * looks up, ranks and limits its own episodes. All other tables stay on the coordinator, because leases and
 * foreign keys cannot cross nodes.
 */
const TABLES = ['transcript_index', 'transcript_parts'] as const

/** More shards than nodes, so that nodes can be added later. The number of shards cannot change. */
const SHARDS_PER_NODE = 4

/** What Citus is on a PostgreSQL server. */
interface CitusState {
  /** Whether the extension is on the server's disk, and whether it is in this database. */
  isInstalled: boolean
  isEnabled: boolean
  isCoordinator: boolean
  /** Nodes that take shards. */
  nodes: number
}

export async function readCitus(db: Db): Promise<CitusState> {
  const { installed, enabled } = (await db.get<{ installed: boolean; enabled: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'citus') AS installed,
            EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus') AS enabled`,
  ))!
  if (!enabled) return { isInstalled: installed, isEnabled: false, isCoordinator: false, nodes: 0 }
  // Not by citus_is_coordinator(), which is false also on a coordinator that has no nodes yet.
  const { coordinator, nodes } = (await db.get<{ coordinator: boolean; nodes: number }>(
    `SELECT (SELECT groupid = 0 FROM pg_dist_local_group) AS coordinator,
            (SELECT COUNT(*) FROM pg_dist_node WHERE isactive AND shouldhaveshards) AS nodes`,
  ))!
  return { isInstalled: true, isEnabled: true, isCoordinator: coordinator, nodes }
}

/** Asks every node of Citus for an answer. */
export function askNodes(db: Db): Promise<Array<{ place: string; answers: boolean }>> {
  return db.all(
    `SELECT nodename || ':' || nodeport AS place, success AS answers FROM run_command_on_workers('SELECT 1')`,
  )
}

export interface SpreadTable {
  name: string
  rows: number
  shards: number
  nodes: number
  /** True if this call spread it; false if it was spread before. */
  isNew: boolean
}

/** Rows were lost or doubled on their way to the nodes, or a node refuses a setting. */
export class SpreadError extends Error {}

/**
 * Spreads the tables that are not spread yet, with their rows. Each table has one transaction, so an
 * interrupted call can be repeated. Nobody else may use the database.
 * @param shards undefined: four for each node, or as many as there are already
 * @throws SpreadError
 */
export async function distributeSearch(
  db: Db,
  { nodes, shards: wished }: { nodes: number; shards?: number | undefined },
): Promise<SpreadTable[]> {
  await refuseOtherShards(db, wished)
  const shards = wished ?? nodes * SHARDS_PER_NODE
  const spread: SpreadTable[] = []
  for (const name of TABLES) {
    const isNew = !(await isSpread(db, name))
    const before = await countRows(db, name)
    if (isNew) await distribute(db, name, shards)
    const rows = await countRows(db, name)
    if (rows !== before) throw new SpreadError(`The nodes have ${rows} rows of ${name} instead of ${before}.`)
    // The coordinator still has the rows that were copied to the nodes, also after an interrupted call.
    await db.get('SELECT truncate_local_data_after_distributing_table((:name)::regclass)', { name })
    // Otherwise the nodes have no statistics until their next autovacuum.
    await db.run(`ANALYZE ${name}`)
    spread.push({ name, rows, ...(await placement(db, name)), isNew })
  }
  await tunePlanners(db)
  return spread
}

async function refuseOtherShards(db: Db, wished: number | undefined): Promise<void> {
  if (wished === undefined || !(await isSpread(db, TABLES[0]))) return
  const { shards } = await placement(db, TABLES[0])
  if (shards === wished) return
  throw new SpreadError(
    `The index is spread in ${shards} shards already, and their number cannot change. Nothing was changed; repeat the command without --shards.`,
  )
}

async function distribute(db: Db, name: (typeof TABLES)[number], shards: number): Promise<void> {
  const how =
    name === TABLES[0] ? "shard_count => (:shards)::int, colocate_with => 'none'" : 'colocate_with => :first'
  await db.get(`SELECT create_distributed_table(:name, 'key', ${how})`, { name, shards, first: TABLES[0] })
}

async function countRows(db: Db, table: string): Promise<number> {
  return (await db.get<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`))!.count
}

async function placement(db: Db, name: string): Promise<{ shards: number; nodes: number }> {
  return (await db.get<{ shards: number; nodes: number }>(
    `SELECT COUNT(DISTINCT shardid) AS shards, COUNT(DISTINCT (nodename, nodeport)) AS nodes
       FROM citus_shards WHERE table_name = (:name)::regclass`,
    { name },
  ))!
}

/** The settings of search connections (lib/db/open.ts), which they cannot pass on to nodes. */
const SETTINGS = ['enable_seqscan = off', 'jit = off']

async function tunePlanners(db: Db): Promise<void> {
  // A node accepts changes of its own settings only if they are not propagated to the others.
  const commands = [
    'SET citus.enable_ddl_propagation TO off',
    ...SETTINGS.map((setting) => `ALTER DATABASE %1$I SET ${setting}`),
  ]
  const answers = await db.all<{ success: boolean; result: string }>(
    `SELECT success, result FROM run_command_on_workers(format('${commands.join('; ')}', current_database()))`,
  )
  const refusal = answers.find(({ success }) => !success)
  if (refusal) throw new SpreadError(`A node refused the search settings: ${refusal.result}`)
}
