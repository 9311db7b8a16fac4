/** What is known of an episode when work on its transcript begins. */
export interface DueEpisode {
  episodeId: number
  podcastId: number
  searchKey: number
  publishedAt: number | null
  heldAt: number
  durationSeconds: number | null
  audioUrl: string
  /** Of the podcast, '' when it does not say. */
  language: string
}

export interface DueEpisodeRow {
  id: number
  podcast_id: number
  search_key: number
  published_at: number | null
  held_at: number
  duration_seconds: number | null
  audio_url: string
  language: string
}

/** To be selected from `episodes`, or returned by an update of it. */
export const DUE_EPISODE_COLUMNS = `id, podcast_id, search_key, published_at, held_at, duration_seconds, audio_url,
  (SELECT language FROM podcasts WHERE podcasts.id = episodes.podcast_id) AS language`

export function dueEpisodeOf(row: DueEpisodeRow): DueEpisode {
  return {
    episodeId: row.id,
    podcastId: row.podcast_id,
    searchKey: row.search_key,
    publishedAt: row.published_at,
    heldAt: row.held_at,
    durationSeconds: row.duration_seconds,
    audioUrl: row.audio_url,
    language: row.language,
  }
}
