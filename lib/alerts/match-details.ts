import type { PreparedText, Span } from '../text/as-written.js'
import { excerptAround, excerptBounds } from '../text/excerpt.js'
import type { Timeline } from '../transcripts/timeline.js'
import type { KeywordHits } from './keyword-index.js'
import type { MatchDetails } from './match.js'

/** A transcript prepared for matching. */
export interface MatchableTranscript {
  timeline: Timeline
  prepared: PreparedText
  /** Whether the source gave times. */
  timed: boolean
}

/** @param keywords the alert's keywords as the caller spelled them */
export function matchDetails(
  { timeline, prepared, timed }: MatchableTranscript,
  hits: KeywordHits,
  keywords: readonly string[],
): MatchDetails {
  const first = hits.spans[0]!
  const seconds = timed ? hits.spans.map(({ start }) => timeline.secondsAt(prepared.original(start))) : []
  // Sentences may overlap: a later span of the text can have an earlier time.
  const offsets = [...new Set(seconds)].sort((a, b) => a - b)
  return {
    excerpt: excerptAround(timeline.text, prepared.original(first.start), prepared.original(first.end)),
    first_offset_seconds: offsets[0] ?? null,
    hit_offsets_seconds: offsets,
    keywords_matched: hits.keywords.map((index) => keywords[index]!),
  }
}

/** Characters of text for a classifier: around one hit, and in total. */
const AROUND_HIT = 1200
const IN_TOTAL = 9000

/** The text for a classifier: the passages around the hits, in order, merged where they overlap. */
export function classifierPassages(
  { timeline, prepared }: MatchableTranscript,
  { spans }: KeywordHits,
): string {
  const { text } = timeline
  const passages: Span[] = []
  let length = 0
  for (const span of spans) {
    const { from: start, to: end } = excerptBounds(
      text,
      prepared.original(span.start),
      prepared.original(span.end),
      AROUND_HIT,
    )
    const last = passages.at(-1)
    const overlaps = last !== undefined && start <= last.end
    const added = overlaps ? end - last.end : end - start
    if (added <= 0) continue
    if (length + added > IN_TOTAL) break
    length += added
    if (overlaps) last.end = end
    else passages.push({ start, end })
  }
  return passages.map(({ start, end }) => text.slice(start, end).replace(/\s+/g, ' ').trim()).join('\n…\n')
}
