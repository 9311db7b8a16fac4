import type { Db, Params } from '../db/types.js'
import { hashOf, LENGTH_SHARE, LONGEST_PEAK, SATURATION, USUAL_LENGTH } from './peaks.js'
import { type Query, type Term, termsOf } from './query.js'
import { rankedWords } from './tsquery.js'
import { countKey, countSql } from './word-counts.js'
import { HIGHEST_RANK, LABEL_WEIGHTS, lexeme } from './word-vectors.js'

/** The rank of a row, with the columns that it needs; constant if there is nothing to rank by. */
export interface Rank {
  sql: string
  params: Params
  columns: string[]
}

const CONSTANT: Rank = { sql: 'CAST(NULL AS real)', params: {}, columns: [] }

/** Ranks by the labels in vocabularies: the mean of the words' ranks. */
export function rankByLabels(query: Query): Rank {
  const words = rankedWords(query)
  if (words.length === 0) return CONSTANT
  return {
    sql: labelSql('ranking'),
    params: { ranking: words.map(lexeme).join(' | ') },
    columns: ['words'],
  }
}

const labelSql = (param: string) => `ts_rank('${LABEL_WEIGHTS}', words, (:${param})::tsquery)`
/** ts_rank divides by the limit of 1/1 + 1/4 + 1/9 + … */
const HIGHEST_LABEL_RANK = HIGHEST_RANK / (Math.PI ** 2 / 6)

/** What bm25 needs to know of all transcripts, estimated from the newest months. */
interface Statistics {
  episodes: number
  meanLength: number
  /** For each term, how many transcripts contain all of its words. */
  frequencies: number[]
}

const SAMPLED_MONTHS = 3
/** As FTS5 has it: a word in more than half of all transcripts says next to nothing. */
const LEAST_RARITY = 1e-6

/**
 * Ranks transcripts by bm25 with the counts of words and phrases, as on SQLite. A phrase without a count is taken to occur
 * once, a long phrase as often as its first words. Rows without counts, of an older version, are ranked by their labels.
 */
export async function rankByCounts(db: Db, query: Query, months: readonly string[]): Promise<Rank> {
  const terms = termsOf(query)
  if (terms.length === 0) return CONSTANT
  const { episodes, meanLength, frequencies } = await readStatistics(db, terms, months)
  const params: Params = { meanLength }
  const columns = new Set(['words', 'word_count'])
  const ofTerm = ({ tokens }: Term, index: number) => {
    const [label, hash] = [`label${index}`, `hash${index}`]
    const { column, bytes } = countKey(hashOf(tokens.slice(0, LONGEST_PEAK)))
    columns.add(column)
    params[hash] = bytes
    params[label] = tokens.map(lexeme).join(' | ')
    const count = `GREATEST(${countSql(column, hash)}, ${tokens.length === 1 ? 0 : 1})`
    return `CASE WHEN word_count IS NULL THEN ${labelSql(label)} / ${HIGHEST_LABEL_RANK}
                 ELSE 1 - ${NORM} / (${count} + ${NORM}) END`
  }
  const ranks = terms.map((term, index) => {
    const found = frequencies[index]
    const rarity = found === undefined ? 1 : Math.log((episodes - found + 0.5) / (found + 0.5))
    return `${Math.max(rarity, LEAST_RARITY).toFixed(9)} * (${ofTerm(term, index)})`
  })
  return { sql: `(${ranks.join(' + ')})`, params, columns: [...columns] }
}

/** The SQL of `normOf` (peaks.ts) for a row. */
const NORM = `(${SATURATION} * (${1 - LENGTH_SHARE} + ${LENGTH_SHARE} * word_count / (:meanLength)::float8))`

/** The order by one term does not depend on its frequency. */
async function readStatistics(
  db: Db,
  terms: readonly Term[],
  months: readonly string[],
): Promise<Statistics> {
  // By name, `undated` and `early` would follow the newest month.
  const isMonth = (name: string) => !/_(undated|early)$/.test(name)
  const byName = [...months].sort().reverse()
  const newest = [...byName.filter(isMonth), ...byName.filter((name) => !isMonth(name))].slice(
    0,
    SAMPLED_MONTHS,
  )
  const sample = `(${newest.map((month) => `SELECT words, word_count FROM ${month}`).join(' UNION ALL ')}) AS sample`
  const { episodes, length } = (await db.get<{ episodes: number; length: number | null }>(
    `SELECT count(*) AS episodes, avg(word_count)::float8 AS length FROM ${sample}`,
  ))!
  const frequencies: number[] = []
  for (const { tokens } of terms.length > 1 ? terms : []) {
    const { count } = (await db.get<{ count: number }>(
      `SELECT count(*) AS count FROM ${sample} WHERE words @@ (:words)::tsquery`,
      { words: tokens.map(lexeme).join(' & ') },
    ))!
    frequencies.push(count)
  }
  return { episodes, meanLength: length || USUAL_LENGTH, frequencies }
}
