import { excerptAround, excerptBounds } from '../text/excerpt.js'
import { FoldedText, isWordAt } from './fold.js'
import type { Term } from './query.js'

const AT_MOST = 2
/** Places of one term that are looked at; one that is said all the time needs no more. */
const PLACES_AT_MOST = 50

/** A place in a folded text, `end` exclusive. */
interface Place {
  start: number
  end: number
}

/**
 * Up to two passages of a text around what was searched for, in the order of the text: the first
 * place of each of two terms where they stand apart, else two places of one.
 */
export function excerptsOf(text: string, terms: readonly Term[]): string[] {
  const folded = new FoldedText(text)
  const covered: Array<{ from: number; to: number; excerpt: string }> = []
  for (const place of mostTelling(folded.folded, terms)) {
    const start = folded.original(place.start)
    const end = Math.max(start, folded.original(place.end - 1)) + 1
    if (covered.some(({ from, to }) => start < to && end > from)) continue
    const { from, to } = excerptBounds(text, start, end)
    covered.push({ from, to, excerpt: excerptAround(text, start, end) })
    if (covered.length === AT_MOST) break
  }
  return covered.sort((a, b) => a.from - b.from).map(({ excerpt }) => excerpt)
}

/** First places of all terms, then their second ones, and so on. */
function* mostTelling(folded: string, terms: readonly Term[]): Generator<Place> {
  const places = terms.map(({ tokens }) => placesOf(folded, tokens))
  for (let rank = 0; rank < PLACES_AT_MOST; rank++) {
    let found = false
    for (const ofTerm of places) {
      const next = ofTerm.next()
      if (next.done) continue
      found = true
      yield next.value
    }
    if (!found) return
  }
}

/** Where words stand side by side, whatever separates them. */
function* placesOf(folded: string, tokens: readonly string[]): Generator<Place> {
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
