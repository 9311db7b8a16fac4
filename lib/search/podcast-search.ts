import type { Caller } from '../accounts/account.js'
import type { Page } from '../accounts/accounts.js'
import type { CursorBinding } from '../cursor.js'
import type { Podcast } from '../podcasts/podcast.js'
import type { PodcastQuestion } from './podcast-calls.js'
import type { PodcastField } from './podcast-matches.js'
import type { NextPlace } from './podcast-order.js'
import { onlyExcludes, parseQuery } from './query.js'
import { placeBehind, type RankingPlace } from './ranking-snapshots.js'
import type { SearchParts } from './search-parts.js'

export interface PodcastSearchQuery {
  q: string
  fields: readonly PodcastField[]
  order_by: 'best_match' | 'last_episode_at'
  order_dir: 'asc' | 'desc'
  limit: number
  cursor?: string
}

interface PlacedPage {
  results: Podcast[]
  next: RankingPlace | NextPlace | null
}

/**
 * A page of the podcasts whose name or description matches.
 * @throws AppError `stale_cursor`, `invalid_cursor`, `search_unavailable`
 */
export async function searchPodcasts(
  parts: SearchParts,
  { account }: Caller,
  asked: PodcastSearchQuery,
): Promise<Page<Podcast>> {
  const fields = [...new Set(asked.fields)].sort()
  const order = asked.order_by === 'best_match' ? 'best_match' : asked.order_dir
  const binding: CursorBinding = ['searchPodcasts', account.uuid, asked.q, fields, order]
  const place = parts.cursors.read(asked.cursor, binding)
  const question = { query: parseQuery(asked.q), fields, now: parts.clock.now(), limit: asked.limit }
  // A query that only excludes gives every match the same rank.
  const isRanked = order === 'best_match' && !onlyExcludes(question.query)
  const direction = order === 'best_match' ? 'desc' : order
  const { results, next } = isRanked
    ? await rankedPage(parts, question, place as RankingPlace | undefined)
    : await pageByLastEpisode(parts, question, direction, place as NextPlace | undefined)
  return { results, nextCursor: next && parts.cursors.issue(binding, next) }
}

async function pageByLastEpisode(
  { threads }: SearchParts,
  question: PodcastQuestion,
  direction: 'asc' | 'desc',
  place: NextPlace | undefined,
): Promise<PlacedPage> {
  const order = { direction, now: question.now, ...place }
  const { hits, next } = await threads.calls.podcastsByLastEpisode({ ...question, order })
  return { results: hits, next }
}

async function rankedPage(
  { threads, rankings }: SearchParts,
  question: PodcastQuestion,
  place: RankingPlace | undefined,
): Promise<PlacedPage> {
  const { limit, now } = question
  if (place === undefined) {
    const { hits, keys } = await threads.calls.podcastsByRank(question)
    return { results: hits, next: await rankings.begin(keys, limit) }
  }
  const kept = await rankings.resume(place)
  if (place.offset < kept.length) {
    const ids = [...kept.subarray(place.offset, place.offset + limit)]
    const results = await threads.calls.podcastsByKey({ ids, now })
    return { results, next: placeBehind(place, limit, kept.length) }
  }
  const beyond = { ...question, skip: kept, behind: place.behind ?? 0 }
  const { hits, last } = await threads.calls.podcastsBeyond(beyond)
  return { results: hits, next: last === null ? null : { ...place, behind: last } }
}
