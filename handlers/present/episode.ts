import type { components } from '../../generated/types.js'
import { isoInstant } from '../../lib/clock.js'
import type { Episode, EpisodeDetail, EpisodePodcast } from '../../lib/episodes/episode.js'
import type { EpisodeHit } from '../../lib/search/episode-page.js'

type Schemas = components['schemas']

const presentEpisodePodcast = ({ uuid, title, imageUrl }: EpisodePodcast): Schemas['EpisodePodcastOut'] => ({
  id: uuid,
  title,
  image_url: imageUrl,
})

export const presentEpisode = (episode: Episode): Schemas['EpisodeOut'] => ({
  id: episode.uuid,
  title: episode.title,
  description: episode.description,
  audio_url: episode.audioUrl,
  duration_seconds: episode.durationSeconds,
  episode_number: episode.episodeNumber,
  season_number: episode.seasonNumber,
  published_at: isoInstant(episode.publishedAt),
  has_transcript: episode.hasTranscript,
})

export const presentEpisodeDetail = (episode: EpisodeDetail): Schemas['EpisodeDetailOut'] =>
  Object.assign(presentEpisode(episode), {
    podcast: presentEpisodePodcast(episode.podcast),
    transcript: episode.transcript && {
      duration_seconds: episode.transcript.durationSeconds,
      language: episode.transcript.language,
      word_count: episode.transcript.wordCount,
    },
  })

export const presentEpisodeHit = (hit: EpisodeHit): Schemas['EpisodeSearchHitOut'] => ({
  id: hit.uuid,
  title: hit.title,
  description: hit.description,
  audio_url: hit.audioUrl,
  duration_seconds: hit.durationSeconds,
  has_transcript: hit.hasTranscript,
  published_at: isoInstant(hit.publishedAt),
  podcast: presentEpisodePodcast(hit.podcast),
  excerpts: hit.excerpts.map((text) => ({ text })),
})
