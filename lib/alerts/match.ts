/** A match as the API, the webhook and the digest show it. It never changes after it is recorded. */
export interface MatchDocument {
  id: string
  alert_id: string
  alert_name: string
  /** ISO 8601; equals the event's timestamp. */
  created_at: string
  episode: {
    id: string
    title: string
    duration_seconds: number | null
    published_at: string | null
    podcast: { id: string; title: string; image_url: string }
  }
  excerpt: string
  /** Seconds, rounded to a tenth; null for a transcript without times. */
  first_offset_seconds: number | null
  /** Seconds, rounded to a tenth, ascending, without repeats; empty for a transcript without times. */
  hit_offsets_seconds: number[]
  keywords_matched: string[]
}

/** The part of a match that comes from the transcript. */
export type MatchDetails = Pick<
  MatchDocument,
  'excerpt' | 'first_offset_seconds' | 'hit_offsets_seconds' | 'keywords_matched'
>
