import { wordCountsOf } from './peaks.js'

/**
 * How often a transcript says its words and the phrases that it repeats, as PostgreSQL stores it: four bytes of a hash and two of a count, one
 * after the other. A ranking looks a word up by its hash. The counts are in parts so that it reads few of them.
 */
const COUNT_PARTS = 8
const HASH_BYTES = 4
const ENTRY_BYTES = 6
const LARGEST_COUNT = 0xffff

export const COUNT_COLUMNS = Array.from({ length: COUNT_PARTS }, (_, part) => `counts${part}`)

/** The part for a hash. Stored rows depend on it, so it can never change. */
const partOf = (hash: number) => (hash >>> 0) % COUNT_PARTS

/** The column with the count of a hash, and the bytes to look for. */
export function countKey(hash: number): { column: string; bytes: Buffer } {
  const bytes = Buffer.alloc(HASH_BYTES)
  bytes.writeInt32BE(hash)
  return { column: COUNT_COLUMNS[partOf(hash)]!, bytes }
}

/**
 * In SQL: the count of a hash, which is a parameter, in a column; 0 if there is none. PostgreSQL unpacks the column and
 * looks for the hash each time that an expression names them, so the expression names them as rarely as possible: it
 * appends the hash with a count of 0 to the column, and the search always finds one. The search finds the hash at any
 * byte, so in rare cases it reads the wrong count, which only affects the rank.
 */
export function countSql(column: string, hash: string): string {
  const ended = `(${column} || (:${hash})::bytea || '\\x0000'::bytea)`
  const bytes = `substring(${ended} FROM position((:${hash})::bytea IN ${ended}) + ${HASH_BYTES} FOR 2)`
  return `('x' || encode(${bytes}, 'hex'))::bit(16)::int`
}

/** The values of the columns for a folded text, and its length in words. */
export function packWordCounts(folded: string): { columns: Record<string, Buffer>; length: number } {
  const { counts, length } = wordCountsOf(folded)
  const parts = COUNT_COLUMNS.map((): Array<[hash: number, count: number]> => [])
  for (const entry of counts) parts[partOf(entry[0])]!.push(entry)
  const columns = parts.map((entries, part) => {
    const bytes = Buffer.alloc(entries.length * ENTRY_BYTES)
    for (const [index, [hash, count]] of entries.entries()) {
      bytes.writeInt32BE(hash, index * ENTRY_BYTES)
      bytes.writeUInt16BE(Math.min(count, LARGEST_COUNT), index * ENTRY_BYTES + HASH_BYTES)
    }
    return [COUNT_COLUMNS[part]!, bytes] as const
  })
  return { columns: Object.fromEntries(columns), length }
}
