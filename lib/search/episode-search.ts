import type { Caller } from '../accounts/account.js'
import type { Page } from '../accounts/accounts.js'
import { utcDay } from '../clock.js'
import type { CursorBinding } from '../cursor.js'
import type { SearchScope } from './engine.js'
import type { EpisodeQuestion } from './episode-calls.js'
import type { EpisodeHit } from './episode-page.js'
import { onlyExcludes, parseQuery } from './query.js'
import { placeBehind, type RankingPlace } from './ranking-snapshots.js'
import { isUndated, type KeyRange, keyRanges } from './search-key.js'
import type { SearchParts } from './search-parts.js'
import { type SearchWindow, searchWindow } from './window.js'

export interface EpisodeSearchQuery {
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

/** A page of hits, and the place after it for the cursor. */
interface PlacedPage<Place> {
  results: EpisodeHit[]
  next: Place | null
}

/** After the first page of a best match: the keys of that page. The rest is ranked when it is asked for. */
interface FirstPage {
  given: number[]
  startedAt: number
}

/** In an order by time: the key of the last episode. */
interface TimePlace {
  behind: number
}

/**
 * A page of the episodes of a window that match a query.
 * @throws AppError `invalid_input` for the window, `stale_cursor`, `invalid_cursor`, `search_unavailable`
 */
export async function searchEpisodes(
  parts: SearchParts,
  caller: Caller,
  asked: EpisodeSearchQuery,
): Promise<EpisodeHitPage> {
  const now = parts.clock.now()
  const window = searchWindow(asked, now)
  const binding = bindingOf(caller, asked, utcDay(now))
  const question: EpisodeQuestion = {
    query: parseQuery(asked.q),
    scope: asked.scope,
    podcastUuid: asked.podcast_id?.toLowerCase(),
  }
  const place = parts.cursors.read(asked.cursor, binding)
  const page = await pageOf(parts, { question, window, asked, place })
  return {
    results: page.results,
    nextCursor: page.next && parts.cursors.issue(binding, page.next),
    window: { since: window.since, until: window.until, earliest: window.earliest },
  }
}

/**
 * All that changes the set or the order of the hits. If the window is the default one, this includes the day.
 */
function bindingOf({ account }: Caller, asked: EpisodeSearchQuery, today: string): CursorBinding {
  const isDefault = asked.since === undefined || asked.until === undefined
  return [
    'searchEpisodes',
    account.uuid,
    asked.q,
    asked.scope,
    asked.podcast_id?.toLowerCase() ?? null,
    asked.since ?? null,
    asked.until ?? null,
    isDefault ? today : null,
    asked.order_by === 'best_match' ? 'best_match' : asked.order_dir,
  ]
}

interface Asked {
  question: EpisodeQuestion
  window: SearchWindow
  asked: EpisodeSearchQuery
  place: unknown
}

function pageOf(
  parts: SearchParts,
  { question, window, asked, place }: Asked,
): Promise<PlacedPage<FirstPage | RankingPlace | TimePlace>> {
  const { query } = question
  const ranges = keyRanges(window.fromAt, window.toAt)
  if (window.isEmpty || query.branches.length === 0) return Promise.resolve({ results: [], next: null })
  // A query that only excludes gives every match the same rank.
  if (asked.order_by === 'published_at' || onlyExcludes(query)) {
    const direction = asked.order_by === 'published_at' ? asked.order_dir : 'desc'
    return pageByTime(parts, question, ranges, direction, asked.limit, place as TimePlace | undefined)
  }
  if (place === undefined) return firstRankedPage(parts, question, ranges, asked.limit)
  const ranked = place as FirstPage | RankingPlace
  return 'given' in ranked
    ? secondRankedPage(parts, question, ranges, asked.limit, ranked)
    : nextRankedPage(parts, question, ranges, asked.limit, ranked)
}

interface Ranges {
  dated: KeyRange
  undated: KeyRange
}

async function pageByTime(
  { threads }: SearchParts,
  question: EpisodeQuestion,
  ranges: Ranges,
  direction: 'asc' | 'desc',
  limit: number,
  place: TimePlace | undefined,
): Promise<PlacedPage<TimePlace>> {
  const { hits, last } = await threads.calls.episodesByTime({
    ...question,
    direction,
    limit,
    ranges: rangesBehind(ranges, direction, place?.behind),
  })
  return { results: hits, next: last === null ? null : { behind: last } }
}

async function firstRankedPage(
  { threads, clock }: SearchParts,
  question: EpisodeQuestion,
  { dated, undated }: Ranges,
  limit: number,
): Promise<PlacedPage<FirstPage>> {
  const startedAt = clock.now()
  const { hits, keys } = await threads.calls.episodesByRank({ ...question, ranges: [dated, undated], limit })
  const next = keys.length > limit ? { given: [...keys.subarray(0, limit)], startedAt } : null
  return { results: hits, next }
}

/** Ranks again and stores the order. Episodes added since the first page come after it. */
async function secondRankedPage(
  { threads, rankings }: SearchParts,
  question: EpisodeQuestion,
  { dated, undated }: Ranges,
  limit: number,
  { given, startedAt }: FirstPage,
): Promise<PlacedPage<RankingPlace>> {
  rankings.checkAge(startedAt)
  const asked = { ...question, ranges: [dated, undated], limit, given }
  const { hits, keys } = await threads.calls.episodesByRank(asked)
  const all = Float64Array.of(...given, ...keys)
  return { results: hits, next: await rankings.begin(all, given.length + limit, startedAt) }
}

async function nextRankedPage(
  { threads, rankings }: SearchParts,
  question: EpisodeQuestion,
  ranges: Ranges,
  limit: number,
  place: RankingPlace,
): Promise<PlacedPage<RankingPlace>> {
  const kept = await rankings.resume(place)
  if (place.offset < kept.length) {
    const keys = [...kept.subarray(place.offset, place.offset + limit)]
    const results = await threads.calls.episodesByKey({ ...question, keys })
    return { results, next: placeBehind(place, limit, kept.length) }
  }
  const { hits, last } = await threads.calls.episodesByTime({
    ...question,
    limit,
    direction: 'desc',
    ranges: rangesBehind(ranges, 'desc', place.behind),
    skip: kept,
  })
  return { results: hits, next: last === null ? null : { ...place, behind: last } }
}

/** The ranges after a key. Undated episodes come last in both directions. */
function rangesBehind({ dated, undated }: Ranges, direction: 'asc' | 'desc', key?: number): KeyRange[] {
  if (key === undefined) return [dated, undated]
  const behind = ({ from, to }: KeyRange): KeyRange =>
    direction === 'desc' ? { from, to: Math.min(to, key - 1) } : { from: Math.max(from, key + 1), to }
  return isUndated(key) ? [behind(undated)] : [behind(dated), undated]
}
