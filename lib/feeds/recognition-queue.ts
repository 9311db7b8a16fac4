import { skipLocked } from '../db/skip-locked.js'
import type { Db } from '../db/types.js'
import { DUE_EPISODE_COLUMNS, type DueEpisode, type DueEpisodeRow, dueEpisodeOf } from './due-episode.js'

/** An episode that waits for a recogniser. */
export interface DueRecognition extends DueEpisode {
  uuid: string
  tries: number
}

/** Takes the newest episode that waits; those held before `heldSince` are not worth it any more. */
export async function leaseRecognition(
  db: Db,
  lease: { now: number; until: number; heldSince: number },
): Promise<DueRecognition | undefined> {
  const taken = await db.get<{ episode_id: number; tries: number }>(
    `UPDATE recognitions SET leased_until = :until
      WHERE episode_id = (SELECT episode_id FROM recognitions
                            JOIN episodes ON episodes.id = recognitions.episode_id
                           WHERE due_at <= :now AND COALESCE(leased_until, 0) <= :now AND held_at >= :heldSince
                           ORDER BY COALESCE(published_at, held_at) DESC LIMIT 1 ${skipLocked(db, 'recognitions')})
            AND COALESCE(leased_until, 0) <= :now
     RETURNING episode_id, tries`,
    lease,
  )
  if (!taken) return undefined
  const row = (await db.get<DueEpisodeRow & { uuid: string }>(
    `SELECT uuid, ${DUE_EPISODE_COLUMNS} FROM episodes WHERE id = :id`,
    { id: taken.episode_id },
  ))!
  return { ...dueEpisodeOf(row), uuid: row.uuid, tries: taken.tries }
}

/** Keeps a lease while its work goes on, and shows how far that is; does nothing once it was given back. */
export async function recordProgress(
  db: Db,
  episodeId: number,
  progress: { until: number; doneSeconds: number; totalSeconds: number },
): Promise<void> {
  await db.run(
    `UPDATE recognitions SET leased_until = :until, done_seconds = :doneSeconds, total_seconds = :totalSeconds
      WHERE episode_id = :episodeId AND leased_until IS NOT NULL`,
    { episodeId, ...progress },
  )
}

export async function releaseRecognition(db: Db, episodeId: number): Promise<void> {
  await db.run(
    'UPDATE recognitions SET leased_until = NULL, done_seconds = 0 WHERE episode_id = :episodeId',
    { episodeId },
  )
}

/** `nextTryAt` null: no recogniser can make anything of this audio. */
export async function postponeRecognition(
  db: Db,
  episodeId: number,
  failure: { nextTryAt: number | null; error: string },
): Promise<void> {
  const { nextTryAt, error } = failure
  await db.transaction(async (db) => {
    await db.run('UPDATE episodes SET transcript_error = :error WHERE id = :episodeId', { episodeId, error })
    if (nextTryAt === null) {
      await db.run('DELETE FROM recognitions WHERE episode_id = :episodeId', { episodeId })
      return
    }
    await db.run(
      `UPDATE recognitions SET due_at = :nextTryAt, tries = tries + 1, leased_until = NULL, done_seconds = 0
        WHERE episode_id = :episodeId`,
      { episodeId, nextTryAt },
    )
  })
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
