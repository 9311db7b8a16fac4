import type { Db } from '../db/types.js'
import { type Lease, leaseRows } from '../queue/queue.js'
import { QUEUES } from '../queue/queues.js'
import { DUE_EPISODE_COLUMNS, type DueEpisode } from './due-episode.js'

/** An episode that waits for a recogniser. */
export interface DueRecognition extends DueEpisode {
  uuid: string
}

/** Queues an episode for recognition. */
export async function queueRecognition(db: Db, episodeId: number, now: number): Promise<void> {
  await db.run(
    `INSERT INTO recognitions (episode_id, due_at) VALUES (:episodeId, :now) ON CONFLICT (episode_id) DO NOTHING`,
    { episodeId, now },
  )
}

/** Leases the newest waiting episode that was stored at `heldSince` or later. */
export async function leaseRecognition(
  db: Db,
  { heldSince, ...lease }: Lease & { heldSince: number },
): Promise<DueRecognition[]> {
  const of = (column: string) =>
    `(SELECT ${column} FROM episodes WHERE episodes.id = recognitions.episode_id)`
  const [leased] = await leaseRows<{ id: number; tries: number }>(
    db,
    QUEUES.recognise,
    lease,
    'episode_id AS id, tries',
    {
      and: `${of('held_at')} >= :heldSince`,
      orderBy: `${of('COALESCE(published_at, held_at)')} DESC`,
      limit: 1,
      params: { heldSince },
    },
  )
  if (!leased) return []
  const episode = await db.get<Omit<DueRecognition, 'tries'>>(
    `SELECT uuid, ${DUE_EPISODE_COLUMNS} FROM episodes WHERE id = :id`,
    { id: leased.id },
  )
  return episode ? [{ ...episode, tries: leased.tries }] : []
}

/** Records the progress of a recognition, unless its lease was released. */
export async function recordProgress(
  db: Db,
  episodeId: number,
  progress: { doneSeconds: number; totalSeconds: number },
): Promise<void> {
  await db.run(
    `UPDATE recognitions SET done_seconds = :doneSeconds, total_seconds = :totalSeconds
      WHERE episode_id = :episodeId AND leased_until IS NOT NULL`,
    { episodeId, ...progress },
  )
}

/** Cancels the recognition of an episode, or finishes it. */
export async function deleteRecognition(db: Db, episodeId: number): Promise<void> {
  await db.run('DELETE FROM recognitions WHERE episode_id = :episodeId', { episodeId })
}

/** Cancels the recognitions of a podcast's episodes. */
export async function cancelRecognitions(db: Db, podcastId: number): Promise<void> {
  await db.run(
    'DELETE FROM recognitions WHERE episode_id IN (SELECT id FROM episodes WHERE podcast_id = :podcastId)',
    { podcastId },
  )
}

/** Deletes episodes that have waited too long for a recogniser. */
export async function pruneRecognitions(db: Db, heldBefore: number): Promise<number> {
  const { changes } = await db.run(
    `DELETE FROM recognitions
      WHERE (SELECT held_at FROM episodes WHERE episodes.id = episode_id) < :heldBefore`,
    { heldBefore },
  )
  return changes
}
