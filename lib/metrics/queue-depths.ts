import type { Db } from '../db/types.js'

/** What waits at each step, and feeds by their health. */
const DEPTHS = `
  SELECT 'poll' AS queue, count(*) AS depth FROM feeds WHERE poll_due_at <= :now
  UNION ALL SELECT 'transcript', count(*) FROM episodes WHERE transcript_due_at <= :now
  UNION ALL SELECT 'recognition', count(*) FROM recognitions
  UNION ALL SELECT 'match', count(*) FROM transcripts WHERE match_due_at IS NOT NULL
  UNION ALL SELECT 'question', count(*) FROM questions
  UNION ALL SELECT 'delivery', count(*) FROM deliveries WHERE status = 'pending'
  UNION ALL SELECT 'mail', count(*) FROM mails WHERE due_at IS NOT NULL`

const HEALTH = `
  SELECT CASE WHEN poll_due_at IS NULL THEN 'gone' WHEN poll_tries > 0 THEN 'failing'
              WHEN last_success_at IS NULL THEN 'new' ELSE 'healthy' END AS health,
         count(*) AS count
    FROM feeds GROUP BY 1`

export function queueDepths(db: Db, now: number): Promise<Array<{ queue: string; depth: number }>> {
  return db.all(DEPTHS, { now })
}

export function feedsByHealth(db: Db): Promise<Array<{ health: string; count: number }>> {
  return db.all(HEALTH)
}
