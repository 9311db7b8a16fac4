import type { Db } from '../db/types.js'

/** The state of the catalogue at the first page. Later episodes change neither the set nor the order. */
export interface CatalogueSnapshot {
  now: number
  /** The row of the newest episode. */
  episodeId: number
}

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

/** Up to this many podcasts are looked up one by one. For more, one pass over all episodes is faster. */
const ONE_BY_ONE = 500

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

async function takeSnapshot(db: Db, now: number): Promise<CatalogueSnapshot> {
  const row = await db.get<{ id: number | null }>('SELECT MAX(id) AS id FROM episodes')
  return { now, episodeId: row?.id ?? 0 }
}

async function lastEpisodeDates(
  db: Db,
  ids: readonly number[],
  { now, episodeId }: CatalogueSnapshot,
): Promise<Map<number, number>> {
  const dates = new Map<number, number>()
  if (ids.length > ONE_BY_ONE) {
    const rows = await db.all<{ podcast_id: number; last: number }>(
      `SELECT podcast_id, MAX(published_at) AS last FROM episodes
        WHERE published_at <= :now AND id <= :episodeId GROUP BY podcast_id`,
      { now, episodeId },
    )
    for (const { podcast_id: id, last } of rows) dates.set(id, last)
    return dates
  }
  for (const id of ids) {
    const row = await db.get<{ last: number }>(
      `SELECT published_at AS last FROM episodes
        WHERE podcast_id = :id AND published_at <= :now AND id <= :episodeId
        ORDER BY published_at DESC LIMIT 1`,
      { id, now, episodeId },
    )
    if (row) dates.set(id, row.last)
  }
  return dates
}
