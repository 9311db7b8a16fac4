import type { Db } from '../db/types.js'
import { type CatalogueSnapshot, lastEpisodeDates, takeSnapshot } from '../episodes/episode-query-store.js'

export interface LastEpisodeOrder {
  direction: 'asc' | 'desc'
  /** Undefined on the first page. */
  snapshot?: CatalogueSnapshot
  now: number
  /** The last podcast of the page before. */
  after?: PodcastPosition
}

interface PodcastPosition {
  id: number
  lastEpisodeAt: number | null
}

/** Where the next page begins. */
export interface LastEpisodePosition {
  snapshot: CatalogueSnapshot
  after: PodcastPosition
}

/** A page of podcasts by their newest episode. Those without episodes come last; ties by row. */
export async function orderedByLastEpisode(
  db: Db,
  ids: readonly number[],
  order: LastEpisodeOrder,
  limit: number,
): Promise<{ page: number[]; next: LastEpisodePosition | null }> {
  const snapshot = order.snapshot ?? (await takeSnapshot(db, order.now))
  const dates = await lastEpisodeDates(db, ids, snapshot)
  const positions = ids.map((id) => ({ id, lastEpisodeAt: dates.get(id) ?? null }))
  const compare = comparePositions(order.direction)
  const { after } = order
  const rest = positions.filter((position) => !after || compare(position, after) > 0).sort(compare)
  const page = rest.slice(0, limit)
  const next = rest.length > limit ? { snapshot, after: page.at(-1)! } : null
  return { page: page.map(({ id }) => id), next }
}

function comparePositions(direction: 'asc' | 'desc'): (a: PodcastPosition, b: PodcastPosition) => number {
  const sign = direction === 'asc' ? 1 : -1
  return (a, b) => {
    if (a.lastEpisodeAt === b.lastEpisodeAt) return a.id - b.id
    if (a.lastEpisodeAt === null) return 1
    if (b.lastEpisodeAt === null) return -1
    return sign * (a.lastEpisodeAt - b.lastEpisodeAt)
  }
}
