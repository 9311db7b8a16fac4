import type { Db } from '../db/types.js'
import type { DatedIdentity, Identity } from './identity.js'

/** An item of an earlier poll, or an imported episode that may be one. */
export interface KnownItem extends DatedIdentity {
  itemId: number | null
  /** Null: the item belongs to the back catalogue. */
  episodeId: number | null
  /** The guid of its episode; '' for back catalogue. */
  episodeGuid: string
  /** '' for an episode that no poll has found yet. */
  contentHash: string
}

interface KnownRow {
  item_id: number | null
  episode_id: number | null
  guid: string
  title: string
  audio_url: string
  held_guid: string | null
  published_at: number | null
  content_hash: string
}

export async function listKnownItems(db: Db, podcastId: number): Promise<KnownItem[]> {
  const rows = await db.all<KnownRow>(
    `SELECT feed_items.id AS item_id, episode_id, feed_items.guid, feed_items.title, feed_items.audio_url,
            episodes.guid AS held_guid, published_at, content_hash
       FROM feed_items
       LEFT JOIN episodes ON episodes.id = feed_items.episode_id
      WHERE feed_items.podcast_id = :podcastId
     UNION ALL
     SELECT NULL, id, guid, title, audio_url, guid, published_at, ''
       FROM episodes
      WHERE podcast_id = :podcastId
            AND NOT EXISTS (SELECT 1 FROM feed_items WHERE feed_items.episode_id = episodes.id)`,
    { podcastId },
  )
  return rows.map((row) => ({
    itemId: row.item_id,
    episodeId: row.episode_id,
    guid: row.guid,
    title: row.title,
    audioUrl: row.audio_url,
    episodeGuid: row.held_guid ?? '',
    publishedAt: row.published_at,
    contentHash: row.content_hash,
  }))
}

/** The guids of a podcast's episodes. */
export async function listEpisodeGuids(db: Db, podcastId: number): Promise<Set<string>> {
  const rows = await db.all<{ guid: string }>('SELECT guid FROM episodes WHERE podcast_id = :podcastId', {
    podcastId,
  })
  return new Set(rows.map(({ guid }) => guid))
}

export async function findBackCatalogue(db: Db, podcastId: number): Promise<Uint8Array | null> {
  const row = await db.get<{ back_catalogue: Uint8Array }>(
    'SELECT back_catalogue FROM feeds WHERE podcast_id = :podcastId',
    { podcastId },
  )
  return row?.back_catalogue ?? null
}

/** Inserts or updates an item as the feed contains it now. */
export async function saveItem(
  db: Db,
  item: Identity & {
    itemId: number | null
    podcastId: number
    episodeId: number | null
    contentHash: string
  },
): Promise<void> {
  const { itemId, podcastId, episodeId, guid, title, audioUrl, contentHash } = item
  const values = { guid, title, audioUrl, contentHash, episodeId }
  if (itemId === null) {
    await db.run(
      `INSERT INTO feed_items (podcast_id, episode_id, guid, title, audio_url, content_hash)
       VALUES (:podcastId, :episodeId, :guid, :title, :audioUrl, :contentHash)
       ON CONFLICT (episode_id) DO UPDATE SET guid = excluded.guid, title = excluded.title,
         audio_url = excluded.audio_url, content_hash = excluded.content_hash`,
      { ...values, podcastId },
    )
    return
  }
  await db.run(
    `UPDATE feed_items SET episode_id = :episodeId, guid = :guid, title = :title, audio_url = :audioUrl,
            content_hash = :contentHash
      WHERE id = :itemId`,
    { ...values, itemId },
  )
}
