import type { Db } from '../db/types.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'

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
  /**
   * Completes up to `limit` transcripts that an older version has indexed, in one transaction. Returns how many: fewer
   * than `limit` when none are left.
   * @throws BucketError when the bucket is away
   */
  completeTranscripts(db: Db, documents: DocumentStorage, limit: number): Promise<number>
  /**
   * Nightly upkeep, in short transactions. SQLite: removes old transcripts from the recent index and merges the indexes.
   * PostgreSQL: makes next month's partitions and does what `flushPending` does. Returns how many transcripts it removed.
   */
  tidy(db: Db, now: number, abort?: AbortSignal): Promise<number>
  /** Makes what a bulk import just wrote as quick to search as the rest. */
  flushPending(db: Db): Promise<void>
}
