import type { Services } from '../lib/services.js'
import { type HandlersOf, ok, okPage } from './operation.js'
import { presentEpisode, presentPodcast, presentPodcastDetail } from './present.js'

export const podcastHandlers = ({
  podcasts,
  search,
}: Pick<Services, 'podcasts' | 'search'>): HandlersOf<'podcasts'> => ({
  async searchPodcasts({ caller, query }) {
    return okPage(await search.podcasts(caller, query), presentPodcast)
  },

  async getPodcast({ params }) {
    return ok(presentPodcastDetail(await podcasts.get(params.podcast_id)))
  },

  async listPodcastEpisodes({ caller, params, query }) {
    return okPage(await podcasts.listEpisodes(caller, params.podcast_id, query), presentEpisode)
  },
})
