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

/** One piece of the query; `|` is a piece. */
type Piece = { or: true } | { or: false; text: string; isExcluded: boolean }

/** Phones and word processors insert typographic quotation marks. */
const QUOTES = '"\u201c\u201d\u201e'
const isQuote = (character: string) => QUOTES.includes(character)
const isSpace = (character: string) => /\s/.test(character)
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
  for (const piece of pieces(text)) {
    if (piece.or) close()
    else addTerm(piece.isExcluded ? branch.excluded : branch.required, piece.text)
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

function* pieces(text: string): Generator<Piece> {
  let at = 0
  let afterBreak = true
  while (at < text.length) {
    const character = text[at]!
    if (isSpace(character)) {
      afterBreak = true
      at++
    } else if (character === '|') {
      yield { or: true }
      afterBreak = true
      at++
    } else {
      const isExcluded = character === '-' && afterBreak
      const start = isExcluded ? at + 1 : at
      const end = isQuote(text[start] ?? '') ? endOfPhrase(text, start + 1) : endOfWord(text, start)
      yield { or: false, text: text.slice(start, end), isExcluded }
      afterBreak = false
      at = end
    }
  }
}

/** The end of a phrase. A phrase without a closing quote ends with the text. */
function endOfPhrase(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (isQuote(text[at]!)) return at + 1
  return text.length
}

function endOfWord(text: string, from: number): number {
  let at = from
  while (at < text.length && !isSpace(text[at]!) && text[at] !== '|' && !isQuote(text[at]!)) at++
  return at
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
