import { findAsWritten, type PreparedText, prepareTerm, type Span } from '../text/as-written.js'

/** How many places of one match are recorded; a text may contain a keyword millions of times. */
export const MOST_PLACES = 1000

/** Where a text contains keywords of one alert. */
export interface KeywordHits {
  /** Positions, in the alert's list, of the keywords that were found; ascending, never empty. */
  keywords: number[]
  /** The first `MOST_PLACES` places of any of them, each start once, ascending. */
  places: Span[]
}

/** The first places by ascending start. Of places with the same start the longest stays. */
export function inOrder(places: Span[]): Span[] {
  places.sort((a, b) => a.start - b.start || b.end - a.end)
  return places
    .filter((place, index) => index === 0 || place.start !== places[index - 1]!.start)
    .slice(0, MOST_PLACES)
}

/** Looks keywords up one by one, for a few keywords and one text. Null when none is found. */
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
