import { isObjectMissing } from '../bucket/bucket-error.js'
import { among } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import type { DocumentStorage, TextRow } from '../transcripts/document-storage.js'
import { textBytesSync } from '../transcripts/encoding.js'

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
  text: string
}

interface EpisodeTextRow extends TextRow {
  uuid: string
  title: string
  search_key: number
}

/** The episodes with these keys and their texts, in the order of the keys. */
export async function readEpisodeTexts(
  db: Db,
  documents: DocumentStorage,
  keys: readonly number[],
): Promise<EpisodeText[]> {
  const rows = await db.all<EpisodeTextRow>(
    `SELECT e.uuid, e.title, t.encoding, t.text, t.object_key, e.search_key
       FROM episodes e JOIN transcripts t ON t.episode_id = e.id WHERE e.search_key IN (${among(db, 'keys')})`,
    { keys: JSON.stringify(keys) },
  )
  const order = new Map(keys.map((key, index) => [key, index]))
  rows.sort((a, b) => order.get(a.search_key)! - order.get(b.search_key)!)
  const texts = await Promise.all(rows.map((row) => textOf(documents, row)))
  return rows.map(({ search_key: key, uuid, title }, index) => ({ key, uuid, title, text: texts[index]! }))
}

/** A transcript that the bucket has lost counts as empty: no alert will match it either. */
async function textOf(documents: DocumentStorage, row: TextRow): Promise<string> {
  try {
    return textBytesSync(await documents.loadText(row))
      .toString()
      .replaceAll('\n', ' ')
  } catch (error) {
    if (isObjectMissing(error)) return ''
    throw error
  }
}
