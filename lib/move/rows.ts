import type { Db, Param } from '../db/types.js'
import { PEAKS_SETTING } from '../search/fts5-writer.js'
import { INDEX_SETTING } from '../search/recent.js'

export interface MovedTable {
  name: string
  /** The primary key: rows are read in its order. */
  key: readonly string[]
}

const byId = (name: string): MovedTable => ({ name, key: ['id'] })

/** All tables to copy, each after those it refers to. The search indexes are rebuilt. */
export const MOVED_TABLES: readonly MovedTable[] = [
  { name: 'settings', key: ['name'] },
  byId('accounts'),
  byId('teams'),
  byId('users'),
  { name: 'team_members', key: ['team_id', 'user_id'] },
  byId('api_keys'),
  { name: 'sign_in_links', key: ['code_hash'] },
  { name: 'usage_counters', key: ['scope', 'subject_id', 'window_start'] },
  byId('podcasts'),
  { name: 'podcast_feed_urls', key: ['feed_url'] },
  byId('episodes'),
  { name: 'transcripts', key: ['episode_id'] },
  { name: 'loose_objects', key: ['object_key'] },
  { name: 'search_walks', key: ['id'] },
  byId('alert_clock'),
  byId('alerts'),
  { name: 'deleted_alerts', key: ['change_number'] },
  { name: 'alert_recipients', key: ['alert_id', 'user_id'] },
  byId('matches'),
  byId('questions'),
  byId('webhooks'),
  byId('deliveries'),
  byId('attempts'),
  byId('feeds'),
  byId('feed_items'),
  { name: 'recognitions', key: ['episode_id'] },
  byId('mails'),
]

/** Tables that have rows even in a new database. */
export const NEVER_EMPTY: readonly string[] = ['settings', 'alert_clock']

export type Row = Record<string, Param>

/** The values of a row's primary key. */
export type PrimaryKey = readonly Param[]

export const primaryKeyOf = ({ key }: MovedTable, row: Row): PrimaryKey => key.map((column) => row[column]!)

/** The next rows in key order. Columns that describe the search index are left out. */
export function readRows(
  db: Db,
  table: MovedTable,
  after: PrimaryKey | undefined,
  limit: number,
): Promise<Row[]> {
  const { name, key } = table
  const conditions = [
    ...(after ? [`(${key.join(', ')}) > (${key.map((column) => `:${column}`).join(', ')})`] : []),
    ...(name === 'settings' ? [`name NOT IN ('${INDEX_SETTING}', '${PEAKS_SETTING}')`] : []),
  ]
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
  return db.all<Row>(`SELECT * FROM ${name} ${where} ORDER BY ${key.join(', ')} LIMIT :limit`, {
    ...(after && Object.fromEntries(key.map((column, index) => [column, after[index]!]))),
    limit,
  })
}

export async function insertRows(db: Db, { name }: MovedTable, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const values = rows.map((_, row) => `(${columns.map((column) => `:${column}_${row}`).join(', ')})`)
  await db.run(
    `INSERT INTO ${name} (${columns.join(', ')}) VALUES ${values.join(', ')}`,
    Object.fromEntries(
      rows.flatMap((row, index) => columns.map((column) => [`${column}_${index}`, row[column]!])),
    ),
  )
}
