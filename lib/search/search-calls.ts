import type { Db } from '../db/types.js'
import { rangesWithEpisodes } from '../episodes/episode-query-store.js'
import type { Podcast } from '../podcasts/podcast.js'
import { findPodcasts, type LastEpisodePosition, listByLastEpisode } from '../podcasts/podcast-store.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { searcherOf } from './engines.js'
import { type EpisodeHit, episodeHits } from './episode-hits.js'
import { byRelevance, matchingPodcasts, type PodcastField } from './podcast-matches.js'
import type { Query } from './query.js'
import { type RankedRows, STORED_ROWS } from './ranking-store.js'
import type { KeyRange } from './search-key.js'
import type { EpisodeQuery } from './searcher.js'

interface EpisodesByTime extends EpisodeQuery {
  /** Searched one after the other. */
  ranges: KeyRange[]
  direction: 'asc' | 'desc'
  limit: number
  /** Keys that earlier pages returned. */
  skip?: Float64Array
}

interface EpisodesByRank extends EpisodeQuery {
  ranges: KeyRange[]
  limit: number
  /** The keys of the first page. With them, the rest is ranked; without them, this page and one more hit. */
  firstKeys?: number[]
}

/** A page of hits. `last` is its last key, or null if no page follows. */
interface TimedHits {
  hits: EpisodeHit[]
  last: number | null
}

export interface PodcastQuery {
  query: Query
  fields: PodcastField[]
  now: number
  limit: number
}

interface PodcastsByLastEpisode extends PodcastQuery {
  direction: 'asc' | 'desc'
  /** Undefined for the first page. */
  position: LastEpisodePosition | undefined
}

/** The functions of a search thread. Each search returns a whole page. */
export function searchCalls(db: Db, documents: DocumentStorage) {
  const searcher = searcherOf(db)

  return {
    /** Reads from every index. Throws the error of SQLite if one is damaged. */
    ping: () => searcher.check(db),

    async episodesByTime(args: EpisodesByTime): Promise<TimedHits> {
      const skipped = new Set(args.skip)
      const wanted = args.limit + 1
      const keys: number[] = []
      for (const range of args.ranges) {
        const missing = wanted - keys.length
        if (missing === 0) break
        const found = await searcher.byTime(db, args, range, args.direction, missing + skipped.size)
        keys.push(...found.filter((key) => !skipped.has(key)).slice(0, missing))
      }
      const page = keys.slice(0, args.limit)
      const hits = await episodeHits(db, documents, page, args)
      return { hits, last: keys.length > args.limit ? page.at(-1)! : null }
    },

    async episodesByRank(args: EpisodesByRank): Promise<RankedRows<EpisodeHit>> {
      const { limit, firstKeys } = args
      // Searching an empty range costs as much as a full one.
      const ranges = await rangesWithEpisodes(db, args.ranges)
      const ranked = await searcher.byRank(db, args, ranges, firstKeys ? STORED_ROWS + 1 : limit + 1)
      const known = new Set(firstKeys)
      const keys = ranked.filter((key) => !known.has(key))
      return {
        hits: await episodeHits(db, documents, keys.slice(0, limit), args),
        keys: Float64Array.from(keys),
      }
    },

    episodesByKey(args: EpisodeQuery & { keys: number[] }): Promise<EpisodeHit[]> {
      return episodeHits(db, documents, args.keys, args)
    },

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

    async podcastsByLastEpisode({ query, fields, ...page }: PodcastsByLastEpisode) {
      const found = await matchingPodcasts(db, query, fields)
      return listByLastEpisode(db, [...found.keys()], page)
    },
  }
}

export type SearchCalls = ReturnType<typeof searchCalls>
