import type { Branch, Query, Term } from './query.js'

/** Begins our own marks in the index. Folding removes it from texts and queries: nobody can search for marks. */
const SIGN = '\u00a4'
const EVERYTHING = `${SIGN}all`

/** The value of the column `scope` in the episode indexes. */
export function scopeMarks(podcastId: number): string {
  return `${EVERYTHING} ${SIGN}p${podcastId}`
}

/** A query as an FTS5 MATCH expression, with quoted words; undefined if the query matches nothing. */
export function matchExpression(query: Query, podcastId?: number): string | undefined {
  if (query.branches.length === 0) return undefined
  const any = query.branches.map(branchExpression).join(' OR ')
  return podcastId === undefined ? any : `"${SIGN}p${podcastId}" AND (${any})`
}

function branchExpression({ required, excluded }: Branch): string {
  const phrases = (terms: readonly Term[], operator: string) =>
    terms.map(({ tokens }) => phrase(tokens)).join(operator)
  const all = required.length > 0 ? phrases(required, ' AND ') : `"${EVERYTHING}"`
  return excluded.length > 0 ? `((${all}) NOT (${phrases(excluded, ' OR ')}))` : `(${all})`
}

/** Folded words contain neither quotes nor spaces. */
export function phrase(tokens: readonly string[]): string {
  return `"${tokens.join(' ')}"`
}

const INDEXES = [
  { what: 'transcripts', index: 'transcript_index', table: 'transcripts' },
  { what: 'episodes', index: 'episode_index', table: 'episodes' },
  { what: 'podcasts', index: 'podcast_index', table: 'podcasts' },
  { what: 'names', index: 'podcast_names', table: 'podcasts' },
]

export interface IndexedRows {
  what: string
  rows: number
  indexed: number
}

/** Counts what an index should contain and what it does. One statement, because the service may write meanwhile. */
export const COUNT_INDEXED = INDEXES.map(
  ({ what, index, table }) =>
    `SELECT '${what}' AS what, (SELECT count(*) FROM ${table}) AS rows,
            (SELECT count(*) FROM ${index}_docsize) AS indexed`,
).join(' UNION ALL ')
