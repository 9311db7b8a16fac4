import type { Cursors, Page, PageQuery } from '../cursor.js'
import type { Db, Params } from '../db/types.js'
import type { FeedProblem } from './types.js'

/** The state of a feed, for the operator. */
export interface FeedHealth {
  id: number
  uuid: string
  podcastUuid: string
  feedUrl: string
  title: string
  admittedAt: number
  lastPolledAt: number | null
  lastSuccessAt: number | null
  lastErrorAt: number | null
  lastError: string
  /** Null after a success. */
  problem: FeedProblem | null
  /** Null: the publisher answered that the feed is gone. */
  nextPollAt: number | null
  episodes: number
  transcripts: number
  /** Episodes not recognised yet, and the progress of the one being recognised, which is among them. */
  awaitingRecognition: number
  recognising: { doneSeconds: number; totalSeconds: number } | null
}

type FeedStatus = 'ok' | 'failing' | 'gone'

export function statusOf({ nextPollAt, lastError }: FeedHealth): FeedStatus {
  if (nextPollAt === null) return 'gone'
  return lastError === '' ? 'ok' : 'failing'
}

const countEpisodes = (what: string) =>
  `(SELECT COUNT(${what}) FROM episodes e WHERE e.podcast_id = feeds.podcast_id)`

const ofRecognitions = (what: string) =>
  `(SELECT COALESCE(${what}, 0) FROM recognitions r JOIN episodes e ON e.id = r.episode_id
     WHERE e.podcast_id = feeds.podcast_id)`

const sumOfLeased = (column: string) =>
  ofRecognitions(`SUM(CASE WHEN r.leased_until IS NOT NULL THEN r.${column} END)`)

type HealthRow = Omit<FeedHealth, 'recognising'> & { doneSeconds: number; totalSeconds: number }

// Servers of an older version beside this one write only the message.
const PROBLEM = "CASE WHEN feeds.poll_error <> '' THEN COALESCE(NULLIF(feeds.poll_problem, ''), 'other') END"

/** Counts the episodes of the selected feeds only, so that a page costs the same however many feeds exist. */
async function selectHealth(db: Db, rest: string, params: Params = {}): Promise<FeedHealth[]> {
  const rows = await db.all<HealthRow>(
    `SELECT feeds.id, feeds.uuid, podcasts.uuid AS "podcastUuid", podcasts.feed_url AS "feedUrl", podcasts.title,
            feeds.admitted_at AS "admittedAt", feeds.last_polled_at AS "lastPolledAt",
            feeds.last_success_at AS "lastSuccessAt", feeds.last_error_at AS "lastErrorAt",
            feeds.poll_error AS "lastError", ${PROBLEM} AS problem, feeds.poll_due_at AS "nextPollAt",
            ${countEpisodes('*')} AS episodes,
            ${countEpisodes('CASE WHEN has_transcript = 1 THEN 1 END')} AS transcripts,
            ${ofRecognitions('COUNT(r.due_at)')} AS "awaitingRecognition",
            ${sumOfLeased('done_seconds')} AS "doneSeconds",
            ${sumOfLeased('total_seconds')} AS "totalSeconds"
       FROM feeds JOIN podcasts ON podcasts.id = feeds.podcast_id ${rest}`,
    params,
  )
  return rows.map(({ doneSeconds, totalSeconds, ...feed }) => ({
    ...feed,
    recognising: doneSeconds > 0 ? { doneSeconds, totalSeconds } : null,
  }))
}

/** Every followed feed, in the order of admission. */
export const listFeedHealth = (db: Db): Promise<FeedHealth[]> => selectHealth(db, 'ORDER BY feeds.id')

export async function findFeedHealth(db: Db, uuid: string): Promise<FeedHealth | undefined> {
  const [feed] = await selectHealth(db, 'WHERE feeds.uuid = :uuid', { uuid })
  return feed
}

const IS_FAILING = "(feeds.poll_due_at IS NULL OR feeds.poll_error <> '')"

/** A page of feeds in the order of admission, with totals over all feeds. */
export async function listFeedPage(
  { db, cursors }: { db: Db; cursors: Cursors },
  { only, ...query }: PageQuery & { only?: 'failing' },
): Promise<Page<FeedHealth> & { totals: FeedTotals }> {
  const rest = `WHERE feeds.id > :afterId ${only === 'failing' ? `AND ${IS_FAILING}` : ''} ORDER BY feeds.id LIMIT :limit`
  const page = await cursors.pageById(query, ['listFeeds', only ?? null], (afterId = 0, limit) =>
    selectHealth(db, rest, { afterId, limit }),
  )
  return { ...page, totals: await countFeeds(db) }
}

interface FeedTotals {
  feeds: number
  failing: number
  /** Episodes not recognised yet. */
  awaitingRecognition: number
}

async function countFeeds(db: Db): Promise<FeedTotals> {
  const totals = await db.get<FeedTotals>(
    `SELECT COUNT(*) AS feeds, COUNT(CASE WHEN ${IS_FAILING} THEN 1 END) AS failing,
            (SELECT COUNT(due_at) FROM recognitions) AS "awaitingRecognition"
       FROM feeds`,
  )
  return totals!
}

export function countFeedsByHealth(db: Db): Promise<Array<{ health: string; count: number }>> {
  return db.all(
    `SELECT CASE WHEN poll_due_at IS NULL THEN 'gone' WHEN poll_error <> '' THEN 'failing'
                 WHEN last_success_at IS NULL THEN 'new' ELSE 'healthy' END AS health,
            count(*) AS count
       FROM feeds GROUP BY 1`,
  )
}
