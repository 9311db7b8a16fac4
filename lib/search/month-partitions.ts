import { SECOND_MS } from '../clock.js'
import type { Db } from '../db/types.js'
import { firstKeyOf, KEYS_PER_SECOND, type KeyRange, UNDATED } from './search-key.js'
import { isSpread } from './spread.js'

/** The tables that have a partition for every month, so that a search reads only the months of its window. */
const TABLES = ['episode_index', 'episode_parts', 'transcript_index', 'transcript_parts']
/** Advisory lock for making partitions, until the end of the transaction. */
const LOCK = 4_813_208

/** Dates outside these years share one partition. */
const FIRST_YEAR = 1990
const LAST_YEAR = 2099

/** The keys from `from` to before `to`. */
interface Month {
  name: string
  from: number
  to: number
}

const startOf = (year: number, month: number) => firstKeyOf(Date.UTC(year, month))

const OTHERS: readonly Month[] = [
  { name: 'undated', from: Number.NEGATIVE_INFINITY, to: UNDATED / 2 },
  { name: 'early', from: UNDATED / 2, to: startOf(FIRST_YEAR, 0) },
  { name: 'late', from: startOf(LAST_YEAR + 1, 0), to: Number.POSITIVE_INFINITY },
]

function monthOf(key: number): Month {
  const other = OTHERS.find(({ from, to }) => key >= from && key < to)
  const date = new Date(Math.floor(key / KEYS_PER_SECOND) * SECOND_MS)
  return other ?? calendarMonth(date.getUTCFullYear(), date.getUTCMonth())
}

function calendarMonth(year: number, month: number): Month {
  const name = `${year}_${String(month + 1).padStart(2, '0')}`
  return { name, from: startOf(year, month), to: startOf(year, month + 1) }
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
      `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${bound(month.from)}) TO (${bound(month.to)})`,
    )
  }
}

function bound(key: number): string {
  if (Number.isFinite(key)) return String(key)
  return key < 0 ? 'MINVALUE' : 'MAXVALUE'
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
    .filter((name) => {
      const month = monthNamed(name.slice(table.length + 1))
      return ranges.some(({ from, to }) => to >= month.from && from < month.to)
    })
  return { names, areSpread: rows[0]?.citus === true && (await isSpread(db, table)) }
}

/** The month in a partition's name. */
function monthNamed(name: string): Month {
  const [year, month] = name.split('_').map(Number) as [number, number]
  return OTHERS.find((other) => other.name === name) ?? calendarMonth(year, month - 1)
}
