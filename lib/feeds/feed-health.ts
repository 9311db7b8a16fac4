import type { Db } from '../db/types.js'

/** What an operator sees of a feed. */
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
  /** Null: the publisher said that the feed is gone. */
  nextPollAt: number | null
  episodes: number
  transcripts: number
  /** Episodes that wait for a recogniser, and how far the one that is being recognised is. */
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
  last_error: string
  next_poll_at: number | null
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
    lastError: row.last_error,
    nextPollAt: row.next_poll_at,
    episodes: row.episodes,
    transcripts: row.transcripts,
    waiting: row.waiting,
    recognising:
      row.done_seconds > 0 ? { doneSeconds: row.done_seconds, totalSeconds: row.total_seconds } : null,
  }
}

const HEALTH = `
  SELECT feeds.uuid, podcasts.uuid AS podcast_uuid, podcasts.feed_url, podcasts.title, feeds.admitted_at,
         feeds.last_polled_at, feeds.last_success_at, feeds.last_error_at, feeds.last_error, feeds.next_poll_at,
         COALESCE(held.episodes, 0) AS episodes, COALESCE(held.transcripts, 0) AS transcripts,
         COALESCE(held.waiting, 0) AS waiting, COALESCE(held.done_seconds, 0) AS done_seconds,
         COALESCE(held.total_seconds, 0) AS total_seconds
    FROM feeds
    JOIN podcasts ON podcasts.id = feeds.podcast_id
    LEFT JOIN (SELECT podcast_id, COUNT(*) AS episodes, CAST(SUM(has_transcript) AS BIGINT) AS transcripts,
                      COUNT(recognitions.episode_id) AS waiting, SUM(recognitions.done_seconds) AS done_seconds,
                      SUM(CASE WHEN recognitions.done_seconds > 0 THEN recognitions.total_seconds ELSE 0 END)
                        AS total_seconds
                 FROM episodes
                 LEFT JOIN recognitions ON recognitions.episode_id = episodes.id
                GROUP BY podcast_id) AS held ON held.podcast_id = feeds.podcast_id`

/** Every feed that is followed, by admission. */
export async function listFeedHealth(db: Db): Promise<FeedHealth[]> {
  return (await db.all<HealthRow>(`${HEALTH} ORDER BY feeds.id`)).map(healthOf)
}

export async function getFeedHealth(db: Db, id: number): Promise<FeedHealth> {
  return healthOf((await db.get<HealthRow>(`${HEALTH} WHERE feeds.id = :id`, { id }))!)
}
