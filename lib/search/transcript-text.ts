import { isObjectMissing } from '../bucket/bucket-error.js'
import type { Db } from '../db/types.js'
import type { DocumentStorage, TextRow } from '../transcripts/document-storage.js'
import { unpackText } from '../transcripts/encoding.js'

/** A transaction waits no longer than this for a bucket, because it blocks other writers. */
const IN_TRANSACTION = { headMs: 2000, wholeMs: 3000, tries: 1 }

/**
 * The whole text of a transcript for the index; undefined without a transcript, or if the bucket has lost it.
 * For a transaction.
 * @throws BucketError when the bucket is away
 */
export async function findTranscriptText(
  db: Db,
  documents: DocumentStorage,
  episodeId: number,
): Promise<string | undefined> {
  const row = await db.get<TextRow>(
    'SELECT encoding, text, object_key FROM transcripts WHERE episode_id = :episodeId',
    { episodeId },
  )
  if (!row) return undefined
  try {
    return joinSentences(await unpackText(await documents.loadText(row, IN_TRANSACTION)))
  } catch (error) {
    if (isObjectMissing(error)) return undefined
    throw error
  }
}

/** Joins sentences, which are stored a line each, so that a phrase can cross from one into the next. */
export function joinSentences(lines: string): string {
  return lines.replaceAll('\n', ' ')
}
