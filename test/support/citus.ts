import pg from 'pg'
import { migrate, openDatabase } from '../../lib/db/open.js'
import { distributeSearch } from '../../lib/search/distribute.js'

/**
 * A coordinator of Citus for tests: `OVERHEARD_TEST_CITUS` is the URL of any database on it that has the extension and
 * its nodes. Each test gets databases of its own, on the coordinator and on every node under one name; so the role
 * must be a superuser on all of them, with one password.
 */
export const CITUS = process.env.OVERHEARD_TEST_CITUS

interface Node {
  host: string
  port: number
}

/** Whether this process's databases are spread: `OVERHEARD_TEST_ENGINE=citus`. */
export const IS_SPREAD = process.env.OVERHEARD_TEST_ENGINE === 'citus'

/** For tests of behaviour that only Citus nodes have. */
export function describeOnCitus(title: string, suite: () => void): void {
  if (IS_SPREAD) describe(title, suite)
  // Without its body, which names the coordinator.
  else describe(title, () => it.skip(`${title} needs OVERHEARD_TEST_ENGINE=citus and OVERHEARD_TEST_CITUS`))
}

/** Makes a database on the coordinator and its nodes: with the schema, or spread already too. */
export async function makeOnCitus(name: string, isDistributed: boolean): Promise<void> {
  const kind = isDistributed ? 'distributed' : 'whole'
  templates[kind] ??= makeTemplate(isDistributed)
  const template = await templates[kind]
  await onEach(`CREATE DATABASE ${name} TEMPLATE ${template}`)
}

export async function dropOnCitus(name: string): Promise<void> {
  // Citus itself keeps opening connections to databases that it knows.
  await onEach(`UPDATE pg_database SET datallowconn = false WHERE datname = '${name}'`)
  await onEach(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
}

export async function removeCitusTemplates(): Promise<void> {
  for (const template of Object.values(templates)) await dropOnCitus(await template)
}

/** The database of this name on the coordinator, or on one of its nodes. */
export function citusUrl(name: string, node?: Node): string {
  const url = new URL(CITUS!)
  url.pathname = name
  if (node) {
    url.hostname = node.host
    url.port = String(node.port)
  }
  return url.href
}

/** Keeps everybody from the database on one node. Returns what lets them in again. */
export async function sendNodeAway(name: string): Promise<() => Promise<void>> {
  const node = (await citusNodes()).workers[0]!
  const onNode = (sql: string) => query(citusUrl(new URL(CITUS!).pathname.slice(1), node), sql)
  await onNode(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  await onNode(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
  return async () => {
    await onNode(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
  }
}

/** The coordinator, as its nodes know it, and its nodes. */
export async function citusNodes(): Promise<{ coordinator: Node; workers: Node[] }> {
  const rows = await query<Node & { groupid: number }>(
    CITUS!,
    'SELECT nodename AS host, nodeport AS port, groupid FROM pg_dist_node ORDER BY groupid',
  )
  const coordinator = rows.find(({ groupid }) => groupid === 0)
  if (!coordinator)
    throw new Error('The coordinator has no name: SELECT citus_set_coordinator_host(...) first')
  return { coordinator, workers: rows.filter(({ groupid }) => groupid > 0) }
}

const templates: Partial<Record<'distributed' | 'whole', Promise<string>>> = {}

async function makeTemplate(isDistributed: boolean): Promise<string> {
  const name = `overheard_test_${process.pid}_${isDistributed ? 'distributed' : 'whole'}`
  const { coordinator, workers } = await citusNodes()
  await onEach(`CREATE DATABASE ${name}`)
  for (const node of [undefined, ...workers]) await query(citusUrl(name, node), 'CREATE EXTENSION citus')
  const url = citusUrl(name)
  await query(url, `SELECT citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`)
  for (const { host, port } of workers) await query(url, `SELECT citus_add_node('${host}', ${port})`)
  await migrate(url)
  if (isDistributed) {
    const db = await openDatabase(url)
    await distributeSearch(db, { nodes: workers.length })
    await db.close()
  }
  // Citus itself keeps looking at databases that it knows; a template must be left alone.
  await onEach(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  await onEach(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
  return name
}

async function onEach(sql: string): Promise<void> {
  const { workers } = await citusNodes()
  const name = new URL(CITUS!).pathname.slice(1)
  for (const node of [undefined, ...workers]) await query(citusUrl(name, node), sql)
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
