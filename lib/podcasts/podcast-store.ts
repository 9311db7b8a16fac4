import { lockRows } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import { among, type Stored } from '../db/values.js'
import { definedOnly } from '../defined-only.js'
import { writerOf } from '../search/engines.js'
import { categorySlug, type Podcast, type PodcastDetail, type PodcastFields } from './podcast.js'

/** The newest date that is not in the future: announced episodes do not count. */
const LAST_EPISODE_AT = `(SELECT MAX(published_at) FROM episodes
                           WHERE podcast_id = podcasts.id AND published_at <= :now)`

const COLUMNS = `id, uuid, feed_url AS "feedUrl", title, description, author, explicit, image_url AS "imageUrl",
  itunes_id AS "itunesId", language, ${LAST_EPISODE_AT} AS "lastEpisodeAt"`

const podcastOf = (row: Stored<Podcast>): Podcast => ({ ...row, explicit: row.explicit === 1 })

const FIND_DETAIL = `SELECT ${COLUMNS}, categories, (SELECT COUNT(*) FROM episodes WHERE podcast_id = podcasts.id) AS episodes,
    (SELECT MIN(published_at) FROM episodes
      WHERE podcast_id = podcasts.id AND published_at > :now) AS "nextEpisodeAt"
  FROM podcasts WHERE uuid = :uuid`

/** A podcast that is correct until its next announced episode is published, unless something is written before. */
export interface DatedPodcastDetail {
  podcast: PodcastDetail
  from: number
  /** Infinity without an announced episode. */
  until: number
}

export async function findPodcastDetail(
  db: Db,
  uuid: string,
  now: number,
): Promise<DatedPodcastDetail | undefined> {
  type Row = Stored<Podcast> & { categories: string; episodes: number; nextEpisodeAt: number | null }
  const found = await db.get<Row>(FIND_DETAIL, { uuid, now })
  if (!found) return undefined
  const { categories, episodes, nextEpisodeAt, ...row } = found
  const names = JSON.parse(categories) as string[]
  const podcast = {
    ...podcastOf(row),
    categories: names.map((name) => ({ name, slug: categorySlug(name) })),
    availableEpisodeCount: episodes,
  }
  return { podcast, from: now, until: nextEpisodeAt ?? Number.POSITIVE_INFINITY }
}

