import { skipLocked } from '../db/skip-locked.js'
import type { Db } from '../db/types.js'
import { hostOf } from './host-lanes.js'

/** A feed that is followed, as far as asking it again needs. */
export interface Feed {
  id: number
  uuid: string
  podcastId: number
  feedUrl: string
  host: string
  admittedAt: number
  etag: string
  lastModified: string
  contentHash: string
  ttlMs: number
  usualGapMs: number | null
  newestAt: number | null
  failures: number
}

interface FeedRow {
  id: number
  uuid: string
  podcast_id: number
  feed_url: string
  host: string
  admitted_at: number
  etag: string
  last_modified: string
  content_hash: string
  ttl_ms: number
  usual_gap_ms: number | null
  newest_at: number | null
  failures: number
}

const COLUMNS = `id, uuid, podcast_id, host, admitted_at, etag, last_modified, content_hash, ttl_ms, usual_gap_ms,
                 newest_at, failures, (SELECT feed_url FROM podcasts WHERE id = feeds.podcast_id) AS feed_url`

function feedOf(row: FeedRow): Feed {
  return {
    id: row.id,
    uuid: row.uuid,
    podcastId: row.podcast_id,
    feedUrl: row.feed_url,
    host: row.host,
    admittedAt: row.admitted_at,
    etag: row.etag,
    lastModified: row.last_modified,
    contentHash: row.content_hash,
    ttlMs: row.ttl_ms,
    usualGapMs: row.usual_gap_ms,
    newestAt: row.newest_at,
    failures: row.failures,
  }
}

export async function findFeed(db: Db, uuid: string): Promise<Feed | undefined> {
  const row = await db.get<FeedRow>(`SELECT ${COLUMNS} FROM feeds WHERE uuid = :uuid`, { uuid })
  return row && feedOf(row)
}

export async function findFeedById(db: Db, id: number): Promise<Feed | undefined> {
  const row = await db.get<FeedRow>(`SELECT ${COLUMNS} FROM feeds WHERE id = :id`, { id })
  return row && feedOf(row)
}

export async function findFeedOfPodcast(db: Db, podcastId: number): Promise<Feed | undefined> {
  const row = await db.get<FeedRow>(`SELECT ${COLUMNS} FROM feeds WHERE podcast_id = :podcastId`, {
    podcastId,
  })
  return row && feedOf(row)
}

export async function listFeeds(db: Db): Promise<Feed[]> {
  return (await db.all<FeedRow>(`SELECT ${COLUMNS} FROM feeds ORDER BY id`)).map(feedOf)
}

export interface NewFeed {
  uuid: string
  podcastId: number
  feedUrl: string
  /** See `packBackCatalogue`. */
  backCatalogue: Uint8Array
  now: number
  leasedUntil: number
}

/** Follows a podcast's feed; answers with undefined when somebody else was faster. */
export function insertFeed(db: Db, feed: NewFeed): Promise<{ id: number } | undefined> {
  const { feedUrl, ...values } = feed
  return db.get<{ id: number }>(
    `INSERT INTO feeds (uuid, podcast_id, host, admitted_at, back_catalogue, next_poll_at, leased_until)
     VALUES (:uuid, :podcastId, :host, :now, :backCatalogue, :now, :leasedUntil)
     ON CONFLICT (podcast_id) DO NOTHING RETURNING id`,
    { ...values, host: hostOf(feedUrl) },
  )
}

/** What is held stays held; only what was still to be fetched for it is forgotten. */
export function deleteFeed(db: Db, feed: Pick<Feed, 'id' | 'podcastId'>): Promise<void> {
  const { id, podcastId } = feed
  return db.transaction(async (db) => {
    await db.run('DELETE FROM feeds WHERE id = :id', { id })
    await db.run(
      'DELETE FROM recognitions WHERE episode_id IN (SELECT id FROM episodes WHERE podcast_id = :podcastId)',
      { podcastId },
    )
    await db.run('UPDATE episodes SET transcript_due_at = NULL WHERE podcast_id = :podcastId', { podcastId })
  })
}

