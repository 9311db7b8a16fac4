import type { Services } from '../lib/services.js'
import { type HandlersOf, ok } from './operation.js'
import { presentEpisodeDetail, presentEpisodeHit } from './present.js'

export const episodeHandlers = ({
  episodes,
  search,
}: Pick<Services, 'episodes' | 'search'>): HandlersOf<'episodes'> => ({
  async searchEpisodes({ caller, query }) {
    const { results, nextCursor, window } = await search.episodes(caller, query)
    return ok({ results: results.map(presentEpisodeHit), next_cursor: nextCursor, window })
  },

  async getEpisode({ params }) {
    return ok(presentEpisodeDetail(await episodes.get(params.episode_id)))
  },
})
