import { isoInstant } from '../clock.js'

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

/** An episode's fields as a match records them. */
export interface MatchedEpisode {
  id: number
  uuid: string
  title: string
  durationSeconds: number | null
  publishedAt: number | null
  podcast: { uuid: string; title: string; imageUrl: string }
}

export function matchDocument(match: {
  uuid: string
  alert: { uuid: string; name: string }
  episode: MatchedEpisode
  details: MatchDetails
  now: number
}): MatchDocument {
  const { uuid, alert, episode, details, now } = match
  return {
    id: uuid,
    alert_id: alert.uuid,
    alert_name: alert.name,
    created_at: isoInstant(now),
    episode: {
      id: episode.uuid,
      title: episode.title,
      duration_seconds: episode.durationSeconds,
      published_at: isoInstant(episode.publishedAt),
      podcast: {
        id: episode.podcast.uuid,
        title: episode.podcast.title,
        image_url: episode.podcast.imageUrl,
      },
    },
    excerpt: details.excerpt,
    first_offset_seconds: details.first_offset_seconds,
    hit_offsets_seconds: details.hit_offsets_seconds,
    keywords_matched: details.keywords_matched,
  }
}
