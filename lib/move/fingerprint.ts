import { createHash } from 'node:crypto'
import type { Db, Param } from '../db/types.js'
import { type MovedTable, type PrimaryKey, primaryKeyOf, type Row, readRows } from './rows.js'

/** Tables with the same rows have the same fingerprint, whatever order their engines sort in. */
interface Fingerprint {
  rows: number
  sum: string
}

const ROWS_AT_ONCE = 200
const MODULUS = 2n ** 128n

export async function fingerprintOf(db: Db, table: MovedTable): Promise<Fingerprint> {
  let after: PrimaryKey | undefined
  let rows = 0
  let sum = 0n
  for (;;) {
    const batch = await readRows(db, table, after, ROWS_AT_ONCE)
    for (const row of batch) sum = (sum + digestOf(row)) % MODULUS
    rows += batch.length
    if (batch.length < ROWS_AT_ONCE) return { rows, sum: sum.toString(16) }
    after = primaryKeyOf(table, batch.at(-1)!)
  }
}

function digestOf(row: Row): bigint {
  const values = Object.keys(row)
    .sort()
    .map((column) => [column, canonicalValue(row[column]!)])
  const digest = createHash('sha256').update(JSON.stringify(values)).digest('hex')
  return BigInt(`0x${digest.slice(0, 32)}`)
}

/** PostgreSQL's text cannot hold NUL; lib/db/postgres.ts replaces it. */
function canonicalValue(value: Param): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd')
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value
}
