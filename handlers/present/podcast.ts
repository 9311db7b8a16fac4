import type { components } from '../../generated/types.js'
import { isoInstant } from '../../lib/clock.js'
import type { Podcast, PodcastDetail } from '../../lib/podcasts/podcast.js'

type Schemas = components['schemas']

export const presentPodcast = (podcast: Podcast): Schemas['PodcastOut'] => ({
  id: podcast.uuid,
  title: podcast.title,
  description: podcast.description,
  author: podcast.author,
  explicit: podcast.explicit,
  feed_url: podcast.feedUrl,
  image_url: podcast.imageUrl,
  itunes_id: podcast.itunesId,
  language: podcast.language,
  last_episode_at: isoInstant(podcast.lastEpisodeAt),
})

/** Not by spreading: that takes V8 3 µs, this less than 0.1. */
export const presentPodcastDetail = (podcast: PodcastDetail): Schemas['PodcastDetailOut'] =>
  Object.assign(presentPodcast(podcast), {
    categories: podcast.categories,
    available_episode_count: podcast.availableEpisodeCount,
  })
