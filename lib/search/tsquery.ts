import type { Params } from '../db/types.js'
import type { Branch, Query, Term } from './query.js'
import { lexeme, PHRASE_WORDS } from './word-vectors.js'

/** A query over a table of vocabularies (`words`, by `key`) and its table of places (`tokens`). */
export interface Condition {
  /** On the table itself: what its index answers. */
  indexed: string
  /** On what the index found, called `found`: where phrases stand side by side. */
  exact: string
  params: Params
}

type Compiler = (text: string) => string

/**
 * Compiles a query. Vocabularies say which words there are; only phrases are looked up in the places.
 * Undefined: it matches nothing.
 */
export function conditionOf(query: Query, placesTable: string): Condition | undefined {
  if (query.branches.length === 0) return undefined
  const params: Params = {}
  const bind: Compiler = (text) => {
    const name = `query${Object.keys(params).length}`
    params[name] = text
    return `(:${name})::tsquery`
  }
  const byWords = query.branches.map(wordsOf)
  const indexed = byWords.includes('')
    ? 'TRUE'
    : `words @@ ${bind(byWords.map((words) => `(${words})`).join(' | '))}`
  const isExact = query.branches.every(({ required, excluded }) =>
    [...required, ...excluded].every(({ tokens }) => tokens.length === 1),
  )
  const exact =
    isExact && indexed !== 'TRUE'
      ? 'TRUE'
      : query.branches.map((branch) => `(${branchCondition(branch, placesTable, bind)})`).join(' OR ')
  return { indexed, exact: `(${exact})`, params }
}

/** What ranks rows: each word that may be met; none where nothing but absences is asked for. */
export function rankedWords(query: Query): string[] {
  return [...new Set(query.branches.flatMap(({ required }) => required.flatMap(({ tokens }) => tokens)))]
}

/** All that a vocabulary can tell of a branch; '' when that is nothing. */
function wordsOf({ required, excluded }: Branch): string {
  const present = required.flatMap(({ tokens }) => tokens.map(lexeme))
  const absent = excluded
    .filter(({ tokens }) => tokens.length === 1)
    .map(({ tokens }) => `!${lexeme(tokens[0]!)}`)
  return [...new Set([...present, ...absent])].join(' & ')
}

function branchCondition(branch: Branch, placesTable: string, bind: Compiler): string {
  const words = wordsOf(branch)
  const isPhrase = ({ tokens }: Term) => tokens.length > 1
  // An aggregate, since PostgreSQL would turn EXISTS into a join that reads the places of every text.
  const stands = ({ tokens }: Term) =>
    windows(tokens)
      .map(
        (window) =>
          `(SELECT COALESCE(bool_or(tokens @@ ${bind(window.map(lexeme).join(' <-> '))}), FALSE)
              FROM ${placesTable} WHERE ${placesTable}.key = found.key)`,
      )
      .join(' AND ')
  const parts = [
    ...(words === '' ? [] : [`found.words @@ ${bind(words)}`]),
    ...branch.required.filter(isPhrase).map(stands),
    ...branch.excluded.filter(isPhrase).map((term) => `NOT (${stands(term)})`),
  ]
  return parts.join(' AND ')
}

/** A phrase that is longer than parts overlap is met where all its stretches are. */
function windows(tokens: readonly string[]): string[][] {
  const last = Math.max(0, tokens.length - PHRASE_WORDS)
  return Array.from({ length: last + 1 }, (_, start) => tokens.slice(start, start + PHRASE_WORDS))
}
