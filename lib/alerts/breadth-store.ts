import { among } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import type { DocumentStorage, StoredText } from '../transcripts/document-storage.js'
import { readText } from '../transcripts/transcript-store.js'

const KEYS_AT_ONCE = 500

/** Those of the episodes that were published in the range, or first stored then if undated; newest first. */
export async function listKeysWithin(
  db: Db,
  keys: readonly number[],
  { from: earliest, to: latest }: { from: number; to: number },
): Promise<Array<{ key: number; at: number }>> {
  const within: Array<{ key: number; at: number }> = []
  for (let index = 0; index < keys.length; index += KEYS_AT_ONCE) {
    const rows = await db.all<{ key: number; at: number }>(
      `SELECT search_key AS key, COALESCE(published_at, held_at) AS at FROM episodes WHERE search_key IN (${among(db, 'keys')})`,
      { keys: JSON.stringify(keys.slice(index, index + KEYS_AT_ONCE)) },
    )
    within.push(...rows.filter(({ at }) => at >= earliest && at <= latest))
  }
  return within.sort((a, b) => b.at - a.at || b.key - a.key)
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
