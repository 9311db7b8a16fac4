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

/** All items and all episodes of a podcast. */
export function listKnownItems(db: Db, podcastId: number): Promise<KnownItem[]> {
  return db.all<KnownItem>(
    `SELECT feed_items.id AS "itemId", episode_id AS "episodeId", feed_items.guid, feed_items.title,
            feed_items.audio_url AS "audioUrl", COALESCE(episodes.guid, '') AS "episodeGuid",
            published_at AS "publishedAt", content_hash AS "contentHash"
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
}

/** Inserts or updates an item as the feed contains it now. */
export async function saveItem(
  db: Db,
  { itemId, guid, title, audioUrl, contentHash }: Identity & { itemId: number | null; contentHash: string },
  podcastId: number,
  episodeId: number | null,
): Promise<void> {
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
