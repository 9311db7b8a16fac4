import { DAY_MS } from '../clock.js'
import type { Db } from '../db/types.js'
import { writerOf } from '../search/engines.js'
import { countWords } from '../text/words.js'
import { type EncodedSegments, encodeSegments } from './encoding.js'
import { isTranscriptHeld, putTranscript, type TranscriptSource } from './transcript-store.js'
import type { TranscriptDocument } from './types.js'

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
}

export type HoldOutcome = 'held' | 'replaced' | 'none'

/** A transcript packed and counted: all that can be done before the database is locked. */
export interface PreparedTranscript extends EncodedSegments {
  language: string
  durationSeconds: number | null
  timed: boolean
  wordCount: number
  /** The sentences joined by line feeds. */
  joined: string
}

/** Undefined for a transcript without sentences, which counts as none. */
export async function prepareTranscript(
  document: TranscriptDocument,
): Promise<PreparedTranscript | undefined> {
  const { language, durationSeconds, timed, segments } = document
  if (segments.length === 0) return undefined
  const joined = segments.map((segment) => segment.text).join('\n')
  const encoded = await encodeSegments(segments)
  return { ...encoded, language, durationSeconds, timed, wordCount: countWords(joined), joined }
}

/** `holdPrepared` of a transcript that is prepared first. */
export async function holdTranscript(db: Db, { document, ...holding }: Holding): Promise<HoldOutcome> {
  const prepared = await prepareTranscript(document)
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
  }: Omit<Holding, 'document'> & { prepared: PreparedTranscript },
): Promise<HoldOutcome> {
  const { joined, ...packed } = prepared
  return db.transaction(async (db) => {
    const wasHeld = await isTranscriptHeld(db, episode.id)
    await putTranscript(db, {
      ...packed,
      episodeId: episode.id,
      source,
      model,
      heldAt: now,
      percolateDueAt: isNew(episode, now) ? now : null,
    })
    const { searchKey, podcastId } = episode
    await writerOf(db).putTranscript(db, { searchKey, podcastId, text: joined }, now)
    return wasHeld ? 'replaced' : 'held'
  })
}

function isNew({ publishedAt, heldAt }: HoldingEpisode, now: number): boolean {
  return (publishedAt ?? heldAt) >= now - NEW_FOR_MS
}
