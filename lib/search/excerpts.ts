import { excerptBounds, excerptWithin } from '../text/excerpt.js'
import { wholeCharacter } from '../text/scripts.js'
import { FoldedText, isWordAt } from './fold.js'
import type { Term } from './query.js'

const AT_MOST = 2
/** How many places of one term are compared. A word that is said all the time needs no more. */
const PLACES_AT_MOST = 50
/** Characters folded at a time: most excerpts come from the beginning of a text. */
const SLICE = 4096
/** A cut in a text looks for white space within this many characters. */
const REACH = 400
/** Characters around a place that decide where its excerpt is cut. */
const MARGIN = 800

/** A place in a text, `end` exclusive. */
interface Place {
  start: number
  end: number
}

/**
 * Up to two passages of a text around what was searched for, in the order of the text: the first
 * place of each of two terms where they stand apart, else two places of one.
 */
export function excerptsOf(text: string, terms: readonly Term[]): string[] {
  return find(text, terms, true)!
}

/** The excerpts of a text by its beginning alone; undefined when the rest may change them. */
export function excerptsOfBeginning(beginning: string, terms: readonly Term[]): string[] | undefined {
  return find(beginning, terms, false)
}

function find(text: string, terms: readonly Term[], isWhole: boolean): string[] | undefined {
  const covered: Array<{ from: number; to: number }> = []
  for (const place of mostTelling(new Slices(text, terms), terms)) {
    // A beginning has no second place of this term: only the rest of the text can tell.
    if (!place) {
      if (isWhole) continue
      return undefined
    }
    if (!isWhole && place.end + MARGIN > text.length) return undefined
    if (covered.some(({ from, to }) => place.start < to && place.end > from)) continue
    covered.push(excerptBounds(text, place.start, place.end))
    if (covered.length === AT_MOST) break
  }
  if (!isWhole && covered.length < AT_MOST) return undefined
  return covered.sort((a, b) => a.from - b.from).map((bounds) => excerptWithin(text, bounds))
}

/** First places of all terms, then their second ones, and so on; undefined for a term that has no further one. */
function* mostTelling(slices: Slices, terms: readonly Term[]): Generator<Place | undefined> {
  let places = terms.map(({ tokens }) => slices.placesOf(tokens))
  for (let rank = 0; rank < PLACES_AT_MOST && places.length > 0; rank++) {
    const ended = new Set<Generator<Place>>()
    for (const ofTerm of places) {
      const next = ofTerm.next()
      if (next.done) ended.add(ofTerm)
      yield next.done ? undefined : next.value
    }
    places = places.filter((ofTerm) => !ended.has(ofTerm))
  }
}

interface Slice {
  /** Places that begin from here to before `cut` belong to the slice; it is folded past `cut` by what a phrase may take. */
  at: number
  cut: number
  folded: FoldedText
}

/** A text folded slice by slice, each when it is first needed. */
class Slices {
  private readonly slices: Slice[] = []
  private readonly overlap: number

  constructor(
    private readonly text: string,
    terms: readonly Term[],
  ) {
    this.overlap = REACH + 4 * Math.max(0, ...terms.map(({ tokens }) => tokens.join(' ').length))
  }

  /** Where words stand side by side, whatever separates them. */
  *placesOf(tokens: readonly string[]): Generator<Place> {
    let behind = 0
    for (let index = 0; ; index++) {
      const slice = this.get(index)
      if (!slice) return
      const { at, cut, folded } = slice
      for (const found of placesIn(folded.folded, tokens)) {
        const start = at + folded.original(found.start)
        if (start >= cut) break
        if (start < behind) continue
        behind = Math.max(start, at + folded.original(found.end - 1)) + 1
        yield { start, end: behind }
      }
    }
  }

  private get(index: number): Slice | undefined {
    const at = this.slices.at(-1)?.cut ?? 0
    if (index === this.slices.length && at < this.text.length) {
      const cut = cutNear(this.text, at + SLICE)
      const folded = new FoldedText(this.text.slice(at, cutNear(this.text, cut + this.overlap)))
      this.slices.push({ at, cut, folded })
    }
    return this.slices[index]
  }
}

/** The first white space at or after an offset, where a text can be cut without changing how its parts fold. */
function cutNear(text: string, offset: number): number {
  if (offset >= text.length) return text.length
  for (let at = offset; at < offset + REACH && at < text.length; at++) if (isSpace(text, at)) return at
  return wholeCharacter(text, offset)
}

const isSpace = (text: string, at: number) => text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x0a

function* placesIn(folded: string, tokens: readonly string[]): Generator<Place> {
  for (let from = 0; ; ) {
    const start = folded.indexOf(tokens[0]!, from)
    if (start < 0) return
    from = start + tokens[0]!.length
    const end = isWordAt(folded, start - 1) ? undefined : endOfPhrase(folded, start, tokens)
    if (end === undefined) continue
    from = end
    yield { start, end }
  }
}

function endOfPhrase(folded: string, start: number, tokens: readonly string[]): number | undefined {
  let at = start
  for (const [index, token] of tokens.entries()) {
    if (index > 0) while (at < folded.length && !isWordAt(folded, at)) at++
    if (!folded.startsWith(token, at)) return undefined
    at += token.length
    if (isWordAt(folded, at)) return undefined
  }
  return at
}
