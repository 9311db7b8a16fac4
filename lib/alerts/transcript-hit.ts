import type { PreparedText } from '../text/as-written.js'
import { excerptAround } from '../text/excerpt.js'
import type { Timeline } from '../transcripts/timeline.js'
import type { KeywordHits } from './keyword-hits.js'
import type { TranscriptHit } from './match.js'
import { passagesAround } from './passages.js'

/** A transcript prepared for matching. */
export interface ListenedTranscript {
  timeline: Timeline
  prepared: PreparedText
  /** Whether the source gave times. */
  timed: boolean
}

/** The part of a match that comes from the transcript. */
export function transcriptHit(
  { timeline, prepared, timed }: ListenedTranscript,
  { keywords, places }: KeywordHits,
  spelled: readonly string[],
): TranscriptHit {
  const first = places[0]!
  const seconds = timed ? places.map(({ start }) => timeline.secondsAt(prepared.original(start))) : []
  // Sentences may overlap: a later place in the text can have an earlier time.
  const offsets = [...new Set(seconds)].sort((a, b) => a - b)
  return {
    excerpt: excerptAround(timeline.text, prepared.original(first.start), prepared.original(first.end)),
    first_offset_seconds: offsets[0] ?? null,
    hit_offsets_seconds: offsets,
    keywords_matched: keywords.map((index) => spelled[index]!),
  }
}

/** The text that a classifier is shown. */
export function transcriptPassages(
  { timeline, prepared }: ListenedTranscript,
  { places }: KeywordHits,
): string {
  const given = places.map(({ start, end }) => ({
    start: prepared.original(start),
    end: prepared.original(end),
  }))
  return passagesAround(timeline.text, given)
}
