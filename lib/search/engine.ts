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

/** Keeps the indexes in step; every call runs in whatever transaction its `db` is. */
export interface IndexWriter {
  /** Puts an episode's title and description in, in place of what stood there. */
  putEpisode(db: Db, episode: EpisodeTexts): Promise<void>
  dropEpisode(db: Db, searchKey: number): Promise<void>
  /** @param now decides where the recent index begins when it is first filled */
  putTranscript(db: Db, transcript: TranscriptText, now: number): Promise<void>
  dropTranscript(db: Db, searchKey: number): Promise<void>
  putPodcast(db: Db, podcast: { id: number; name: string; description: string }): Promise<void>
  /** Takes what is no longer recent out of the recent index, at most `limit` episodes a call. */
  pruneRecent(db: Db, now: number, limit: number): Promise<number>
  /** Makes what was just written in bulk as quick to search as the rest. */
  settle(db: Db): Promise<void>
  /** Tidies the transcript indexes a little; call it between batches. False: nothing to tidy. */
  merge(db: Db): Promise<boolean>
}

export interface EpisodeSearch {
  query: Query
  scope: SearchScope
  /** The podcast's row; undefined: all. */
  podcastId?: number
}

export interface PodcastHit {
  id: number
  /** The folded name; undefined when the term was found elsewhere. */
  name?: string
  /** How well the description answers; higher is better. */
  score: number
}

/** Finds rows; what it finds is ordered, but not yet a page. */
export interface Searcher {
  /** Search keys within a range, by time. */
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
  /** Reads a little of every index. @returns `degraded` where only nodes of a spread index do not answer */
  check(db: Db): Promise<IndexHealth>
  /** Keys of episodes within a range whose transcript has any of the terms. */
  candidates(db: Db, terms: readonly string[][], range: KeyRange): Promise<number[]>
}
