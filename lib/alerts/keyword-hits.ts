import { findAsWritten, type PreparedText, prepareTerm, type Span } from '../text/as-written.js'

/** Places recorded of one match: a text may say a keyword millions of times. */
export const MOST_PLACES = 1000

/** Where a text says keywords of one alert. */
export interface KeywordHits {
  /** Positions in the alert's list of the keywords that were said, ascending; never empty. */
  keywords: number[]
  /** The first `MOST_PLACES` places where any of them stands, each start once, by ascending start. */
  places: Span[]
}

/** The first places by ascending start, each start once; of those with one start the longest stays. */
export function inOrder(places: Span[]): Span[] {
  places.sort((a, b) => a.start - b.start || b.end - a.end)
  return places
    .filter((place, index) => index === 0 || place.start !== places[index - 1]!.start)
    .slice(0, MOST_PLACES)
}

/** Looks keywords up one by one: for a few keywords and one text. Null when none is said. */
export function findKeywords(text: PreparedText, keywords: readonly string[]): KeywordHits | null {
  const found = keywords
    .map((keyword, index) => ({ index, places: firstPlaces(text, prepareTerm(keyword)) }))
    .filter(({ places }) => places.length > 0)
  if (found.length === 0) return null
  return { keywords: found.map(({ index }) => index), places: inOrder(found.flatMap(({ places }) => places)) }
}

function firstPlaces(text: PreparedText, term: string): Span[] {
  const places: Span[] = []
  for (const place of findAsWritten(text, term)) {
    places.push(place)
    if (places.length === MOST_PLACES) break
  }
  return places
}
