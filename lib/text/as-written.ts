import { foldText, type OffsetMap } from './fold.js'
import { codePointAfter, codePointBefore, isSpaceless, isWordCharacter } from './scripts.js'
import { WordBorders } from './word-borders.js'

/** A text made ready once for many look-ups. Offsets are UTF-16 code units. */
export interface PreparedText {
  /** NFC, lower case, white space runs as one space, apostrophes and hyphens equalised. */
  readonly text: string
  /** Where the character at an offset of `text` begins in the text as given; the end for the end. */
  original(offset: number): number
  readonly borders: WordBorders
}

/** A place in a prepared text, `end` exclusive. */
export interface Place {
  start: number
  end: number
}

export function prepareText(text: string): PreparedText {
  const { folded, map } = foldText(text)
  return new Prepared(folded, map)
}

class Prepared implements PreparedText {
  #borders: WordBorders | undefined

  constructor(
    readonly text: string,
    readonly map: OffsetMap | null,
  ) {}

  get borders(): WordBorders {
    this.#borders ??= new WordBorders(this.text)
    return this.#borders
  }

  original(offset: number): number {
    return this.map ? this.map.original(offset) : offset
  }
}

/** A keyword in the form in which prepared texts spell it; '' when nothing but white space is in it. */
export function prepareTerm(term: string): string {
  return foldText(term).folded.trim()
}

/**
 * Every place where a prepared term stands as whole words, by ascending start; places may overlap
 * ("ha ha" stands twice in "ha ha ha").
 */
export function* findAsWritten(text: PreparedText, term: string): Generator<Place> {
  if (term === '') return
  let start = text.text.indexOf(term)
  while (start !== -1) {
    const end = start + term.length
    if (isWholeWordAt(text, start, end)) yield { start, end }
    start = text.text.indexOf(term, start + 1)
  }
}

/** The places of several terms in one order, by ascending start; of those with one start the longest. */
export function* findAnyAsWritten(text: PreparedText, terms: readonly string[]): Generator<Place> {
  const searches = [...new Set(terms)].map((term) => findAsWritten(text, term))
  const next = searches.map((search) => search.next().value as Place | undefined)
  for (;;) {
    let first: Place | undefined
    for (const place of next) {
      if (!place || (first && place.start > first.start)) continue
      if (!first || place.start < first.start || place.end > first.end) first = place
    }
    if (!first) return
    yield first
    for (const [index, place] of next.entries()) {
      if (place?.start === first.start) next[index] = searches[index]!.next().value as Place | undefined
    }
  }
}

/** Whether what stands between two offsets touches no letter or digit outside. */
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
