import { codePointAfter, codePointBefore, isSpaceless, isWordCharacter } from './scripts.js'
import { unifySpelling } from './spelling.js'
import { WordBorders } from './word-borders.js'

/** A text prepared for many searches. Offsets are UTF-16 code units. */
export interface PreparedText {
  /** NFC, lower case, one space for each run of white space, one kind of apostrophe and hyphen. */
  readonly text: string
  /** The offset in the original text of the character at an offset of `text`, or of the end. */
  original(offset: number): number
  readonly borders: WordBorders
}

/** A part of a prepared text; `end` is exclusive. */
export interface Span {
  start: number
  end: number
}

export function prepareText(text: string): PreparedText {
  const { unified, map } = unifySpelling(text)
  return {
    text: unified,
    original: (offset) => map?.original(offset) ?? offset,
    borders: new WordBorders(unified),
  }
}

/** A keyword in the spelling of prepared texts; '' if it has only white space. */
export function prepareTerm(term: string): string {
  return unifySpelling(term).unified.trim()
}

/**
 * Finds a prepared term as whole words, by ascending start. Results may overlap: "ha ha" occurs twice in "ha ha ha".
 */
export function* findAsWritten(text: PreparedText, term: string): Generator<Span> {
  if (term === '') return
  let start = text.text.indexOf(term)
  while (start !== -1) {
    const end = start + term.length
    if (isWholeWordAt(text, start, end)) yield { start, end }
    start = text.text.indexOf(term, start + 1)
  }
}

/** Finds several terms together, by ascending start. Of results with the same start only the longest is returned. */
export function* findAnyAsWritten(text: PreparedText, terms: readonly string[]): Generator<Span> {
  const searches = [...new Set(terms)].map((term) => findAsWritten(text, term))
  const next = searches.map((search) => search.next().value as Span | undefined)
  for (;;) {
    let first: Span | undefined
    for (const span of next) {
      if (!span || (first && span.start > first.start)) continue
      if (!first || span.start < first.start || span.end > first.end) first = span
    }
    if (!first) return
    yield first
    for (const [index, span] of next.entries()) {
      if (span?.start === first.start) next[index] = searches[index]!.next().value as Span | undefined
    }
  }
}

/** Whether the text between two offsets is not next to a letter or digit. */
export function isWholeWordAt(text: PreparedText, start: number, end: number): boolean {
  return isWordEdge(text, start, 'before') && isWordEdge(text, end, 'after')
}

function isWordEdge(text: PreparedText, offset: number, side: 'before' | 'after'): boolean {
  const before = codePointBefore(text.text, offset)
  const after = codePointAfter(text.text, offset)
  const outside = side === 'before' ? before : after
  if (outside === -1 || !isWordCharacter(outside)) return true
  if (!isSpaceless(before) && !isSpaceless(after)) return false
  return text.borders.isBorder(offset)
}
