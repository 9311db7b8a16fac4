import type { Services } from '../lib/services.js'
import { type HandlersOf, ok } from './operation.js'
import { presentEpisode, presentPodcast, presentPodcastDetail } from './present.js'

export const podcastHandlers = ({
  podcasts,
  search,
}: Pick<Services, 'podcasts' | 'search'>): HandlersOf<'podcasts'> => ({
  async searchPodcasts({ caller, query }) {
    const { results, nextCursor } = await search.podcasts(caller, query)
    return ok({ results: results.map(presentPodcast), next_cursor: nextCursor })
  },

  async getPodcast({ params }) {
    return ok(presentPodcastDetail(await podcasts.get(params.podcast_id)))
  },

  async listPodcastEpisodes({ caller, params, query }) {
    const { results, nextCursor } = await podcasts.listEpisodes(caller, params.podcast_id, query)
    return ok({ results: results.map(presentEpisode), next_cursor: nextCursor })
  },
})
