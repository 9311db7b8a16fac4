import { findAsWritten, type PreparedText, prepareTerm, type Span } from '../text/as-written.js'

/** How many spans of one match are recorded; a text may contain a keyword millions of times. */
export const MAX_SPANS = 1000

/** Where a text contains keywords of one alert. */
export interface KeywordHits {
  /** Positions, in the alert's list, of the keywords that were found; ascending, never empty. */
  keywords: number[]
  /** The first `MAX_SPANS` spans of any of them, each start once, ascending. */
  spans: Span[]
}

/** The first spans by ascending start. Of spans with the same start only the longest stays. */
export function firstSpans(spans: Span[]): Span[] {
  spans.sort((a, b) => a.start - b.start || b.end - a.end)
  return spans
    .filter((span, index) => index === 0 || span.start !== spans[index - 1]!.start)
    .slice(0, MAX_SPANS)
}

/** Looks keywords up one by one, for a few keywords and one text. Null when none is found. */
export function findKeywords(text: PreparedText, keywords: readonly string[]): KeywordHits | null {
  const found = keywords
    .map((keyword, index) => ({ index, spans: spansOf(text, prepareTerm(keyword)) }))
    .filter(({ spans }) => spans.length > 0)
  if (found.length === 0) return null
  return { keywords: found.map(({ index }) => index), spans: firstSpans(found.flatMap(({ spans }) => spans)) }
}

function spansOf(text: PreparedText, term: string): Span[] {
  const spans: Span[] = []
  for (const span of findAsWritten(text, term)) {
    spans.push(span)
    if (spans.length === MAX_SPANS) break
  }
  return spans
}
