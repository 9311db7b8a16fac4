import { lockRows } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import { deleteRow, type Lease } from '../queue/queue.js'
import { QUEUES } from '../queue/queues.js'
import type { Reader } from '../threads/reader.js'
import type { Recognised } from '../transcribe/transcriber.js'
import { transcriptOf } from '../transcribe/transcript-of.js'
import type { DocumentStorage } from './document-storage.js'
import { finishFetch } from './due-transcript-store.js'
import { TranscriptFileError } from './read-file.js'
import { type EpisodeRef, prepareTranscript, savePrepared } from './save-transcript.js'
import { findTranscriptSource } from './transcript-store.js'

interface TranscriptEpisode extends EpisodeRef {
  /** The podcast's. */
  language: string
  /** As stated by the publisher. */
  durationSeconds: number | null
}

export interface IngestFileRequest {
  /** With the lease of its fetch. */
  episode: TranscriptEpisode & Lease
  bytes: Uint8Array
  contentType: string
  fileName: string
  /** As stated in the feed for this file; '' if not stated. */
  language: string
  /** Whether to save a transcript without times. */
  acceptsUntimed: boolean
  now: number
}

/**
 * `finished`: no other link is needed; `isNew`: a publisher's transcript was stored for the first time.
 * `untimed`: readable, but not accepted.
 */
export type IngestFileResult =
  | { kind: 'finished'; isNew: boolean }
  | { kind: 'untimed' }
  | { kind: 'unreadable'; reason: string }

/**
 * Reads a publisher's file, saves the transcript and finishes the episode's fetch. Runs on `feedThread`.
 * @throws BucketError
 */
export async function ingestTranscriptFile(
  db: Db,
  documents: DocumentStorage,
  reader: Reader,
  request: IngestFileRequest,
): Promise<IngestFileResult> {
  const { episode, bytes, contentType, fileName, language, acceptsUntimed, now } = request
  try {
    const hints = {
      contentType,
      fileName,
      language: language || undefined,
      fallbackLanguage: episode.language || undefined,
      knownSeconds: episode.durationSeconds,
    }
    const document = await reader.transcript({ bytes, hints })
    if (!document.timed && !acceptsUntimed) return { kind: 'untimed' }
    const prepared = await prepareTranscript(db, documents, document, now)
    return await db.transaction(async (db) => {
      await lockRows(db, 'episodes', [episode.id])
      // The fetch was cancelled, by an import for example, or the links have changed and are fetched again.
      if (!(await finishFetch(db, episode))) return { kind: 'finished', isNew: false }
      const isNew = (await findTranscriptSource(db, episode.id))?.source !== 'publisher'
      if (prepared) await savePrepared(db, { episode, prepared, source: 'publisher', now })
      return { kind: 'finished', isNew }
    }, 'read committed')
  } catch (error) {
    if (error instanceof TranscriptFileError) return { kind: 'unreadable', reason: error.message }
    throw error
  }
}

export interface SaveRecognisedRequest {
  /** With the lease of its recognition. */
  episode: TranscriptEpisode & Lease
  recognised: Recognised
  model: string
  now: number
}

/**
 * Saves a recognised transcript, unless its recognition was cancelled or another transcript was stored meanwhile. Runs
 * on `feedThread`.
 * @throws BucketError
 */
export async function saveRecognised(
  db: Db,
  documents: DocumentStorage,
  request: SaveRecognisedRequest,
): Promise<{ isSaved: boolean }> {
  const { episode, recognised, model, now } = request
  const document = transcriptOf(recognised, {
    fallbackLanguage: episode.language || undefined,
    knownSeconds: episode.durationSeconds,
  })
  const prepared = await prepareTranscript(db, documents, document, now)
  return db.transaction(async (db) => {
    await lockRows(db, 'episodes', [episode.id])
    if (!(await deleteRow(db, QUEUES.recognise, episode))) return { isSaved: false }
    if (!prepared || (await findTranscriptSource(db, episode.id))) return { isSaved: false }
    await savePrepared(db, { episode, prepared, source: 'recogniser', model, now })
    return { isSaved: true }
  }, 'read committed')
}
