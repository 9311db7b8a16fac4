import { lockRows } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import type { Reader } from '../threads/reader.js'
import type { Recognised } from '../transcribe/transcriber.js'
import { transcriptOf } from '../transcribe/transcript-of.js'
import type { DocumentStorage } from './document-storage.js'
import { type HoldingEpisode, holdPrepared, prepareTranscript } from './hold.js'
import { TranscriptFileError } from './read-file.js'
import { findTranscriptSource, finishTranscript } from './transcript-queue.js'
import { isTranscriptHeld } from './transcript-store.js'

export interface TranscriptEpisode extends HoldingEpisode {
  /** Of the podcast. */
  language: string
  /** As the publisher states it. */
  durationSeconds: number | null
}

export interface TakeFileRequest {
  episode: TranscriptEpisode
  bytes: Uint8Array
  contentType: string
  fileName: string
  /** As the feed states it for this file; '' for nothing. */
  language: string
  /** Hold it even if it has no times. */
  acceptsUntimed: boolean
  now: number
}

/** `isNew`: the publisher's transcript was not held before. `untimed`: readable, but not accepted. `unreadable`: why. */
export type TakeFileAnswer =
  | { kind: 'held'; isNew: boolean }
  | { kind: 'untimed' }
  | { kind: 'unreadable'; reason: string }

/**
 * Reads a publisher's file and holds what it says; with it the episode's step is done. For the work thread.
 * @throws BucketError
 */
export async function takeFile(
  db: Db,
  documents: DocumentStorage,
  reader: Reader,
  request: TakeFileRequest,
): Promise<TakeFileAnswer> {
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
      const isNew = (await findTranscriptSource(db, episode.id)) !== 'publisher'
      if (prepared) await holdPrepared(db, { episode, prepared, source: 'publisher', now })
      await finishTranscript(db, episode.id)
      return { kind: 'held', isNew }
    }, 'read committed')
  } catch (error) {
    if (error instanceof TranscriptFileError) return { kind: 'unreadable', reason: error.message }
    throw error
  }
}

export interface TakeRecognisedRequest {
  episode: TranscriptEpisode
  recognised: Recognised
  model: string
  now: number
}

/**
 * Holds what a recogniser heard, unless the publisher was faster. For the work thread.
 * @throws BucketError
 */
export async function takeRecognised(
  db: Db,
  documents: DocumentStorage,
  request: TakeRecognisedRequest,
): Promise<{ isHeld: boolean }> {
  const { episode, recognised, model, now } = request
  const document = transcriptOf(recognised, {
    fallbackLanguage: episode.language || undefined,
    statedSeconds: episode.durationSeconds,
  })
  const prepared = await prepareTranscript(db, documents, document, now)
  return db.transaction(async (db) => {
    await lockRows(db, 'episodes', [episode.id])
    await db.run('DELETE FROM recognitions WHERE episode_id = :id', { id: episode.id })
    if (!prepared || (await isTranscriptHeld(db, episode.id))) return { isHeld: false }
    await holdPrepared(db, { episode, prepared, source: 'recogniser', model, now })
    return { isHeld: true }
  }, 'read committed')
}
