import type { Db } from '../db/types.js'
import { firstKeyOf, type KeyRange, UNDATED } from './search-key.js'
import { isSpread } from './spread.js'

/** The tables that have a partition for every month, so that a search reads only the months of its window. */
const TABLES = ['episode_index', 'episode_parts', 'transcript_index', 'transcript_parts']
/** Advisory lock for making partitions, until the end of the transaction. */
const LOCK = 4_813_208

/** Dates outside these years share one partition. */
const FIRST_YEAR = 1990
const LAST_YEAR = 2099

interface Month {
  name: string
  from: number | 'MINVALUE'
  to: number | 'MAXVALUE'
}

function monthOf(key: number): Month {
  if (key < UNDATED / 2) return { name: 'undated', from: 'MINVALUE', to: UNDATED / 2 }
  if (key < firstKeyOf(Date.UTC(FIRST_YEAR, 0))) {
    return { name: 'early', from: UNDATED / 2, to: firstKeyOf(Date.UTC(FIRST_YEAR, 0)) }
  }
  if (key >= firstKeyOf(Date.UTC(LAST_YEAR + 1, 0))) {
    return { name: 'late', from: firstKeyOf(Date.UTC(LAST_YEAR + 1, 0)), to: 'MAXVALUE' }
  }
  const date = new Date(Math.floor(key / 1024) * 1000)
  return calendarMonth(date.getUTCFullYear(), date.getUTCMonth())
}

function calendarMonth(year: number, month: number): Month {
  return {
    name: `${year}_${String(month + 1).padStart(2, '0')}`,
    from: firstKeyOf(Date.UTC(year, month)),
    to: firstKeyOf(Date.UTC(year, month + 1)),
  }
}

/** Makes the partitions for the month of a key, unless they exist. For a transaction. */
export async function ensureMonth(db: Db, key: number): Promise<void> {
  const month = monthOf(key)
  if (await isThere(db, month)) return
  await db.get('SELECT pg_advisory_xact_lock(:lock)', { lock: LOCK })
  if (await isThere(db, month)) return
  for (const table of TABLES) {
    // Makes a partition separately, then attaches it, so that other months stay readable and writable.
    const name = `${table}_${month.name}`
    await db.run(`CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL)`)
    await db.run(
      `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${month.from}) TO (${month.to})`,
    )
  }
}

async function isThere(db: Db, { name }: Month): Promise<boolean> {
  const row = await db.get<{ there: boolean }>('SELECT to_regclass(:name) IS NOT NULL AS there', {
    name: `${TABLES.at(-1)}_${name}`,
  })
  return row!.there
}

export interface Partitions {
  names: string[]
  /** Whether the table is spread over the nodes of Citus. */
  areSpread: boolean
}

/** The partitions of a table that may have rows in the ranges. */
export async function partitionsWithin(
  db: Db,
  table: string,
  ranges: readonly KeyRange[],
): Promise<Partitions> {
  const rows = await db.all<{ name: string; citus: boolean }>(
    `SELECT relname AS name, to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS citus
       FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent = (:table)::regclass`,
    { table },
  )
  const names = rows
    .map(({ name }) => name)
    .filter((name) => mayHold(monthNamed(name.slice(table.length + 1)), ranges))
  return { names, areSpread: rows[0]?.citus === true && (await isSpread(db, table)) }
}

/** The month in a partition's name. */
function monthNamed(name: string): Month {
  if (name === 'undated') return monthOf(UNDATED)
  if (name === 'early') return monthOf(firstKeyOf(Date.UTC(FIRST_YEAR, 0)) - 1)
  if (name === 'late') return monthOf(firstKeyOf(Date.UTC(LAST_YEAR + 1, 0)))
  const [year, month] = name.split('_').map(Number) as [number, number]
  return calendarMonth(year, month - 1)
}

function mayHold({ from, to }: Month, ranges: readonly KeyRange[]): boolean {
  return ranges.some(
    (range) => (from === 'MINVALUE' || range.to >= from) && (to === 'MAXVALUE' || range.from < to),
  )
}
