import { getEpisode } from '../lib/episodes/episode-query-store.js'
import type { Services } from '../lib/services.js'
import { type HandlersOf, ok } from './operation.js'
import { presentEpisodeDetail, presentEpisodeHit } from './present.js'

export const episodeHandlers = ({ db, search }: Pick<Services, 'db' | 'search'>): HandlersOf<'episodes'> => ({
  async searchEpisodes({ caller, query }) {
    const { results, nextCursor, window } = await search.episodes(caller, query)
    return ok({ results: results.map(presentEpisodeHit), next_cursor: nextCursor, window })
  },

  async getEpisode({ params }) {
    return ok(presentEpisodeDetail(await getEpisode(db, params.episode_id)))
  },
})