function list(values: ReadonlyArray<string | number>, name: string) {
  const params = Object.fromEntries(values.map((value, index) => [`${name}${index}`, value]))
  return {
    params,
    sql: Object.keys(params)
      .map((key) => `:${key}`)
      .join(', '),
  }
}

/** Feeds that are due, longest overdue first, without those of the hosts that have no room. */
export function findDueFeeds(
  db: Db,
  due: { now: number; limit: number; fullHosts: readonly string[] },
): Promise<Array<{ id: number; host: string }>> {
  const { sql, params } = list(due.fullHosts, 'host')
  return db.all(
    `SELECT id, host FROM feeds
      WHERE next_poll_at <= :now AND COALESCE(leased_until, 0) <= :now
            ${sql === '' ? '' : `AND host NOT IN (${sql})`}
      ORDER BY next_poll_at LIMIT :limit`,
    { ...params, now: due.now, limit: due.limit },
  )
}

/**
 * Takes those of the feeds that nobody else has; with `dueOnly`, that nobody has asked since they were found due
 * either. A lease that runs out frees its feed, so a crash in mid-poll costs one lease, no more.
 */
export async function leaseFeeds(
  db: Db,
  ids: readonly number[],
  lease: { now: number; until: number; dueOnly?: boolean },
): Promise<Feed[]> {
  if (ids.length === 0) return []
  const { now, until, dueOnly = false } = lease
  const { sql, params } = list(ids, 'id')
  const rows = await db.all<FeedRow>(
    `UPDATE feeds SET leased_until = :until
      WHERE id IN (SELECT id FROM feeds
                    WHERE id IN (${sql}) AND COALESCE(leased_until, 0) <= :now
                          ${dueOnly ? 'AND next_poll_at <= :now' : ''} ${skipLocked(db)})
     RETURNING ${COLUMNS}`,
    { ...params, now, until },
  )
  return rows.map(feedOf)
}

/** Those of the feeds that are still leased stay so. */
export async function extendFeedLeases(db: Db, ids: readonly number[], until: number): Promise<void> {
  const { sql, params } = list(ids, 'id')
  await db.run(`UPDATE feeds SET leased_until = :until WHERE id IN (${sql}) AND leased_until IS NOT NULL`, {
    ...params,
    until,
  })
}

export async function releaseFeed(db: Db, id: number): Promise<void> {
  await db.run('UPDATE feeds SET leased_until = NULL WHERE id = :id', { id })
}

/** What an answer leaves behind. */
export interface PollSuccess {
  now: number
  nextPollAt: number
  etag: string
  lastModified: string
  contentHash: string
  ttlMs: number
  usualGapMs: number | null
  newestAt: number | null
}

export async function recordSuccess(db: Db, id: number, success: PollSuccess): Promise<void> {
  await db.run(
    `UPDATE feeds SET etag = :etag, last_modified = :lastModified, content_hash = :contentHash, ttl_ms = :ttlMs,
            usual_gap_ms = :usualGapMs, newest_at = :newestAt, next_poll_at = :nextPollAt, leased_until = NULL,
            failures = 0, last_polled_at = :now, last_success_at = :now, last_error = ''
      WHERE id = :id`,
    { id, ...success },
  )
}

/** `nextPollAt` null: not again until a person asks. */
export async function recordFailure(
  db: Db,
  id: number,
  failure: { now: number; nextPollAt: number | null; error: string },
): Promise<void> {
  await db.run(
    `UPDATE feeds SET failures = failures + 1, next_poll_at = :nextPollAt, leased_until = NULL,
            last_polled_at = :now, last_error_at = :now, last_error = :error
      WHERE id = :id`,
    { id, ...failure },
  )
}

/** Its podcast's address has changed. */
export async function moveFeed(db: Db, id: number, feedUrl: string): Promise<void> {
  await db.run('UPDATE feeds SET host = :host WHERE id = :id', { id, host: hostOf(feedUrl) })
}
