import type { Caller } from '../accounts/account.js'
import { utcDay } from '../clock.js'
import type { CursorBinding, Page } from '../cursor.js'
import { findPodcastId } from '../podcasts/podcast-store.js'
import type { EpisodeHit } from './episode-hits.js'
import { onlyExcludes, parseQuery } from './query.js'
import type { PositionedPage, RankingPosition } from './ranking-store.js'
import { isUndated, type KeyRange, keyRanges } from './search-key.js'
import type { SearchParts } from './search-parts.js'
import type { EpisodeQuery, SearchScope } from './searcher.js'
import { type SearchWindow, searchWindow } from './window.js'

/** The parameters of `searchEpisodes`. */
export interface EpisodeSearchRequest {
  q: string
  scope: SearchScope
  podcast_id?: string
  since?: string
  until?: string
  order_by: 'best_match' | 'published_at'
  order_dir: 'asc' | 'desc'
  limit: number
  cursor?: string
}

export interface EpisodeHitPage extends Page<EpisodeHit> {
  window: Pick<SearchWindow, 'since' | 'until' | 'earliest'>
}

/** In an order by time. */
interface TimePosition {
  /** The key of the last hit: the next page begins after it. The name is in cursors that callers have. */
  behind: number
}

/** After the first page of a best match: the keys of that page. The rest is ranked for the second page. */
interface FirstPagePosition {
  kind: 'first page'
  keys: number[]
  startedAt: number
}

type RankedPosition = FirstPagePosition | (RankingPosition & { kind?: undefined })

/** What every page of a search needs. */
interface EpisodePageQuery extends EpisodeQuery {
  ranges: { dated: KeyRange; undated: KeyRange }
  limit: number
}

/**
 * A page of the episodes of a window that match a query.
 * @throws AppError `invalid_input` for the window, `stale_cursor`, `invalid_cursor`, `search_unavailable`
 */
export async function searchEpisodes(
  parts: SearchParts,
  caller: Caller,
  request: EpisodeSearchRequest,
): Promise<EpisodeHitPage> {
  const now = parts.clock.now()
  const window = searchWindow(request, now)
  const binding = bindingOf(caller, request, utcDay(now))
  const position = parts.cursors.read(request.cursor, binding)
  const page = await pageAt(parts, request, window, position)
  return {
    results: page.results,
    nextCursor: page.next && parts.cursors.issue(binding, page.next),
    window: { since: window.since, until: window.until, earliest: window.earliest },
  }
}

/** All that changes the set or the order of the hits. If the window is the default one, this includes the day. */
function bindingOf({ account }: Caller, request: EpisodeSearchRequest, today: string): CursorBinding {
  const isDefault = request.since === undefined || request.until === undefined
  return [
    'searchEpisodes',
    account.uuid,
    request.q,
    request.scope,
    request.podcast_id ?? null,
    request.since ?? null,
    request.until ?? null,
    isDefault ? today : null,
    request.order_by === 'best_match' ? 'best_match' : request.order_dir,
  ]
}

async function pageAt(
  parts: SearchParts,
  request: EpisodeSearchRequest,
  window: SearchWindow,
  position: unknown,
): Promise<PositionedPage<EpisodeHit, RankedPosition | TimePosition>> {
  const { scope, limit, podcast_id: podcastUuid } = request
  const query = parseQuery(request.q)
  const podcastId = podcastUuid === undefined ? undefined : await findPodcastId(parts.db, podcastUuid)
  const isPodcastMissing = podcastUuid !== undefined && podcastId === undefined
  if (window.isEmpty || query.branches.length === 0 || isPodcastMissing) return { results: [], next: null }
  const page: EpisodePageQuery = {
    query,
    scope,
    podcastId,
    limit,
    ranges: keyRanges(window.fromAt, window.toAt),
  }
  // A query that only excludes gives every match the same rank.
  if (request.order_by === 'published_at' || onlyExcludes(query)) {
    const direction = request.order_by === 'published_at' ? request.order_dir : 'desc'
    return pageByTime(parts, page, direction, position as TimePosition | undefined)
  }
  const ranked = position as RankedPosition | undefined
  if (!ranked) return firstRankedPage(parts, page)
  return ranked.kind === 'first page'
    ? secondRankedPage(parts, page, ranked)
    : laterRankedPage(parts, page, ranked)
}

async function pageByTime(
  { pool }: SearchParts,
  page: EpisodePageQuery,
  direction: 'asc' | 'desc',
  position: TimePosition | undefined,
): Promise<PositionedPage<EpisodeHit, TimePosition>> {
  const { hits, last } = await pool.calls.episodesByTime({
    ...page,
    direction,
    ranges: rangesAfter(page, direction, position?.behind),
  })
  return { results: hits, next: last === null ? null : { behind: last } }
}

async function firstRankedPage(
  { pool, clock }: SearchParts,
  page: EpisodePageQuery,
): Promise<PositionedPage<EpisodeHit, FirstPagePosition>> {
  const startedAt = clock.now()
  const { hits, keys } = await pool.calls.episodesByRank({ ...page, ranges: allRanges(page) })
  const shown = [...keys.subarray(0, page.limit)]
  const next = keys.length > page.limit ? { kind: 'first page' as const, keys: shown, startedAt } : null
  return { results: hits, next }
}

/** Ranks again and stores the ranking. Episodes added since the first page come after it. */
async function secondRankedPage(
  { pool, rankings }: SearchParts,
  page: EpisodePageQuery,
  { keys: firstKeys, startedAt }: FirstPagePosition,
): Promise<PositionedPage<EpisodeHit, RankingPosition>> {
  rankings.checkAge(startedAt)
  const ranges = allRanges(page)
  const { hits, keys } = await pool.calls.episodesByRank({ ...page, ranges, firstKeys })
  const all = Float64Array.of(...firstKeys, ...keys)
  return { results: hits, next: await rankings.begin(all, firstKeys.length + page.limit, startedAt) }
}

/** Hits that the stored ranking does not contain follow it, newest first. */
function laterRankedPage(
  { pool, rankings }: SearchParts,
  page: EpisodePageQuery,
  position: RankingPosition,
): Promise<PositionedPage<EpisodeHit, RankingPosition>> {
  return rankings.page(position, page.limit, {
    byKey: (keys) => pool.calls.episodesByKey({ ...page, keys }),
    others: (skip, behind) => {
      const ranges = rangesAfter(page, 'desc', behind)
      return pool.calls.episodesByTime({ ...page, direction: 'desc', ranges, skip })
    },
  })
}

const allRanges = ({ ranges }: EpisodePageQuery): KeyRange[] => [ranges.dated, ranges.undated]

/** The ranges after a key, if there is one. Undated episodes come last in both directions. */
function rangesAfter(page: EpisodePageQuery, direction: 'asc' | 'desc', key: number | undefined): KeyRange[] {
  if (key === undefined) return allRanges(page)
  const { dated, undated } = page.ranges
  const afterKey = ({ from, to }: KeyRange): KeyRange =>
    direction === 'desc' ? { from, to: Math.min(to, key - 1) } : { from: Math.max(from, key + 1), to }
  return isUndated(key) ? [afterKey(undated)] : [afterKey(dated), undated]
}
