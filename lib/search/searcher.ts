import type { Db } from '../db/types.js'
import type { Query, Term } from './query.js'
import type { KeyRange } from './search-key.js'

export type SearchScope = 'transcript' | 'metadata'

export type IndexHealth = 'whole' | 'degraded'

/** What episodes are searched for, and where. */
export interface EpisodeQuery {
  query: Query
  scope: SearchScope
  /** The podcast's row; undefined for all podcasts. */
  podcastId?: number
}

/** A podcast found in the index by a term. */
export interface PodcastIndexRow {
  id: number
  /** The folded name; undefined if the term was found in the description. */
  name?: string
  /** How well the description matches; higher is better. */
  score: number
}

/** Finds rows in the order of a search, without their contents. */
export interface Searcher {
  /** Search keys within a range, in the order of time: all of them without a limit. */
  byTime(
    db: Db,
    search: EpisodeQuery,
    range: KeyRange,
    direction: 'asc' | 'desc',
    limit?: number,
  ): Promise<number[]>
  /** Search keys within any of the ranges, the best match first. */
  byRank(db: Db, search: EpisodeQuery, ranges: readonly KeyRange[], limit: number): Promise<number[]>
  podcastsNamed(db: Db, term: Term): Promise<PodcastIndexRow[]>
  podcastsDescribed(db: Db, term: Term): Promise<PodcastIndexRow[]>
  /**
   * Reads a little of every index.
   * @returns `degraded` if only some nodes of a spread index do not answer
   */
  check(db: Db): Promise<IndexHealth>
}
