import { foldName, tokensOf } from './fold.js'

/** A word or phrase of a query. */
export interface Term {
  /** The folded words, which must follow each other. Never empty. */
  tokens: string[]
  /** The term as it is looked for inside a podcast's name. */
  name: string
}

/** Terms that must all occur, and terms none of which may occur. */
export interface Branch {
  required: Term[]
  excluded: Term[]
}

/** Satisfied by any branch; without branches, nothing matches. */
export interface Query {
  branches: Branch[]
}

/** Phones and word processors insert typographic quotation marks. */
const QUOTES = '"\u201c\u201d\u201e'
/** `|`, or a term: a phrase, whose closing quote may be missing, or a word. `-` excludes only at its beginning. */
const PIECE = new RegExp(
  `\\||(?<minus>(?<![^\\s|])-)?(?<term>[${QUOTES}][^${QUOTES}]*[${QUOTES}]?|[^\\s|${QUOTES}]+)`,
  'g',
)
const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/**
 * Parses the query language: all words must occur, quotes make a phrase, `|` means OR and binds weaker, `-`
 * before a term excludes it. Never throws; parts without a meaning are ignored.
 */
export function parseQuery(text: string): Query {
  const branches: Branch[] = []
  let branch: Branch = { required: [], excluded: [] }
  const close = () => {
    if (branch.required.length + branch.excluded.length > 0) branches.push(branch)
    branch = { required: [], excluded: [] }
  }
  for (const { groups } of text.matchAll(PIECE)) {
    const { term, minus } = groups!
    if (term === undefined) close()
    else addTerm(minus ? branch.excluded : branch.required, term)
  }
  close()
  return { branches }
}

function addTerm(terms: Term[], text: string): void {
  const tokens = tokensOf(text)
  if (!tokens.some((token) => HAS_LETTER_OR_DIGIT.test(token))) return
  const name = foldName(text)
  if (!terms.some((term) => term.name === name)) terms.push({ tokens, name })
}

/** Whether the query only excludes. */
export function onlyExcludes(query: Query): boolean {
  return query.branches.every(({ required }) => required.length === 0)
}

/** Whether a required or excluded term is a phrase. */
export function hasPhrase(query: Query): boolean {
  return query.branches.some(({ required, excluded }) =>
    [...required, ...excluded].some(({ tokens }) => tokens.length > 1),
  )
}

/** Every required term, each once. */
export function termsOf(query: Query): Term[] {
  const terms = new Map(query.branches.flatMap(({ required }) => required).map((term) => [term.name, term]))
  return [...terms.values()]
}
