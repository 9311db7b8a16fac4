import type { Db } from '../db/types.js'
import { findPodcastByFeedUrl, movePodcastFeed } from '../podcasts/podcast-store.js'

/** The podcast that any of the addresses names, now or formerly. */
export async function findPodcastAt(
  db: Db,
  addresses: readonly string[],
): Promise<{ id: number; uuid: string } | undefined> {
  for (const address of addresses) {
    const podcast = await findPodcastByFeedUrl(db, address)
    if (podcast) return podcast
  }
  return undefined
}

export async function getFeedUrl(db: Db, podcastId: number): Promise<string> {
  const row = await db.get<{ feed_url: string }>('SELECT feed_url FROM podcasts WHERE id = :podcastId', {
    podcastId,
  })
  return row!.feed_url
}

/** Gives a podcast another address, unless another podcast lives there. */
export async function movePodcast(db: Db, podcastId: number, address: string): Promise<boolean> {
  const other = await findPodcastByFeedUrl(db, address)
  if (other && other.id !== podcastId) return false
  await movePodcastFeed(db, podcastId, address)
  return true
}
