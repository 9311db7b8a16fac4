import type { Db } from '../db/types.js'
import { findPodcastId } from '../podcasts/podcast-store.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import type { EpisodeSearch, SearchScope } from './engine.js'
import { searcherOf } from './engines.js'
import { type EpisodeHit, episodeHits } from './episode-page.js'
import type { Query } from './query.js'
import { RANKED_ROWS, type RankedRows } from './ranked-rows.js'
import type { KeyRange } from './search-key.js'

/** What episodes are searched for; crosses to the search threads. */
export interface EpisodeQuestion {
  query: Query
  scope: SearchScope
  podcastUuid?: string
}

export interface EpisodesByTime extends EpisodeQuestion {
  /** Read one after the other. */
  ranges: KeyRange[]
  direction: 'asc' | 'desc'
  limit: number
  /** Keys that were given already. */
  skip?: Float64Array
}

export interface EpisodesByRank extends EpisodeQuestion {
  ranges: KeyRange[]
  limit: number
  /** Keys of the first page, when all that follows is asked for; without them that page and one more are ranked. */
  given?: number[]
}

export interface EpisodesByKey extends EpisodeQuestion {
  keys: number[]
}

/** A page of hits; `last` is the key behind which the next one begins, null when there is none. */
export interface TimedHits {
  hits: EpisodeHit[]
  last: number | null
}

/** What a search thread does about episodes; each answer is a whole page. */
export function episodeCalls(db: Db, documents: DocumentStorage) {
  /** Undefined: the podcast is not held, so that nothing is found. */
  async function searchOf({
    query,
    scope,
    podcastUuid,
  }: EpisodeQuestion): Promise<EpisodeSearch | undefined> {
    if (podcastUuid === undefined) return { query, scope }
    const podcastId = await findPodcastId(db, podcastUuid)
    return podcastId === undefined ? undefined : { query, scope, podcastId }
  }

  /** Ranges in which any episode is held: undated ones are rare, and a search costs as much as the words. */
  async function heldRanges(ranges: readonly KeyRange[]): Promise<KeyRange[]> {
    const sql = 'SELECT 1 AS one FROM episodes WHERE search_key BETWEEN :from AND :to LIMIT 1'
    const found = await Promise.all(ranges.map((range) => db.get(sql, { ...range })))
    return ranges.filter((_, index) => found[index])
  }

  return {
    async episodesByTime(question: EpisodesByTime): Promise<TimedHits> {
      const search = await searchOf(question)
      const wanted = question.limit + 1
      const keys: number[] = []
      if (search) {
        for (const range of question.ranges) {
          if (keys.length >= wanted) break
          keys.push(...(await keysByTime(search, question, range, wanted - keys.length)))
        }
      }
      const page = keys.slice(0, question.limit)
      const hits = await episodeHits(db, documents, page, question)
      return { hits, last: keys.length > question.limit ? page.at(-1)! : null }
    },

    async episodesByRank(question: EpisodesByRank): Promise<RankedRows<EpisodeHit>> {
      const { limit, given } = question
      const search = await searchOf(question)
      const ranges = search ? await heldRanges(question.ranges) : []
      const wanted = given ? RANKED_ROWS + 1 : limit + 1
      const ranked = search ? await searcherOf(db).byRank(db, search, ranges, wanted) : []
      const known = new Set(given)
      const keys = ranked.filter((key) => !known.has(key))
      return {
        hits: await episodeHits(db, documents, keys.slice(0, limit), question),
        keys: Float64Array.from(keys),
      }
    },

    episodesByKey(question: EpisodesByKey): Promise<EpisodeHit[]> {
      return episodeHits(db, documents, question.keys, question)
    },
  }

  /** As many keys of one range as wanted, without those given before. */
  async function keysByTime(
    search: EpisodeSearch,
    { direction, skip }: EpisodesByTime,
    range: KeyRange,
    wanted: number,
  ): Promise<number[]> {
    const searcher = searcherOf(db)
    if (!skip) return searcher.byTime(db, search, range, direction, wanted)
    const given = new Set(skip)
    const keys = await searcher.byTime(db, search, range, direction, wanted + given.size)
    return keys.filter((key) => !given.has(key)).slice(0, wanted)
  }
}
