import type { Db } from '../db/types.js'
import { findPodcastId } from '../podcasts/podcast-store.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import type { EpisodeSearch, SearchScope } from './engine.js'
import { searcherOf } from './engines.js'
import { type EpisodeHit, episodeHits } from './episode-page.js'
import type { Query } from './query.js'
import { RANKED_ROWS, type RankedRows } from './ranking-snapshots.js'
import type { KeyRange } from './search-key.js'

/** A search for episodes, as it is sent to a search thread. */
export interface EpisodeQuestion {
  query: Query
  scope: SearchScope
  podcastUuid?: string
}

export interface EpisodesByTime extends EpisodeQuestion {
  /** Searched one after the other. */
  ranges: KeyRange[]
  direction: 'asc' | 'desc'
  limit: number
  /** Keys that earlier pages returned. */
  skip?: Float64Array
}

export interface EpisodesByRank extends EpisodeQuestion {
  ranges: KeyRange[]
  limit: number
  /** The keys of the first page. With them, only the rest is ranked; without them, this page and one more. */
  given?: number[]
}

export interface EpisodesByKey extends EpisodeQuestion {
  keys: number[]
}

/** A page of hits. `last` is its last key, or null if no page follows. */
export interface TimedHits {
  hits: EpisodeHit[]
  last: number | null
}

/** The functions of a search thread for episodes. Each returns a whole page. */
export function episodeCalls(db: Db, documents: DocumentStorage) {
  /** Undefined if the podcast does not exist. */
  async function searchOf({
    query,
    scope,
    podcastUuid,
  }: EpisodeQuestion): Promise<EpisodeSearch | undefined> {
    if (podcastUuid === undefined) return { query, scope }
    const podcastId = await findPodcastId(db, podcastUuid)
    return podcastId === undefined ? undefined : { query, scope, podcastId }
  }

  /** The ranges that contain any episode. Searching an empty range costs as much as a full one. */
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

  /** Up to `wanted` keys of one range, without those of earlier pages. */
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
