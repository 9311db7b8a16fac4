import type { Db } from '../db/types.js'
import { matchExpression } from './fts5.js'
import { arePeaksComplete } from './fts5-writer.js'
import {
  highestWeightOf,
  LEAST_WEIGHT,
  LONGEST_PEAK,
  normOf,
  parsePeakTerm,
  peakPrefix,
  USUAL_LENGTH,
} from './peaks.js'
import type { Term } from './query.js'
import { type KeyRange, withinRanges } from './search-key.js'
import type { EpisodeQuery } from './searcher.js'

/** How many peaks are read first, and at most, for one page. */
const ROWS = 64
const ROWS_AT_MOST = 1024
/** Some peaks lie outside the ranges. At most this many are read for each wanted one; beyond that, ranking all matches is faster. */
const SCANNED = 8
/** How many keys one query of the index of words checks. */
const CHECKED_AT_ONCE = 16
/** After this many keys, ranking all matches is faster if fewer than one key in eight has matched. */
const CHECKED_AT_LEAST = 32
const LEAST_SHARE = 1 / 8

/**
 * The best matches of a search for one word or short phrase, in the order of bm25 over all matches. Reads the
 * term's heaviest peaks, then asks the index of words which of them match the whole query. Undefined if the
 * peaks cannot prove the order.
 */
export async function rankByPeaks(
  db: Db,
  search: EpisodeQuery,
  ranges: readonly KeyRange[],
  { limit, onlyPhrases }: { limit: number; onlyPhrases: boolean },
): Promise<number[] | undefined> {
  const term = onlyTerm(search)
  if (!term || (onlyPhrases && term.tokens.length === 1) || !(await arePeaksComplete(db))) return undefined
  const meanLength = await readMeanLength(db)
  // Stored weights are for the usual length. With the true mean, a weight may be larger by this factor.
  const slack = Math.max(1, meanLength / USUAL_LENGTH)
  const checked = new Map<number, boolean>()
  for (let rows = ROWS; rows <= ROWS_AT_MOST; rows *= 4) {
    const read = await readPeaks(db, term, ranges, rows)
    if (!read) return undefined
    const { peaks, isAll } = read
    const heaviestUnread =
      slack * (isAll ? LEAST_WEIGHT : Math.min(...peaks.map(({ band }) => highestWeightOf(band))))
    const heaviest = peaks
      .map(({ key, count, length }) => ({ key, weight: count / normOf(length, meanLength) }))
      .filter(({ weight }) => weight > heaviestUnread)
      .sort((a, b) => b.weight - a.weight || b.key - a.key)
    // Two phrases of a transcript may share a prefix, because it is a hash.
    const certain = [...new Set(heaviest.map(({ key }) => key))]
    if (certain.length >= limit) {
      const matching = await firstMatching(db, search, certain, limit, checked)
      if (!matching || matching.length === limit) return matching
    }
    if (isAll) return undefined
  }
  return undefined
}

function onlyTerm({ query, scope, podcastId }: EpisodeQuery): Term | undefined {
  const [branch, ...others] = query.branches
  if (scope !== 'transcript' || podcastId !== undefined || others.length > 0) return undefined
  const [term, ...more] = branch?.required ?? []
  return term && more.length === 0 && term.tokens.length <= LONGEST_PEAK ? term : undefined
}

interface Peak {
  key: number
  band: number
  count: number
  length: number
}

/** The heaviest peaks of a term within the ranges; undefined if they cannot decide the order. */
async function readPeaks(
  db: Db,
  { tokens }: Term,
  ranges: readonly KeyRange[],
  limit: number,
): Promise<{ peaks: Peak[]; isAll: boolean } | undefined> {
  const prefix = peakPrefix(tokens)
  const ofTerm = 'FROM transcript_peak_terms WHERE term > :prefix AND term < :end'
  const scan = { prefix, end: `${prefix}\uffff`, scanned: BigInt(limit * SCANNED) }
  const { isWithin, bounds } = withinRanges('doc', ranges)
  const rows = await db.all<{ key: number; term: string; sizes: Uint8Array }>(
    `SELECT doc AS key, term, sz AS sizes
       FROM (SELECT doc, term FROM (SELECT doc, term ${ofTerm} LIMIT :scanned) WHERE ${isWithin} LIMIT :limit)
       JOIN transcript_index_docsize ON id = doc`,
    { ...scan, limit: BigInt(limit), ...bounds },
  )
  const isAll = rows.length < limit
  if (isAll && (await db.get(`SELECT 1 ${ofTerm} LIMIT 1 OFFSET :scanned`, scan))) return undefined
  const peaks: Peak[] = []
  for (const { key, term, sizes } of rows) {
    const { band, count } = parsePeakTerm(term)
    if (count === undefined) return undefined
    peaks.push({ key, band, count, length: sum(readIntegers(sizes)) })
  }
  return { peaks, isAll }
}

/**
 * The first `limit` of these keys that match; undefined if too few do.
 * @param checked whether a key matches, for the keys that earlier calls asked about
 */
async function firstMatching(
  db: Db,
  search: EpisodeQuery,
  keys: readonly number[],
  limit: number,
  checked: Map<number, boolean>,
): Promise<number[] | undefined> {
  const matching = () => keys.filter((key) => checked.get(key)).slice(0, limit)
  const unchecked = keys.filter((key) => !checked.has(key))
  for (let from = 0; from < unchecked.length; from += CHECKED_AT_ONCE) {
    const found = matching().length
    if (found === limit) break
    if (checked.size >= CHECKED_AT_LEAST && found < checked.size * LEAST_SHARE) return undefined
    const some = unchecked.slice(from, from + CHECKED_AT_ONCE)
    for (const key of some) checked.set(key, false)
    for (const key of await matchingAmong(db, search, some)) checked.set(key, true)
  }
  return matching()
}

async function matchingAmong(db: Db, { query }: EpisodeQuery, keys: readonly number[]): Promise<number[]> {
  const rows = await db.all<{ key: number }>(
    `SELECT rowid AS key FROM transcript_index WHERE transcript_index MATCH :match
        AND rowid IN (${keys.map((_, index) => `:key${index}`).join(', ')})`,
    {
      match: matchExpression(query)!,
      ...Object.fromEntries(keys.map((key, index) => [`key${index}`, BigInt(key)])),
    },
  )
  return rows.map(({ key }) => key)
}

/** The mean length of transcripts in words. FTS5 stores, for bm25: rows, then words of each column. */
async function readMeanLength(db: Db): Promise<number> {
  const row = await db.get<{ block: Uint8Array }>('SELECT block FROM transcript_index_data WHERE id = 1')
  const [rows, ...words] = readIntegers(row?.block ?? new Uint8Array())
  return rows ? sum(words) / rows : USUAL_LENGTH
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Variable-length integers of SQLite: seven bits a byte, the highest first. */
function readIntegers(bytes: Uint8Array): number[] {
  const integers: number[] = []
  let value = 0
  for (const byte of bytes) {
    value = value * 128 + (byte & 127)
    if (byte < 128) {
      integers.push(value)
      value = 0
    }
  }
  return integers
}
