import type { Caller } from '../accounts/account.js'
import type { CursorBinding, Page } from '../cursor.js'
import type { Podcast } from '../podcasts/podcast.js'
import type { LastEpisodePosition } from '../podcasts/podcast-store.js'
import type { PodcastField } from './podcast-matches.js'
import { onlyExcludes, parseQuery } from './query.js'
import type { PositionedPage, RankingPosition } from './ranking-store.js'
import type { PodcastQuery } from './search-calls.js'
import type { SearchParts } from './search-parts.js'

/** The parameters of `searchPodcasts`. */
export interface PodcastSearchRequest {
  q: string
  fields: readonly PodcastField[]
  order_by: 'best_match' | 'last_episode_at'
  order_dir: 'asc' | 'desc'
  limit: number
  cursor?: string
}

/**
 * A page of the podcasts whose name or description matches.
 * @throws AppError `stale_cursor`, `invalid_cursor`, `search_unavailable`
 */
export async function searchPodcasts(
  parts: SearchParts,
  { account }: Caller,
  request: PodcastSearchRequest,
): Promise<Page<Podcast>> {
  const fields = [...new Set(request.fields)].sort()
  const order = request.order_by === 'best_match' ? 'best_match' : request.order_dir
  const binding: CursorBinding = ['searchPodcasts', account.uuid, request.q, fields, order]
  const position = parts.cursors.read(request.cursor, binding)
  const search: PodcastQuery = {
    query: parseQuery(request.q),
    fields,
    now: parts.clock.now(),
    limit: request.limit,
  }
  // A query that only excludes gives every match the same rank.
  const isRanked = order === 'best_match' && !onlyExcludes(search.query)
  const direction = order === 'best_match' ? 'desc' : order
  const { results, next } = isRanked
    ? await rankedPage(parts, search, position as RankingPosition | undefined)
    : await parts.pool.calls.podcastsByLastEpisode({
        ...search,
        direction,
        position: position as LastEpisodePosition | undefined,
      })
  return { results, nextCursor: next && parts.cursors.issue(binding, next) }
}

async function rankedPage(
  { pool, rankings }: SearchParts,
  search: PodcastQuery,
  position: RankingPosition | undefined,
): Promise<PositionedPage<Podcast, RankingPosition>> {
  const { limit, now } = search
  if (position === undefined) {
    const { hits, keys } = await pool.calls.podcastsByRank(search)
    return { results: hits, next: await rankings.begin(keys, limit) }
  }
  return rankings.page(position, limit, {
    byKey: (ids) => pool.calls.podcastsByKey({ ids, now }),
    others: (skip, afterId = 0) => pool.calls.podcastsBeyond({ ...search, skip, afterId }),
  })
}
