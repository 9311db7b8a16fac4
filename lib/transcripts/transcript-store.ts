import type { RequestLimits } from '../bucket/bucket.js'
import { isObjectMissing } from '../bucket/bucket-error.js'
import { DAY_MS } from '../clock.js'
import { inBatches } from '../db/in-batches.js'
import type { Db } from '../db/types.js'
import type { Stored } from '../db/values.js'
import { RECENT_DAYS } from '../search/recent.js'
import type { DocumentStorage, StoredText } from './document-storage.js'
import {
  decodeSegments,
  type EncodedSegments,
  MIN_PACKED_BYTES,
  packText,
  RAW,
  textBytes,
} from './encoding.js'
import type { TranscriptDocument } from './types.js'

/** Where a transcript came from. */
export type TranscriptSource = 'publisher' | 'recogniser' | 'import'

/** A transcript as stored: its sentences are packed, in the row or in a bucket. */
export interface StoredTranscript extends Omit<TranscriptDocument, 'segments'>, StoredText, EncodedSegments {}

/** A transcript to be written. */
interface TranscriptRow extends StoredTranscript {
  episodeId: number
  wordCount: number
  source: TranscriptSource
  /** The recogniser's model, '' for other sources. */
  model: string
  heldAt: number
  /** When to match it against the alerts; null: never. */
  matchDueAt: number | null
}

const STORED = `t.language, t.duration_seconds AS "durationSeconds", t.timed, t.encoding, t.text, t.timing,
  t.object_key AS "objectKey"`

const storedOf = (row: Stored<StoredTranscript>): StoredTranscript => ({ ...row, timed: row.timed === 1 })

/**
 * Writes or replaces a transcript. The first one of an episode sets `held_at` and `match_due_at`. A replacement
 * without a measured length or a language leaves these unchanged.
 */
export async function upsertTranscript(db: Db, row: TranscriptRow): Promise<void> {
  await db.run(
    `INSERT INTO transcripts (episode_id, language, duration_seconds, word_count, timed, source, model,
                              encoding, text, timing, object_key, held_at, match_due_at)
     VALUES (:episodeId, :language, :durationSeconds, :wordCount, :timed, :source, :model,
             :encoding, :text, :timing, :objectKey, :heldAt, :matchDueAt)
     ON CONFLICT (episode_id) DO UPDATE SET
       language = CASE WHEN excluded.language = '' THEN transcripts.language ELSE excluded.language END,
       duration_seconds = COALESCE(excluded.duration_seconds, transcripts.duration_seconds),
       word_count = excluded.word_count,
       timed = excluded.timed,
       source = excluded.source,
       model = excluded.model,
       encoding = excluded.encoding,
       text = excluded.text,
       timing = excluded.timing,
       object_key = excluded.object_key`,
    { ...row },
  )
}

/** Where an episode's transcript came from, and the object that contains it, '' if it is in its row. */
export function findTranscriptSource(
  db: Db,
  episodeId: number,
): Promise<{ source: TranscriptSource; objectKey: string } | undefined> {
  return db.get('SELECT source, object_key AS "objectKey" FROM transcripts WHERE episode_id = :episodeId', {
    episodeId,
  })
}

/** Counts transcripts, those in the bucket, and objects that no transcript names. */
export async function countTranscripts(db: Db) {
  const counts = await db.get<{ transcripts: number; inBucket: number; loose: number }>(
    `SELECT (SELECT count(*) FROM transcripts) AS transcripts,
            (SELECT count(*) FROM transcripts WHERE object_key <> '') AS "inBucket",
            (SELECT count(*) FROM loose_objects) AS loose`,
  )
  return counts!
}

/** An episode by its public id, with its transcript when it has one. */
export async function findEpisodeTranscript(
  db: Db,
  uuid: string,
): Promise<{ title: string; transcript: StoredTranscript | null } | undefined> {
  const row = await db.get<Stored<StoredTranscript> & { title: string; held: number | null }>(
    `SELECT e.title, t.episode_id AS held, ${STORED}
       FROM episodes e
       LEFT JOIN transcripts t ON t.episode_id = e.id
      WHERE e.uuid = :uuid`,
    { uuid },
  )
  if (!row) return undefined
  const { title, held, ...stored } = row
  return { title, transcript: held === null ? null : storedOf(stored) }
}

/**
 * An episode's transcript, unpacked, by the episode's row id.
 * @throws BucketError
 */
export async function readTranscript(
  db: Db,
  documents: DocumentStorage,
  episodeId: number,
  limits?: Partial<RequestLimits>,
): Promise<TranscriptDocument | undefined> {
  const row = await db.get<Stored<StoredTranscript>>(
    `SELECT ${STORED} FROM transcripts t WHERE t.episode_id = :episodeId`,
    { episodeId },
  )
  return row && unpackTranscript(await documents.load(storedOf(row), limits))
}

/**
 * @param loaded see `DocumentStorage.load`
 * @param maxBytes throws `ERR_BUFFER_TOO_LARGE` if the text unpacks to more
 */
export function unpackTranscript(loaded: StoredTranscript, maxBytes?: number): TranscriptDocument {
  const { language, durationSeconds, timed } = loaded
  return { language, durationSeconds, timed, segments: decodeSegments(loaded, maxBytes) }
}

/** The text of an episode's transcript, packed or in a bucket; undefined without a transcript. */
export function findStoredText(db: Db, episodeId: number): Promise<StoredText | undefined> {
  return db.get(
    'SELECT encoding, text, object_key AS "objectKey" FROM transcripts WHERE episode_id = :episodeId',
    { episodeId },
  )
}

/**
 * A transcript's text on one line, so that a phrase can cross from one sentence into the next. Undefined if the bucket
 * has lost it.
 * @throws BucketError when the bucket is away
 */
export async function readText(documents: DocumentStorage, stored: StoredText): Promise<string | undefined> {
  try {
    const lines = textBytes(await documents.load(stored))
    return lines.toString().replaceAll('\n', ' ')
  } catch (error) {
    if (isObjectMissing(error)) return undefined
    throw error
  }
}

/** Texts of younger episodes are stored unpacked: most pages of a search show excerpts of these. */
const UNPACKED_MS = RECENT_DAYS * DAY_MS
/** Rows in one transaction. Other writers get their turn in between. */
const BATCH_SIZE = 25

/** Whether the text of an episode with this date is stored unpacked. */
export const isStoredUnpacked = (at: number, now: number) => at >= now - UNPACKED_MS

/** Packs texts that are no longer recent. Returns how many. */
export function packOldTexts(db: Db, now: number, abort?: AbortSignal): Promise<number> {
  const pack = (limit: number) =>
    db.transaction(async (db) => {
      const rows = await db.all<{ id: number; text: Uint8Array }>(
        // Matches the index transcripts_unpacked.
        `SELECT t.episode_id AS id, t.text FROM episodes e JOIN transcripts t ON t.episode_id = e.id
          WHERE t.encoding = ${RAW} AND LENGTH(t.text) >= ${MIN_PACKED_BYTES}
            AND COALESCE(e.published_at, e.held_at) < :before LIMIT :limit`,
        { before: now - UNPACKED_MS, limit },
      )
      for (const { id, text } of rows) {
        const packed = await packText(text)
        await db.run('UPDATE transcripts SET encoding = :encoding, text = :text WHERE episode_id = :id', {
          id,
          ...packed,
        })
      }
      return rows.length
    })
  return inBatches(BATCH_SIZE, pack, abort)
}
