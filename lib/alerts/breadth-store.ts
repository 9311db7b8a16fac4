import { among } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import type { DocumentStorage, StoredText } from '../transcripts/document-storage.js'
import { readText } from '../transcripts/transcript-store.js'

/** Those of the episodes that were published in the range, or first stored then if undated; newest first. */
export function listKeysWithin(
  db: Db,
  keys: readonly number[],
  range: { from: number; to: number },
): Promise<Array<{ key: number; at: number }>> {
  return db.all(
    `SELECT search_key AS key, COALESCE(published_at, held_at) AS at FROM episodes
      WHERE search_key IN (${among(db, 'keys')}) AND COALESCE(published_at, held_at) BETWEEN :from AND :to
      ORDER BY at DESC, search_key DESC`,
    { keys: JSON.stringify(keys), ...range },
  )
}

export interface EpisodeText {
  key: number
  uuid: string
  title: string
  /** '' if the bucket has lost the transcript: no alert will match it either. */
  text: string
}

/** The episodes with these keys and their texts, in the order of the keys. */
export async function readEpisodeTexts(
  db: Db,
  documents: DocumentStorage,
  keys: readonly number[],
): Promise<EpisodeText[]> {
  const rows = await db.all<Omit<EpisodeText, 'text'> & StoredText>(
    `SELECT e.search_key AS key, e.uuid, e.title, t.encoding, t.text, t.object_key AS "objectKey"
       FROM episodes e JOIN transcripts t ON t.episode_id = e.id WHERE e.search_key IN (${among(db, 'keys')})`,
    { keys: JSON.stringify(keys) },
  )
  const order = new Map(keys.map((key, index) => [key, index]))
  rows.sort((a, b) => order.get(a.key)! - order.get(b.key)!)
  return Promise.all(
    rows.map(async (row) => {
      const { key, uuid, title } = row
      return { key, uuid, title, text: (await readText(documents, row)) ?? '' }
    }),
  )
}
