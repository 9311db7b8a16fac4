import { isObjectMissing } from '../bucket/bucket-error.js'
import type { Db } from '../db/types.js'
import type { DocumentStorage, TextRow } from '../transcripts/document-storage.js'
import { unpackText } from '../transcripts/encoding.js'

/** The bucket, where transcripts are in one, keeps others from writing for no longer than this. */
const IN_TRANSACTION = { headMs: 2000, wholeMs: 3000, tries: 1 }

/**
 * All that is said in an episode, as the index takes it; undefined without a transcript, or where the bucket has lost
 * it. For a transaction.
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

/** Sentences are stored a line each; a phrase may run from one into the next. */
export function joinSentences(lines: string): string {
  return lines.replaceAll('\n', ' ')
}
