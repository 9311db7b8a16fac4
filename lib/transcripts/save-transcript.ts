import { DAY_MS } from '../clock.js'
import type { Db } from '../db/types.js'
import { lockEpisode, markTranscribed } from '../episodes/episode-store.js'
import { writerOf } from '../search/engines.js'
import { countWords } from '../text/words.js'
import type { DocumentStorage } from './document-storage.js'
import { joinedTexts, RAW } from './encoding.js'
import { claimObject, insertLooseObject } from './loose-object-store.js'
import {
  findTranscriptSource,
  isStoredUnpacked,
  type StoredTranscript,
  type TranscriptSource,
  upsertTranscript,
} from './transcript-store.js'
import type { TranscriptDocument } from './types.js'

/** Transcripts of episodes published longer ago are not matched against alerts. */
const NEW_FOR_MS = 7 * DAY_MS

/** The columns of an episode that saving its transcript needs. */
export interface EpisodeRef {
  id: number
  podcastId: number
  searchKey: number
  publishedAt: number | null
  /** When the episode was first stored. Replaces a missing date. */
  heldAt: number
}

/** A transcript packed, counted and stored: everything that does not need the database lock. */
export interface PreparedTranscript extends StoredTranscript {
  wordCount: number
  /** The sentences joined by line feeds. */
  joined: string
}

/**
 * Prepares a transcript for `savePrepared`, which must follow within a day: after that its object in the bucket
 * counts as abandoned. Not inside a transaction. Undefined for a transcript without sentences, which is not stored.
 * @throws BucketError
 */
export async function prepareTranscript(
  db: Db,
  documents: DocumentStorage,
  document: TranscriptDocument,
  now: number,
): Promise<PreparedTranscript | undefined> {
  const { segments, ...facts } = document
  if (segments.length === 0) return undefined
  const joined = joinedTexts(segments)
  const stored = await documents.save(db, document, now)
  return { ...facts, ...stored, wordCount: countWords(joined), joined }
}

/**
 * Writes or replaces an episode's transcript and its rows of the search index, in one transaction. The first
 * transcript of a new episode becomes due for matching; a replacement is not matched again.
 */
export function savePrepared(
  db: Db,
  {
    episode,
    prepared,
    source,
    model = '',
    now,
  }: {
    episode: EpisodeRef
    prepared: PreparedTranscript
    source: TranscriptSource
    /** The recogniser's model; absent for other sources. */
    model?: string
    now: number
  },
): Promise<void> {
  const { joined, ...packed } = prepared
  return db.transaction(async (db) => {
    // Its date and its key in the index may have changed since the caller read it.
    const { searchKey, publishedAt, heldAt } = (await lockEpisode(db, episode.id)) ?? episode
    const before = await findTranscriptSource(db, episode.id)
    if (packed.objectKey) await claimObject(db, packed.objectKey, now)
    const at = publishedAt ?? heldAt
    const isUnpacked = !packed.objectKey && isStoredUnpacked(at, now)
    await upsertTranscript(db, {
      ...packed,
      ...(isUnpacked ? { encoding: RAW, text: Buffer.from(joined) } : {}),
      episodeId: episode.id,
      source,
      model,
      heldAt: now,
      matchDueAt: at >= now - NEW_FOR_MS ? now : null,
    })
    await markTranscribed(db, episode.id)
    if (before?.objectKey) await insertLooseObject(db, before.objectKey, now)
    await writerOf(db).putTranscript(db, { searchKey, podcastId: episode.podcastId, text: joined }, now)
  }, 'read committed')
}
