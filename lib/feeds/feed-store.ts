import type { Db } from '../db/types.js'
import { hostOf } from '../net/try-url.js'
import type { Capacity } from '../queue/capacity.js'
import type { LeasedRow } from '../queue/failure.js'
import { leaseByHost } from '../queue/lease-by-host.js'
import { finishRow, isUnleased, type Lease, type LeaseTimes, leaseRows } from '../queue/queue.js'
import { QUEUES } from '../queue/queues.js'
import type { Validators } from './fetch-feed.js'
import type { FeedProblem } from './types.js'

/** What the last successful poll of a feed found. */
interface PollFindings extends Validators {
  contentHash: string
  ttlMs: number
  usualGapMs: number | null
  newestAt: number | null
}

/** A followed feed, with the columns that polling needs. */
export interface Feed extends Omit<LeasedRow, 'leasedUntil'>, PollFindings {
  uuid: string
  podcastId: number
  feedUrl: string
  host: string
  admittedAt: number
  /** Null until its admission has been finished. */
  lastSuccessAt: number | null
}

export type LeasedFeed = Feed & Lease

const COLUMNS = `id, uuid, podcast_id AS "podcastId", host, admitted_at AS "admittedAt", admitted_at AS since, etag,
  last_modified AS "lastModified", content_hash AS "contentHash", ttl_ms AS "ttlMs", usual_gap_ms AS "usualGapMs",
  newest_at AS "newestAt", last_success_at AS "lastSuccessAt", poll_tries AS tries,
  (SELECT feed_url FROM podcasts WHERE id = feeds.podcast_id) AS "feedUrl"`

export function findFeed(db: Db, uuid: string): Promise<Feed | undefined> {
  return db.get<Feed>(`SELECT ${COLUMNS} FROM feeds WHERE uuid = :uuid`, { uuid })
}

export function findFeedOfPodcast(db: Db, podcastId: number): Promise<Feed | undefined> {
  return db.get<Feed>(`SELECT ${COLUMNS} FROM feeds WHERE podcast_id = :podcastId`, { podcastId })
}

/** Whether a podcast has a feed, and it is not gone. */
export async function isPolled(db: Db, podcastId: number): Promise<boolean> {
  const row = await db.get('SELECT 1 FROM feeds WHERE podcast_id = :podcastId AND poll_due_at IS NOT NULL', {
    podcastId,
  })
  return row !== undefined
}

export function listFeeds(db: Db): Promise<Feed[]> {
  return db.all<Feed>(`SELECT ${COLUMNS} FROM feeds ORDER BY id`)
}

/** The addresses of polled feeds, the last successful poll first. */
export async function listPolledUrls(db: Db, limit: number): Promise<string[]> {
  const rows = await db.all<{ url: string }>(
    `SELECT p.feed_url AS url FROM feeds f JOIN podcasts p ON p.id = f.podcast_id
      WHERE f.poll_due_at IS NOT NULL ORDER BY f.last_success_at DESC LIMIT :limit`,
    { limit },
  )
  return rows.map(({ url }) => url)
}

interface NewFeed {
  uuid: string
  podcastId: number
  feedUrl: string
  /** See `packBackCatalogue`. */
  backCatalogue: Uint8Array
  now: number
  leasedUntil: number
}

/** Inserts a podcast's feed, leased. Undefined if another process has inserted it already. */
export function insertFeed(db: Db, feed: NewFeed): Promise<LeasedFeed | undefined> {
  const { feedUrl, ...values } = feed
  return db.get<LeasedFeed>(
    `INSERT INTO feeds (uuid, podcast_id, host, admitted_at, back_catalogue, poll_due_at, poll_leased_until)
     VALUES (:uuid, :podcastId, :host, :now, :backCatalogue, :leasedUntil, :leasedUntil)
     ON CONFLICT (podcast_id) DO NOTHING RETURNING ${COLUMNS}, poll_leased_until AS "leasedUntil"`,
    { ...values, host: hostOf(feedUrl) },
  )
}

export async function findBackCatalogue(db: Db, podcastId: number): Promise<Uint8Array | null> {
  const row = await db.get<{ back_catalogue: Uint8Array }>(
    'SELECT back_catalogue FROM feeds WHERE podcast_id = :podcastId',
    { podcastId },
  )
  return row?.back_catalogue ?? null
}

export async function deleteFeed(db: Db, uuid: string): Promise<void> {
  await db.run('DELETE FROM feeds WHERE uuid = :uuid', { uuid })
}

/** Leases due feeds of hosts below their limit. */
export const leaseDueFeeds = (
  db: Db,
  hosts: Capacity,
  lease: LeaseTimes & { limit: number },
): Promise<LeasedFeed[]> => leaseByHost<LeasedFeed>(db, QUEUES.poll, hosts, lease, { returning: COLUMNS })

/** Leases a feed, due or not. Undefined if another worker has leased it, or if it was removed. */
export async function leaseFeed(db: Db, uuid: string, lease: LeaseTimes): Promise<LeasedFeed | undefined> {
  const selection = { where: `uuid = :uuid AND ${isUnleased(QUEUES.poll)}`, params: { uuid } }
  const [feed] = await leaseRows<LeasedFeed>(db, QUEUES.poll, lease, COLUMNS, selection)
  return feed
}

/** The columns that a successful poll sets. */
export interface PollSuccess extends PollFindings {
  now: number
  nextPollAt: number
}

/** Returns false if the lease was lost. */
export async function recordSuccessfulPoll(db: Db, lease: Lease, success: PollSuccess): Promise<boolean> {
  const { nextPollAt, ...values } = success
  if (!(await finishRow(db, QUEUES.poll, lease, nextPollAt))) return false
  await db.run(
    `UPDATE feeds SET etag = :etag, last_modified = :lastModified, content_hash = :contentHash, ttl_ms = :ttlMs,
            usual_gap_ms = :usualGapMs, newest_at = :newestAt, last_polled_at = :now, last_success_at = :now,
            poll_problem = ''
      WHERE id = :id`,
    { ...values, id: lease.id },
  )
  return true
}

export async function recordFailedPoll(
  db: Db,
  id: number,
  { now, problem }: { now: number; problem: FeedProblem },
): Promise<void> {
  await db.run(
    'UPDATE feeds SET last_polled_at = :now, last_error_at = :now, poll_problem = :problem WHERE id = :id',
    { id, now, problem },
  )
}

/** Call it after the address of the podcast has changed. */
export async function moveFeed(db: Db, id: number, feedUrl: string): Promise<void> {
  await db.run('UPDATE feeds SET host = :host WHERE id = :id', { id, host: hostOf(feedUrl) })
}
