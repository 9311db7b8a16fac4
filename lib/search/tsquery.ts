import type { Params } from '../db/types.js'
import { type Branch, hasPhrase, type Query, type Term } from './query.js'
import { lexeme, PHRASE_WORDS } from './word-vectors.js'

/** A condition on a table of vocabularies (`words`, by `key`) and its table of word positions (`tokens`). */
interface Condition {
  /** The part that the table's own index answers. */
  indexed: string
  /** The part that checks phrases on the rows found so far, called `found`. */
  exact: string
  params: Params
}

/** Adds a tsquery to the parameters. Returns the SQL that names it. */
type Bind = (text: string) => string

/** Compiles a query. Only phrases read positions. Undefined if the query matches nothing. */
export function conditionOf(query: Query, positionsTable: string): Condition | undefined {
  if (query.branches.length === 0) return undefined
  const params: Params = {}
  const bind: Bind = (text) => {
    const name = `query${Object.keys(params).length}`
    params[name] = text
    return `(:${name})::tsquery`
  }
  const byWords = query.branches.map(wordsOf)
  const indexed = byWords.includes('')
    ? 'TRUE'
    : `words @@ ${bind(byWords.map((words) => `(${words})`).join(' | '))}`
  const exact =
    indexed !== 'TRUE' && !hasPhrase(query)
      ? 'TRUE'
      : query.branches.map((branch) => `(${branchCondition(branch, positionsTable, bind)})`).join(' OR ')
  return { indexed, exact: `(${exact})`, params }
}

/** The words to rank by; none if the query only excludes. */
export function rankedWords(query: Query): string[] {
  return [...new Set(query.branches.flatMap(({ required }) => required.flatMap(({ tokens }) => tokens)))]
}

/** The part of a branch that vocabularies can decide; '' if there is none. */
function wordsOf({ required, excluded }: Branch): string {
  const present = required.flatMap(({ tokens }) => tokens.map(lexeme))
  const absent = excluded
    .filter(({ tokens }) => tokens.length === 1)
    .map(({ tokens }) => `!${lexeme(tokens[0]!)}`)
  return [...new Set([...present, ...absent])].join(' & ')
}

function branchCondition(branch: Branch, positionsTable: string, bind: Bind): string {
  const words = wordsOf(branch)
  const isPhrase = ({ tokens }: Term) => tokens.length > 1
  // Uses an aggregate, because PostgreSQL would turn EXISTS into a join that reads the positions of every text.
  const contains = ({ tokens }: Term) =>
    windows(tokens)
      .map(
        (window) =>
          `(SELECT COALESCE(bool_or(tokens @@ ${bind(window.map(lexeme).join(' <-> '))}), FALSE)
              FROM ${positionsTable} WHERE ${positionsTable}.key = found.key)`,
      )
      .join(' AND ')
  const parts = [
    ...(words === '' ? [] : [`found.words @@ ${bind(words)}`]),
    ...branch.required.filter(isPhrase).map(contains),
    ...branch.excluded.filter(isPhrase).map((term) => `NOT (${contains(term)})`),
  ]
  return parts.join(' AND ')
}

/** Splits a phrase that is longer than the overlap of parts. It occurs where all its windows occur. */
function windows(tokens: readonly string[]): string[][] {
  const last = Math.max(0, tokens.length - PHRASE_WORDS)
  return Array.from({ length: last + 1 }, (_, start) => tokens.slice(start, start + PHRASE_WORDS))
}
