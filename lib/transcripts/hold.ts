import { DAY_MS } from '../clock.js'
import { lockRows } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import { writerOf } from '../search/engines.js'
import { countWords } from '../text/words.js'
import { type DocumentStorage, IN_DATABASE, type StoredSentences } from './document-storage.js'
import { joinedTexts, RAW } from './encoding.js'
import { claimObject, insertLooseObject } from './loose-object-store.js'
import { findObjectKey, putTranscript, type TranscriptSource } from './transcript-store.js'
import type { TranscriptDocument } from './types.js'
import { isStoredUnpacked } from './unpacked-texts.js'

/** An episode is new enough for alerts when it was published at most this long before. */
const NEW_FOR_MS = 7 * DAY_MS

/** What must be known of the episode that a transcript belongs to. */
export interface HoldingEpisode {
  id: number
  podcastId: number
  searchKey: number
  publishedAt: number | null
  /** When the episode was first held: stands in for a missing date. */
  heldAt: number
}

export interface Holding {
  episode: HoldingEpisode
  document: TranscriptDocument
  source: TranscriptSource
  /** The recogniser's model; '' or absent for others. */
  model?: string
  now: number
  /** Where it is kept; the database when not said. */
  documents?: DocumentStorage
}

export type HoldOutcome = 'held' | 'replaced' | 'none'

/** A transcript packed, counted and put where it is kept: all that can be done before the database is locked. */
export interface PreparedTranscript extends StoredSentences {
  language: string
  durationSeconds: number | null
  timed: boolean
  wordCount: number
  /** The sentences joined by line feeds. */
  joined: string
}

/**
 * For one `holdPrepared`, soon; not within a transaction. Undefined for a transcript without sentences, which counts as
 * none.
 * @throws BucketError
 */
export async function prepareTranscript(
  db: Db,
  documents: DocumentStorage,
  document: TranscriptDocument,
  now: number,
): Promise<PreparedTranscript | undefined> {
  const { language, durationSeconds, timed, segments } = document
  if (segments.length === 0) return undefined
  const joined = joinedTexts(segments)
  const kept = await documents.keep(db, document, now)
  return { ...kept, language, durationSeconds, timed, wordCount: countWords(joined), joined }
}

/** `holdPrepared` of a transcript that is prepared first. */
export async function holdTranscript(
  db: Db,
  { document, documents = IN_DATABASE, ...holding }: Holding,
): Promise<HoldOutcome> {
  const prepared = await prepareTranscript(db, documents, document, holding.now)
  return prepared ? holdPrepared(db, { ...holding, prepared }) : 'none'
}

/**
 * Writes or replaces an episode's transcript with its rows of the index, in one transaction. A transcript that is
 * first held becomes due for matching when its episode is new; a replacement is not matched again.
 */
export function holdPrepared(
  db: Db,
  {
    episode,
    prepared,
    source,
    model = '',
    now,
  }: Omit<Holding, 'document' | 'documents'> & { prepared: PreparedTranscript },
): Promise<HoldOutcome> {
  const { joined, ...packed } = prepared
  return db.transaction(async (db) => {
    const { searchKey, podcastId, ...dates } = await lockEpisode(db, episode)
    const before = await findObjectKey(db, episode.id)
    if (packed.objectKey) await claimObject(db, packed.objectKey, now)
    const at = dates.publishedAt ?? dates.heldAt
    const isUnpacked = !packed.objectKey && isStoredUnpacked(at, now)
    await putTranscript(db, {
      ...packed,
      ...(isUnpacked ? { encoding: RAW, text: Buffer.from(joined) } : {}),
      episodeId: episode.id,
      source,
      model,
      heldAt: now,
      percolateDueAt: at >= now - NEW_FOR_MS ? now : null,
    })
    if (before) await insertLooseObject(db, before, now)
    await writerOf(db).putTranscript(db, { searchKey, podcastId, text: joined }, now)
    return before === undefined ? 'held' : 'replaced'
  }, 'read committed')
}

/** As it is now, and stays: its date, and its place in the index with that, may have changed while its transcript came. */
async function lockEpisode(db: Db, episode: HoldingEpisode): Promise<HoldingEpisode> {
  await lockRows(db, 'episodes', [episode.id])
  const row = await db.get<{ search_key: number; published_at: number | null; held_at: number }>(
    'SELECT search_key, published_at, held_at FROM episodes WHERE id = :id',
    { id: episode.id },
  )
  if (!row) return episode
  return { ...episode, searchKey: row.search_key, publishedAt: row.published_at, heldAt: row.held_at }
}
