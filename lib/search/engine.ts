import type { Db } from '../db/types.js'
import type { Query, Term } from './query.js'
import type { KeyRange } from './search-key.js'

export type SearchScope = 'transcript' | 'metadata'

export type IndexHealth = 'whole' | 'degraded'

export interface EpisodeTexts {
  searchKey: number
  podcastId: number
  title: string
  description: string
}

export interface TranscriptText {
  searchKey: number
  podcastId: number
  text: string
}

/** Writes the search indexes, in the transaction of `db`. */
export interface IndexWriter {
  /** Inserts or replaces an episode's title and description. */
  putEpisode(db: Db, episode: EpisodeTexts): Promise<void>
  dropEpisode(db: Db, searchKey: number): Promise<void>
  /** @param now decides where the recent index begins when it is first filled */
  putTranscript(db: Db, transcript: TranscriptText, now: number): Promise<void>
  dropTranscript(db: Db, searchKey: number): Promise<void>
  putPodcast(db: Db, podcast: { id: number; name: string; description: string }): Promise<void>
  /** Removes up to `limit` old episodes from the recent index. Returns how many. */
  pruneRecent(db: Db, now: number, limit: number): Promise<number>
  /** Makes what a bulk import just wrote as quick to search as the rest. */
  settle(db: Db): Promise<void>
  /** Merges a little of the transcript indexes. Returns false if there was nothing to merge. */
  merge(db: Db): Promise<boolean>
}

export interface EpisodeSearch {
  query: Query
  scope: SearchScope
  /** The podcast's row; undefined for all podcasts. */
  podcastId?: number
}

export interface PodcastHit {
  id: number
  /** The folded name; undefined if the term was found in the description. */
  name?: string
  /** How well the description matches; higher is better. */
  score: number
}

/** Finds rows in the order of a search, without their contents. */
export interface Searcher {
  /** Search keys within a range, in the order of time. */
  byTime(
    db: Db,
    search: EpisodeSearch,
    range: KeyRange,
    direction: 'asc' | 'desc',
    limit: number,
  ): Promise<number[]>
  /** Search keys within any of the ranges, the best match first. */
  byRank(db: Db, search: EpisodeSearch, ranges: readonly KeyRange[], limit: number): Promise<number[]>
  podcastsNamed(db: Db, term: Term): Promise<PodcastHit[]>
  podcastsDescribed(db: Db, term: Term): Promise<PodcastHit[]>
  /**
   * Reads a little of every index.
   * @returns `degraded` if only some nodes of a spread index do not answer
   */
  check(db: Db): Promise<IndexHealth>
  /** Search keys of episodes within a range whose transcript contains any of the terms. */
  candidates(db: Db, terms: readonly string[][], range: KeyRange): Promise<number[]>
}
