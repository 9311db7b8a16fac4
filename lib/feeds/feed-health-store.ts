import type { CursorBinding, Cursors, Page, PageQuery } from '../cursor.js'
import type { Db } from '../db/types.js'

/** The state of a feed, for the operator. */
export interface FeedHealth {
  uuid: string
  podcastUuid: string
  feedUrl: string
  title: string
  admittedAt: number
  lastPolledAt: number | null
  lastSuccessAt: number | null
  lastErrorAt: number | null
  lastError: string
  /** Null: the publisher answered that the feed is gone. */
  nextPollAt: number | null
  episodes: number
  transcripts: number
  /** Episodes that wait for a recogniser, and the progress of the one being recognised. */
  waiting: number
  recognising: { doneSeconds: number; totalSeconds: number } | null
}

interface HealthRow {
  uuid: string
  podcast_uuid: string
  feed_url: string
  title: string
  admitted_at: number
  last_polled_at: number | null
  last_success_at: number | null
  last_error_at: number | null
  poll_error: string
  poll_due_at: number | null
  episodes: number
  transcripts: number
  waiting: number
  done_seconds: number
  total_seconds: number
}

function healthOf(row: HealthRow): FeedHealth {
  return {
    uuid: row.uuid,
    podcastUuid: row.podcast_uuid,
    feedUrl: row.feed_url,
    title: row.title,
    admittedAt: row.admitted_at,
    lastPolledAt: row.last_polled_at,
    lastSuccessAt: row.last_success_at,
    lastErrorAt: row.last_error_at,
    lastError: row.poll_error,
    nextPollAt: row.poll_due_at,
    episodes: row.episodes,
    transcripts: row.transcripts,
    waiting: row.waiting,
    recognising:
      row.done_seconds > 0 ? { doneSeconds: row.done_seconds, totalSeconds: row.total_seconds } : null,
  }
}

export type FeedStatus = 'ok' | 'failing' | 'gone'

export function statusOf({ nextPollAt, lastError }: FeedHealth): FeedStatus {
  if (nextPollAt === null) return 'gone'
  return lastError === '' ? 'ok' : 'failing'
}

/** Kinds of problem by what their messages say; the first that fits. feed-health.test.ts tries every message. */
const PROBLEMS = [
  ['gone', /\(410\)/],
  ['http_error', /^The server answered \d/],
  ['timeout', /timed out|within \d+ seconds/i],
  ['tls', /\bTLS\b/],
  ['not_allowed', /not public|not allowed|must begin with|^The URL /i],
  ['unreachable', /host name|connection|unreachable|redirect|not valid HTTP|than it says|request failed/i],
  ['too_large', /larger|too long headers|more than|more memory|no new ones/i],
  ['not_a_feed', /neither RSS nor Atom|is empty|nests|middle of its document|packed|content encoding/i],
] as const

export type FeedProblem = (typeof PROBLEMS)[number][0] | 'other'

/**
 * The kind of a feed's last error, for people who may not see its message, which can contain internal
 * addresses.
 */
export function problemOf({ lastError }: Pick<FeedHealth, 'lastError'>): FeedProblem | null {
  if (lastError === '') return null
  return PROBLEMS.find(([, pattern]) => pattern.test(lastError))?.[0] ?? 'other'
}

const HEALTH = `
  SELECT feeds.uuid, podcasts.uuid AS podcast_uuid, podcasts.feed_url, podcasts.title, feeds.admitted_at,
         feeds.last_polled_at, feeds.last_success_at, feeds.last_error_at, feeds.poll_error, feeds.poll_due_at,
         COALESCE(held.episodes, 0) AS episodes, COALESCE(held.transcripts, 0) AS transcripts,
         COALESCE(held.waiting, 0) AS waiting, COALESCE(held.done_seconds, 0) AS done_seconds,
         COALESCE(held.total_seconds, 0) AS total_seconds
    FROM feeds
    JOIN podcasts ON podcasts.id = feeds.podcast_id
    LEFT JOIN (SELECT podcast_id, COUNT(*) AS episodes, CAST(SUM(has_transcript) AS BIGINT) AS transcripts,
                      COUNT(recognitions.due_at) AS waiting,
                      SUM(CASE WHEN leased_until IS NOT NULL THEN done_seconds ELSE 0 END) AS done_seconds,
                      SUM(CASE WHEN leased_until IS NOT NULL THEN total_seconds ELSE 0 END) AS total_seconds
                 FROM episodes
                 LEFT JOIN recognitions ON recognitions.episode_id = episodes.id
                GROUP BY podcast_id) AS held ON held.podcast_id = feeds.podcast_id`

