import type { Db } from '../db/types.js'

const HEALTH = `
  SELECT CASE WHEN poll_due_at IS NULL THEN 'gone' WHEN poll_tries > 0 THEN 'failing'
              WHEN last_success_at IS NULL THEN 'new' ELSE 'healthy' END AS health,
         count(*) AS count
    FROM feeds GROUP BY 1`

export function feedsByHealth(db: Db): Promise<Array<{ health: string; count: number }>> {
  return db.all(HEALTH)
}
