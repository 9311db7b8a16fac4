import type { Db, Param } from '../db/types.js'
import { PEAKS_SETTING } from '../search/peak-store.js'
import { INDEX_SETTING } from '../search/recent.js'
import type { MovedTable } from './tables.js'

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
