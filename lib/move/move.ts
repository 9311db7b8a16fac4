import type { Clock } from '../clock.js'
import type { Database, Db } from '../db/types.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { MoveError } from './alone.js'
import { fingerprintOf } from './fingerprint.js'
import { indexRows } from './index-rows.js'
import {
  insertRows,
  MOVED_TABLES,
  type MovedTable,
  NEVER_EMPTY,
  type PrimaryKey,
  primaryKeyOf,
  readRows,
} from './rows.js'

/** Rows per transaction. Transcripts are long, and their index rows longer. */
const ROWS_AT_ONCE = 200
const TRANSCRIPTS_AT_ONCE = 20

interface MoveOptions {
  source: Database
  target: Database
  clock: Clock
  /** Transcripts in a bucket stay there; they are read to build the search index. */
  documents: DocumentStorage
  /** Called after every batch with the number of rows copied into a table so far. */
  onProgress?(table: string, rows: number): void
}

/**
 * Copies all tables in key order, batch by batch. Each batch records its position in the target in the same
 * transaction, so an interrupted move continues there. Then both sides are read and compared.
 * @returns rows by table
 * @throws MoveError if the target is not empty, or if the copy differs; BucketError
 */
export async function moveDatabase(options: MoveOptions): Promise<Record<string, number>> {
  const { source, target } = options
  await begin(target)
  for (const table of MOVED_TABLES) await moveTable(options, table)
  const rows: Record<string, number> = {}
  const differing: string[] = []
  for (const table of MOVED_TABLES) {
    const [sent, arrived] = [await fingerprintOf(source, table), await fingerprintOf(target, table)]
    rows[table.name] = arrived.rows
    if (sent.rows !== arrived.rows || sent.sum !== arrived.sum) differing.push(table.name)
  }
  if (differing.length > 0) {
    const names = differing.join(', ')
    throw new MoveError(
      `The copies of these tables differ from the source: ${names}. Empty the target and move again.`,
    )
  }
  await target.run('DROP TABLE move_progress')
  return rows
}

/** Refuses a target that is neither empty nor in the middle of a move. */
async function begin(target: Database): Promise<void> {
  await target.transaction(async (db) => {
    await db.run(
      `CREATE TABLE IF NOT EXISTS move_progress (name TEXT PRIMARY KEY, place TEXT NOT NULL, moved BIGINT NOT NULL)`,
    )
    if (await db.get("SELECT name FROM move_progress WHERE name = ''")) return
    for (const { name } of MOVED_TABLES) {
      if (NEVER_EMPTY.includes(name)) await db.run(`DELETE FROM ${name}`)
      else if (await db.get(`SELECT 1 AS one FROM ${name} LIMIT 1`)) {
        throw new MoveError(`The target is not empty: it has ${name} already. Nothing was changed.`)
      }
    }
    await db.run("INSERT INTO move_progress (name, place, moved) VALUES ('', '', 0)")
  })
}

async function moveTable(
  { source, target, clock, documents, onProgress }: MoveOptions,
  table: MovedTable,
): Promise<void> {
  const limit = table.name === 'transcripts' ? TRANSCRIPTS_AT_ONCE : ROWS_AT_ONCE
  let { place, moved } = await progressOf(target, table)
  for (;;) {
    const rows = await readRows(source, table, place, limit)
    if (rows.length === 0) break
    place = primaryKeyOf(table, rows.at(-1)!)
    moved += rows.length
    const reached = { place, moved }
    await target.transaction(async (db) => {
      await insertRows(db, table, rows)
      await indexRows(db, documents, table, rows, clock.now())
      await saveProgress(db, table, reached)
    })
    onProgress?.(table.name, moved)
  }
  await advanceSequence(target, table)
}

interface Progress {
  place: PrimaryKey | undefined
  moved: number
}

async function progressOf(db: Db, { name }: MovedTable): Promise<Progress> {
  const row = await db.get<{ place: string; moved: number }>(
    'SELECT place, moved FROM move_progress WHERE name = :name',
    { name },
  )
  return row
    ? { place: JSON.parse(row.place) as PrimaryKey, moved: row.moved }
    : { place: undefined, moved: 0 }
}

async function saveProgress(db: Db, { name }: MovedTable, { place, moved }: Progress): Promise<void> {
  await db.run(
    `INSERT INTO move_progress (name, place, moved) VALUES (:name, :place, :moved)
     ON CONFLICT (name) DO UPDATE SET place = excluded.place, moved = excluded.moved`,
    { name, place: JSON.stringify(place), moved },
  )
}

/** PostgreSQL numbers new rows from a sequence, which must continue after the copied rows. */
async function advanceSequence(db: Db, { name, key }: MovedTable): Promise<void> {
  if (db.engine === 'sqlite' || key[0] !== 'id' || key.length > 1) return
  const last = await db.get<{ id: number | null; sequence: string | null }>(
    `SELECT MAX(id) AS id, pg_get_serial_sequence('${name}', 'id') AS sequence FROM ${name}`,
  )
  if (last?.id && last.sequence)
    await db.get('SELECT setval(:sequence::regclass, :id)', { sequence: last.sequence, id: last.id })
}
