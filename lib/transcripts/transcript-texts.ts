import type { Db, Isolation } from '../db/types.js'
import type { DocumentStorage, StoredText } from './document-storage.js'
import { findStoredText, readText } from './transcript-store.js'

/** The texts of stored transcripts, inside a transaction. */
export interface TranscriptTexts {
  /**
   * The text of an episode's transcript for the index; undefined without a transcript, or if the bucket has lost it.
   */
  find(episodeId: number): Promise<string | undefined>
}

/**
 * Runs `work` in a transaction that never waits for the bucket, because it blocks other writers. If `work` asks for
 * texts in the bucket, the transaction is rolled back, these are read, and `work` runs again. Objects never change, so
 * what was read stays right. Not inside another transaction.
 * @throws BucketError when the bucket is away
 */
export async function transactionWithTexts<T>(
  db: Db,
  documents: DocumentStorage,
  work: (db: Db, texts: TranscriptTexts) => Promise<T>,
  isolation?: Isolation,
): Promise<T> {
  const read = new Map<string, string | undefined>()
  for (;;) {
    const missing = new Map<string, StoredText>()
    try {
      return await db.transaction(async (db) => {
        const find = async (episodeId: number) => {
          const stored = await findStoredText(db, episodeId)
          if (!stored) return undefined
          const { objectKey } = stored
          if (objectKey === '') return readText(documents, stored)
          if (!read.has(objectKey)) missing.set(objectKey, stored)
          return read.get(objectKey)
        }
        const result = await work(db, { find })
        if (missing.size > 0) throw new Error('Texts in the bucket have not been read yet.')
        return result
      }, isolation)
    } catch (error) {
      if (missing.size === 0) throw error
    }
    const texts = await Promise.all(
      Array.from(missing, async ([key, stored]) => [key, await readText(documents, stored)] as const),
    )
    for (const [key, text] of texts) read.set(key, text)
  }
}
