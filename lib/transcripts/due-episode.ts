import type { Leased } from '../queue/failure.js'

/** An episode whose transcript is being fetched or recognised. `id` is the episode's. */
export interface DueEpisode extends Leased {
  podcastId: number
  searchKey: number
  publishedAt: number | null
  heldAt: number
  durationSeconds: number | null
  audioUrl: string
  /** The podcast's language, '' if not stated. */
  language: string
}

/** To select from `episodes`, or to return from an update of it. */
export const DUE_EPISODE_COLUMNS = `id, podcast_id AS "podcastId", search_key AS "searchKey",
  published_at AS "publishedAt", held_at AS "heldAt", held_at AS since, duration_seconds AS "durationSeconds",
  audio_url AS "audioUrl", (SELECT language FROM podcasts WHERE podcasts.id = episodes.podcast_id) AS language`
