import type { Db } from '../db/types.js'
import type { Stored } from '../db/values.js'
import { cancelFetches } from '../episodes/episode-store.js'
import type { TranscriptLink } from '../feeds/types.js'
import type { Capacity } from '../queue/capacity.js'
import type { LeasedRow } from '../queue/failure.js'
import { leaseByHost } from '../queue/lease-by-host.js'
import { finishRow, isUnleased, type Lease, type LeaseTimes, leaseRows } from '../queue/queue.js'
import { QUEUES } from '../queue/queues.js'

/** An episode whose transcript is being fetched or recognised. `id` is the episode's. */
interface DueEpisode extends LeasedRow {
  podcastId: number
  searchKey: number
  publishedAt: number | null
  heldAt: number
  durationSeconds: number | null
  audioUrl: string
  /** The podcast's language, '' if not stated. */
  language: string
}

/** To select from `episodes`, or to return from an update of it. */
const DUE_EPISODE_COLUMNS = `id, podcast_id AS "podcastId", search_key AS "searchKey",
  published_at AS "publishedAt", held_at AS "heldAt", held_at AS since, duration_seconds AS "durationSeconds",
  audio_url AS "audioUrl", (SELECT language FROM podcasts WHERE podcasts.id = episodes.podcast_id) AS language`

/** An episode whose publisher's transcript is due for fetching. */
export interface DueFetch extends DueEpisode {
  links: TranscriptLink[]
  /** The host of the best link. */
  host: string
}

const FETCH_COLUMNS = `${DUE_EPISODE_COLUMNS}, transcript_tries AS tries, transcript_links AS links, transcript_host AS host`

const withLinks = (row: Stored<DueFetch>): DueFetch => ({ ...row, links: JSON.parse(row.links) })

/** Leases due fetches from hosts below their limit, the latest first: alerts wait for them. */
export async function leaseDueFetches(
  db: Db,
  hosts: Capacity,
  lease: LeaseTimes & { limit: number },
): Promise<DueFetch[]> {
  const rows = await leaseByHost<Stored<DueFetch>>(db, QUEUES.fetch, hosts, lease, {
    returning: FETCH_COLUMNS,
    order: 'DESC',
  })
  return rows.map(withLinks)
}

/** Leases the fetches of one podcast's episodes that nobody has leased, due or not. */
export async function leaseFetchesOfPodcast(
  db: Db,
  podcastId: number,
  lease: LeaseTimes,
): Promise<DueFetch[]> {
  const rows = await leaseRows<Stored<DueFetch>>(db, QUEUES.fetch, lease, FETCH_COLUMNS, {
    where: `podcast_id = :podcastId AND transcript_due_at IS NOT NULL AND ${isUnleased(QUEUES.fetch)}`,
    params: { podcastId },
  })
  return rows.map(withLinks)
}

/** Finishes the fetch of the publisher's transcript, and cancels recognition. Returns false if its lease was lost. */
export async function finishFetch(db: Db, lease: Lease): Promise<boolean> {
  if (!(await finishRow(db, QUEUES.fetch, lease))) return false
  await db.run('DELETE FROM recognitions WHERE episode_id = :id', { id: lease.id })
  return true
}

/** An episode that waits for a recogniser. */
export interface DueRecognition extends DueEpisode {
  uuid: string
}

/** Queues an episode for recognition if it has audio and no transcript. */
export async function queueRecognition(db: Db, episodeId: number, now: number): Promise<void> {
  await db.run(
    `INSERT INTO recognitions (episode_id, due_at)
     SELECT id, :now FROM episodes WHERE id = :episodeId AND audio_url <> '' AND has_transcript = 0
     ON CONFLICT (episode_id) DO NOTHING`,
    { episodeId, now },
  )
}

/** Leases the newest waiting episode that was stored at `heldSince` or later. */
export async function leaseRecognition(
  db: Db,
  { heldSince, ...lease }: LeaseTimes & { heldSince: number },
): Promise<DueRecognition[]> {
  const of = (column: string) =>
    `(SELECT ${column} FROM episodes WHERE episodes.id = recognitions.episode_id)`
  const [leased] = await leaseRows<Lease & { tries: number }>(
    db,
    QUEUES.recognise,
    { ...lease, limit: 1 },
    'episode_id AS id, tries',
    {
      where: `due_at <= :now AND ${of('held_at')} >= :heldSince`,
      orderBy: `${of('COALESCE(published_at, held_at)')} DESC`,
      params: { heldSince },
    },
  )
  if (!leased) return []
  const episode = await db.get<Omit<DueRecognition, 'tries' | 'leasedUntil'>>(
    `SELECT uuid, ${DUE_EPISODE_COLUMNS} FROM episodes WHERE id = :id`,
    { id: leased.id },
  )
  return episode ? [{ ...episode, ...leased }] : []
}

/** Whether an episode waits for a recogniser or is being recognised. */
export async function hasRecognition(db: Db, episodeId: number): Promise<boolean> {
  const row = await db.get('SELECT 1 FROM recognitions WHERE episode_id = :episodeId', { episodeId })
  return row !== undefined
}

/** Records the progress of a recognition. Returns false if it was cancelled, or its lease lost. */
export async function recordProgress(
  db: Db,
  { id, leasedUntil }: Lease,
  progress: { doneSeconds: number; totalSeconds: number },
): Promise<boolean> {
  const changes = await db.run(
    `UPDATE recognitions SET done_seconds = :doneSeconds, total_seconds = :totalSeconds
      WHERE episode_id = :id AND leased_until = :leasedUntil`,
    { id, leasedUntil, ...progress },
  )
  return changes > 0
}

/** Cancels fetching and recognising the transcript of one episode, or of all episodes of a podcast. */
export async function cancelTranscription(
  db: Db,
  of: { episodeId: number } | { podcastId: number },
): Promise<void> {
  // In this order: a fetch that fails queues a recognition.
  await cancelFetches(db, of)
  await db.run(
    `DELETE FROM recognitions WHERE episode_id
       ${'episodeId' in of ? '= :episodeId' : 'IN (SELECT id FROM episodes WHERE podcast_id = :podcastId)'}`,
    { ...of },
  )
}

/** Deletes the recognitions of episodes that have waited too long for a recogniser. */
export function pruneRecognitions(db: Db, heldBefore: number): Promise<number> {
  return db.run(
    `DELETE FROM recognitions
      WHERE (SELECT held_at FROM episodes WHERE episodes.id = episode_id) < :heldBefore`,
    { heldBefore },
  )
}
