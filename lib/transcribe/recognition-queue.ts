import type { Db } from '../db/types.js'
import { type Lease, leaseRows } from '../queue/queue.js'
import { QUEUES } from '../queue/queues.js'
import { DUE_EPISODE_COLUMNS, type DueEpisode } from '../transcripts/due-episode.js'

/** An episode that waits for a recogniser. */
export interface DueRecognition extends DueEpisode {
  uuid: string
}

/** Leases the newest episode that waits; those stored before `heldSince` are not worth it any more. */
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

/** Shows how far a recognition is; does nothing once its lease was given back. */
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

/** Forgets episodes that waited too long for a recogniser. */
export async function pruneRecognitions(db: Db, heldBefore: number): Promise<number> {
  const { changes } = await db.run(
    `DELETE FROM recognitions
      WHERE (SELECT held_at FROM episodes WHERE episodes.id = episode_id) < :heldBefore`,
    { heldBefore },
  )
  return changes
}

/** What active alerts listen for: hints for a recogniser. */
export async function listActiveKeywords(db: Db, limit: number): Promise<string[]> {
  const rows = await db.all<{ keywords: string }>(
    'SELECT keywords FROM alerts WHERE is_active = 1 ORDER BY updated_at DESC LIMIT :limit',
    { limit },
  )
  const keywords = rows.flatMap((row) => JSON.parse(row.keywords) as string[])
  return [...new Set(keywords)].slice(0, limit)
}