/** In the order of `ids`; podcasts that no longer exist are left out. */
export async function findPodcasts(db: Db, ids: readonly number[], now: number): Promise<Podcast[]> {
  if (ids.length === 0) return []
  const rows = await db.all<Stored<Podcast>>(
    `SELECT ${COLUMNS} FROM podcasts WHERE id IN (${among(db, 'ids')})`,
    { ids, now },
  )
  const byId = new Map(rows.map((row) => [row.id, podcastOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function listPodcastIds(db: Db): Promise<number[]> {
  return (await db.all<{ id: number }>('SELECT id FROM podcasts')).map(({ id }) => id)
}

/** How far a list of podcasts by their newest episode was read. The names are in cursors that callers have. */
export interface LastEpisodePosition {
  /** The state of the catalogue at the first page. Later episodes change neither the set nor the order. */
  snapshot: {
    now: number
    /** The row of the newest episode. */
    episodeId: number
  }
  /** The last podcast of the page before. */
  after: { id: number; lastEpisodeAt: number | null }
}

/** A page of some podcasts by their newest episode. Those without dated episodes come last; ties by row. */
export async function listByLastEpisode(
  db: Db,
  ids: readonly number[],
  {
    direction,
    now,
    limit,
    position,
  }: {
    direction: 'asc' | 'desc'
    now: number
    limit: number
    position: LastEpisodePosition | undefined
  },
): Promise<{ results: Podcast[]; next: LastEpisodePosition | null }> {
  const snapshot = position?.snapshot ?? { now, episodeId: await findNewestEpisode(db) }
  const rows = await db.all<LastEpisodePosition['after']>(
    `WITH dated AS MATERIALIZED (
       SELECT id, (SELECT published_at FROM episodes
                    WHERE podcast_id = podcasts.id AND published_at <= :now AND episodes.id <= :episodeId
                    ORDER BY published_at DESC LIMIT 1) AS last
         FROM podcasts WHERE id IN (${among(db, 'ids')}))
     SELECT id, last AS "lastEpisodeAt" FROM dated WHERE ${comesAfter(position?.after, direction)}
      ORDER BY last ${direction} NULLS LAST, id LIMIT :rows`,
    { ids, ...snapshot, ...position?.after, rows: limit + 1 },
  )
  const page = rows.slice(0, limit)
  const results = await findPodcasts(
    db,
    page.map(({ id }) => id),
    now,
  )
  return { results, next: rows.length > limit ? { snapshot, after: page.at(-1)! } : null }
}

function comesAfter(after: LastEpisodePosition['after'] | undefined, direction: 'asc' | 'desc'): string {
  if (!after) return 'TRUE'
  if (after.lastEpisodeAt === null) return 'last IS NULL AND id > :id'
  const beyond = direction === 'asc' ? '>' : '<'
  return `last IS NULL OR last ${beyond} :lastEpisodeAt OR (last = :lastEpisodeAt AND id > :id)`
}

async function findNewestEpisode(db: Db): Promise<number> {
  return (await db.get<{ id: number | null }>('SELECT MAX(id) AS id FROM episodes'))?.id ?? 0
}

export async function findPodcastId(db: Db, uuid: string): Promise<number | undefined> {
  return (await db.get<{ id: number }>('SELECT id FROM podcasts WHERE uuid = :uuid', { uuid }))?.id
}

interface PodcastKeys {
  id: number
  uuid: string
}

/** The podcast with this present or former feed address. */
export async function findPodcastByFeedUrl(db: Db, feedUrl: string): Promise<PodcastKeys | undefined> {
  return db.get(
    `SELECT id, uuid FROM podcasts
      WHERE feed_url = :feedUrl
         OR id = (SELECT podcast_id FROM podcast_feed_urls WHERE feed_url = :feedUrl)
      ORDER BY feed_url = :feedUrl DESC LIMIT 1`,
    { feedUrl },
  )
}

/**
 * Inserts a podcast, or updates the one with this feed address, and its entry in the search indexes. Runs in
 * the caller's transaction or in its own.
 * @param made id and time of a new podcast
 */
export function savePodcast(
  db: Db,
  fields: PodcastFields,
  made: { uuid: string; now: number },
): Promise<PodcastKeys> {
  const find = (db: Db) => findPodcastByFeedUrl(db, fields.feedUrl)
  // Read committed: the unique address decides between two that insert.
  return db.transaction(async (db) => {
    const known = (await find(db)) ?? (await insertPodcast(db, fields.feedUrl, made))
    // Neither found nor inserted: another transaction has just committed it.
    const podcast = known ?? (await find(db))!
    await updatePodcast(db, podcast.id, fields)
    return podcast
  }, 'read committed')
}

/** A podcast without a title yet. Undefined when the address is taken. */
async function insertPodcast(
  db: Db,
  feedUrl: string,
  { uuid, now }: { uuid: string; now: number },
): Promise<PodcastKeys | undefined> {
  const inserted = await db.get<PodcastKeys>(
    `INSERT INTO podcasts (uuid, feed_url, title, created_at) VALUES (:uuid, :feedUrl, '', :now)
     ON CONFLICT (feed_url) DO NOTHING RETURNING id, uuid`,
    { uuid, feedUrl, now },
  )
  if (inserted) await nameAddress(db, inserted.id, feedUrl)
  return inserted
}

type Values = Required<Omit<PodcastFields, 'feedUrl'>>

/** Updates the given fields and the search indexes, but not the feed address. Titles are never empty. */
export function updatePodcast(db: Db, id: number, fields: Omit<PodcastFields, 'feedUrl'>): Promise<void> {
  return db.transaction(async (db) => {
    await lockRows(db, 'podcasts', [id])
    const row = await db.get<Stored<Values>>(
      `SELECT title, description, author, explicit, image_url AS "imageUrl", itunes_id AS "itunesId", language,
              categories
         FROM podcasts WHERE id = :id`,
      { id },
    )
    const before = { ...row!, explicit: row!.explicit === 1, categories: JSON.parse(row!.categories) }
    const after: Values = { ...before, ...definedOnly(fields) }
    await db.run(
      `UPDATE podcasts SET title = :title, description = :description, author = :author, explicit = :explicit,
              image_url = :imageUrl, itunes_id = :itunesId, language = :language, categories = :categories
        WHERE id = :id`,
      { ...after, categories: [...new Set(after.categories)], id },
    )
    const { title, description } = after
    if (title === before.title && description === before.description) return
    await writerOf(db).putPodcast(db, { id, name: title, description })
  }, 'read committed')
}

export async function getFeedUrl(db: Db, podcastId: number): Promise<string> {
  const row = await db.get<{ feed_url: string }>('SELECT feed_url FROM podcasts WHERE id = :podcastId', {
    podcastId,
  })
  return row!.feed_url
}

/**
 * Changes the feed address. The old address keeps naming the podcast.
 * @returns false if another podcast has the address
 */
export async function movePodcastFeed(db: Db, id: number, feedUrl: string): Promise<boolean> {
  const other = await findPodcastByFeedUrl(db, feedUrl)
  if (other && other.id !== id) return false
  await db.run('UPDATE podcasts SET feed_url = :feedUrl WHERE id = :id', { id, feedUrl })
  await nameAddress(db, id, feedUrl)
  return true
}

async function nameAddress(db: Db, id: number, feedUrl: string): Promise<void> {
  await db.run(
    `INSERT INTO podcast_feed_urls (feed_url, podcast_id) VALUES (:feedUrl, :id)
     ON CONFLICT (feed_url) DO UPDATE SET podcast_id = excluded.podcast_id`,
    { feedUrl, id },
  )
}
