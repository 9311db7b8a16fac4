import type { Db } from '../db/types.js'
import { among } from '../db/values.js'
import type { DocumentStorage, StoredText } from '../transcripts/document-storage.js'
import { readText } from '../transcripts/transcript-store.js'

/** Those of the episodes that were published in the range, or first stored then if undated; newest first. */
export async function listKeysWithin(
  db: Db,
  keys: readonly number[],
  range: { from: number; to: number },
): Promise<number[]> {
  const rows = await db.all<{ key: number }>(
    `SELECT search_key AS key FROM episodes
      WHERE search_key IN (${among(db, 'keys')}) AND COALESCE(published_at, held_at) BETWEEN :from AND :to
      ORDER BY COALESCE(published_at, held_at) DESC, search_key DESC`,
    { keys, ...range },
  )
  return rows.map(({ key }) => key)
}

export interface EpisodeText {
  uuid: string
  title: string
  /** When it was published, or first stored if undated. */
  at: number
  /** '' if the bucket has lost the transcript: no alert will match it either. */
  text: string
}

/** The episodes with these keys and their texts, newest first. */
export async function readEpisodeTexts(
  db: Db,
  documents: DocumentStorage,
  keys: readonly number[],
): Promise<EpisodeText[]> {
  const rows = await db.all<Omit<EpisodeText, 'text'> & StoredText>(
    `SELECT e.uuid, e.title, COALESCE(e.published_at, e.held_at) AS at,
            t.encoding, t.text, t.object_key AS "objectKey"
       FROM episodes e JOIN transcripts t ON t.episode_id = e.id
      WHERE e.search_key IN (${among(db, 'keys')}) ORDER BY at DESC, e.search_key DESC`,
    { keys },
  )
  return Promise.all(
    rows.map(async ({ uuid, title, at, ...stored }) => {
      return { uuid, title, at, text: (await readText(documents, stored)) ?? '' }
    }),
  )
}
