import type { Db } from '../db/types.js'
import { findPodcastByFeedUrl, movePodcastFeed } from '../podcasts/podcast-store.js'

/** The podcast with any of these present or former addresses. */
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

/** Changes the address of a podcast. Returns false if another podcast has that address. */
export async function movePodcast(db: Db, podcastId: number, address: string): Promise<boolean> {
  const other = await findPodcastByFeedUrl(db, address)
  if (other && other.id !== podcastId) return false
  await movePodcastFeed(db, podcastId, address)
  return true
}