/** Every followed feed, in the order of admission. */
export async function listFeedHealth(db: Db): Promise<FeedHealth[]> {
  return (await db.all<HealthRow>(`${HEALTH} ORDER BY feeds.id`)).map(healthOf)
}

const IS_FAILING = "(feeds.poll_due_at IS NULL OR feeds.poll_error <> '')"

export interface FeedPage extends Page<FeedHealth> {
  totals: FeedTotals
}

/** A page of feeds in the order of admission, with totals over all feeds. */
export async function listFeedPage(
  { db, cursors }: { db: Db; cursors: Cursors },
  { limit, cursor, only }: PageQuery & { only?: 'failing' },
): Promise<FeedPage> {
  const binding: CursorBinding = ['listFeeds', only ?? null]
  const afterId = cursors.read<number>(cursor, binding) ?? 0
  const page = { afterId, limit: limit + 1, onlyFailing: only === 'failing' }
  const [feeds, totals] = await Promise.all([listHealthAfter(db, page), countFeeds(db)])
  return { ...cursors.page(feeds, limit, binding), totals }
}

/** Counts the episodes of the listed feeds only, so that a page costs the same however many feeds exist. */
async function listHealthAfter(
  db: Db,
  { onlyFailing, ...page }: { afterId: number; limit: number; onlyFailing: boolean },
): Promise<Array<FeedHealth & { id: number }>> {
  const count = (what: string) => `(SELECT ${what} FROM episodes e WHERE e.podcast_id = feeds.podcast_id)`
  const recognised = (what: string) =>
    `(SELECT COALESCE(${what}, 0) FROM recognitions r JOIN episodes e ON e.id = r.episode_id
       WHERE e.podcast_id = feeds.podcast_id)`
  const rows = await db.all<HealthRow & { id: number }>(
    `SELECT feeds.id, feeds.uuid, podcasts.uuid AS podcast_uuid, podcasts.feed_url, podcasts.title, feeds.admitted_at,
            feeds.last_polled_at, feeds.last_success_at, feeds.last_error_at, feeds.poll_error, feeds.poll_due_at,
            ${count('COUNT(*)')} AS episodes,
            ${count('CAST(COALESCE(SUM(has_transcript), 0) AS BIGINT)')} AS transcripts,
            ${recognised('COUNT(r.due_at)')} AS waiting,
            ${recognised('SUM(CASE WHEN r.leased_until IS NOT NULL THEN r.done_seconds END)')} AS done_seconds,
            ${recognised('SUM(CASE WHEN r.leased_until IS NOT NULL THEN r.total_seconds END)')} AS total_seconds
       FROM feeds JOIN podcasts ON podcasts.id = feeds.podcast_id
      WHERE feeds.id > :afterId ${onlyFailing ? `AND ${IS_FAILING}` : ''}
      ORDER BY feeds.id LIMIT :limit`,
    page,
  )
  return rows.map((row) => ({ ...healthOf(row), id: row.id }))
}

export interface FeedTotals {
  feeds: number
  failing: number
  /** Episodes that wait for a recogniser. */
  waiting: number
}

async function countFeeds(db: Db): Promise<FeedTotals> {
  const totals = await db.get<FeedTotals>(
    `SELECT COUNT(*) AS feeds, COUNT(CASE WHEN ${IS_FAILING} THEN 1 END) AS failing,
            (SELECT COUNT(due_at) FROM recognitions) AS waiting
       FROM feeds`,
  )
  return totals!
}

export async function getFeedHealth(db: Db, id: number): Promise<FeedHealth> {
  return healthOf((await db.get<HealthRow>(`${HEALTH} WHERE feeds.id = :id`, { id }))!)
}
