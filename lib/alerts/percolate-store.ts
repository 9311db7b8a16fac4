import { skipLocked } from '../db/skip-locked.js'
import type { Db } from '../db/types.js'

/** Leases up to `limit` transcripts that no alert has seen yet, longest due first. */
export async function leaseDueTranscripts(
  db: Db,
  lease: { now: number; until: number; limit: number },
): Promise<number[]> {
  const rows = await db.all<{ episode_id: number }>(
    `UPDATE transcripts SET percolate_leased_until = :until
      WHERE episode_id IN (SELECT episode_id FROM transcripts
                            WHERE percolate_due_at <= :now AND COALESCE(percolate_leased_until, 0) <= :now
                            ORDER BY percolate_due_at LIMIT :limit ${skipLocked(db)})
     RETURNING episode_id`,
    lease,
  )
  return rows.map(({ episode_id }) => episode_id)
}

/** Notes that the alerts have seen a transcript; false when somebody else was quicker. */
export async function markPercolated(db: Db, episodeId: number): Promise<boolean> {
  const { changes } = await db.run(
    `UPDATE transcripts SET percolate_due_at = NULL, percolate_leased_until = NULL
      WHERE episode_id = :episodeId AND percolate_due_at IS NOT NULL`,
    { episodeId },
  )
  return changes > 0
}

/** Removes what is remembered of deleted alerts; every index has long caught up. */
export async function pruneDeletedAlerts(db: Db, before: number): Promise<number> {
  const { changes } = await db.run('DELETE FROM deleted_alerts WHERE deleted_at < :before', { before })
  return changes
}
