import type { Db } from '../db/types.js'
import type { Podcast } from '../podcasts/podcast.js'
import { findPodcasts } from '../podcasts/podcast-store.js'
import { byRelevance, matchingPodcasts, type PodcastField } from './podcast-matches.js'
import { type LastEpisodeOrder, orderedByLastEpisode } from './podcast-order.js'
import type { Query } from './query.js'
import { type RankedRows, STORED_ROWS } from './ranking-store.js'

export interface PodcastQuery {
  query: Query
  fields: PodcastField[]
  now: number
  limit: number
}

/** The functions of a search thread for podcasts. Each returns a whole page. */
export function podcastCalls(db: Db) {
  return {
    async podcastsByRank({ query, fields, now, limit }: PodcastQuery): Promise<RankedRows<Podcast>> {
      const ids = byRelevance(await matchingPodcasts(db, query, fields))
      return {
        hits: await findPodcasts(db, ids.slice(0, limit), now),
        keys: Float64Array.from(ids.slice(0, STORED_ROWS + 1)),
      }
    },

    /** The podcasts that a stored ranking does not contain, in the order of their rows. */
    async podcastsBeyond(search: PodcastQuery & { skip: Float64Array; afterId: number }) {
      const { query, fields, now, limit, skip, afterId } = search
      const skipped = new Set(skip)
      const ids = [...(await matchingPodcasts(db, query, fields)).keys()]
      const rest = ids.filter((id) => id > afterId && !skipped.has(id)).sort((a, b) => a - b)
      const page = rest.slice(0, limit)
      return { hits: await findPodcasts(db, page, now), last: rest.length > limit ? page.at(-1)! : null }
    },

    podcastsByKey({ ids, now }: { ids: number[]; now: number }): Promise<Podcast[]> {
      return findPodcasts(db, ids, now)
    },

    async podcastsByLastEpisode(search: PodcastQuery & { order: LastEpisodeOrder }) {
      const { query, fields, now, limit, order } = search
      const ids = [...(await matchingPodcasts(db, query, fields)).keys()]
      const { page, next } = await orderedByLastEpisode(db, ids, order, limit)
      return { hits: await findPodcasts(db, page, now), next }
    },
  }
}
