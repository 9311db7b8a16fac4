import type { Branch, Query, Term } from './query.js'

/**
 * Marks of the index that nobody can ask for: folding removes this sign from whatever is typed, and
 * from every text, so that only ours carries it.
 */
const SIGN = '\u00a4'
const EVERYTHING = `${SIGN}all`

/** What column `scope` of the episode indexes holds. */
export function scopeMarks(podcastId: number): string {
  return `${EVERYTHING} ${SIGN}p${podcastId}`
}

/**
 * A query as a MATCH expression over a table with a column of scope marks. Words are quoted, so
 * that none is read as FTS5's own language. Undefined: it matches nothing.
 */
export function matchExpression(query: Query, podcastId?: number): string | undefined {
  if (query.branches.length === 0) return undefined
  const any = query.branches.map(branchExpression).join(' OR ')
  return podcastId === undefined ? any : `"${SIGN}p${podcastId}" AND (${any})`
}

/** Terms alone, any of which may be met. */
export function anyTermExpression(terms: ReadonlyArray<Pick<Term, 'tokens'>>): string {
  return terms.map(({ tokens }) => phrase(tokens)).join(' OR ')
}

function branchExpression({ required, excluded }: Branch): string {
  const all =
    required.length > 0 ? required.map(({ tokens }) => phrase(tokens)).join(' AND ') : `"${EVERYTHING}"`
  return excluded.length > 0 ? `((${all}) NOT (${anyTermExpression(excluded)}))` : `(${all})`
}

/** Folded words hold neither quotes nor spaces. */
export function phrase(tokens: readonly string[]): string {
  return `"${tokens.join(' ')}"`
}
