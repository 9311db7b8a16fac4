import type { Db } from '../db/types.js'
import type { MatchDocument } from './event.js'

/** A webhook as operators see it, with its team and the deliveries of the last days. */
export interface WebhookSummary {
  uuid: string
  teamUuid: string
  teamName: string
  url: string
  isActive: boolean
  disabledAt: number | null
  disabledReason: 'failing' | null
  lastSuccessAt: number | null
  createdAt: number
  pending: number
  succeeded: number
  failed: number
  cancelled: number
  /** The error of the latest failed attempt; empty if there is none. */
  lastError: string
}

/** Lists every webhook by creation, with its deliveries since `since` counted by status. */
export async function summariseWebhooks(db: Db, since: number): Promise<WebhookSummary[]> {
  const rows = await db.all<Omit<WebhookSummary, 'isActive'> & { isActive: number }>(
    `SELECT w.uuid, t.uuid AS "teamUuid", t.name AS "teamName", w.url, w.is_active AS "isActive",
            w.disabled_at AS "disabledAt", w.disabled_reason AS "disabledReason",
            w.last_success_at AS "lastSuccessAt", w.created_at AS "createdAt",
            COUNT(CASE WHEN d.status = 'pending' THEN 1 END) AS pending,
            COUNT(CASE WHEN d.status = 'succeeded' THEN 1 END) AS succeeded,
            COUNT(CASE WHEN d.status = 'failed' THEN 1 END) AS failed,
            COUNT(CASE WHEN d.status = 'cancelled' THEN 1 END) AS cancelled,
            COALESCE((SELECT error FROM deliveries
                       WHERE webhook_id = w.id AND error <> '' ORDER BY last_attempt_at DESC LIMIT 1), '') AS "lastError"
       FROM webhooks w
       JOIN teams t ON t.id = w.team_id
       LEFT JOIN deliveries d ON d.webhook_id = w.id AND d.created_at > :since
      GROUP BY w.id, t.id
      ORDER BY w.id`,
    { since },
  )
  return rows.map((row) => ({ ...row, isActive: row.isActive === 1 }))
}

/** How many matches `listMatchesToReplay` would list in total. */
export async function countMatchesToReplay(
  db: Db,
  query: { teamId: number; since: number },
): Promise<number> {
  const row = await db.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM matches WHERE team_id = :teamId AND created_at >= :since',
    query,
  )
  return row!.count
}

/** Lists a team's matches recorded since `since`, oldest first, starting after `afterId`. */
export async function listMatchesToReplay(
  db: Db,
  query: { teamId: number; since: number; afterId: number; limit: number },
): Promise<Array<{ id: number; match: MatchDocument }>> {
  const rows = await db.all<{ id: number; body: string }>(
    `SELECT id, body FROM matches
      WHERE team_id = :teamId AND created_at >= :since AND id > :afterId ORDER BY id LIMIT :limit`,
    query,
  )
  return rows.map(({ id, body }) => ({ id, match: JSON.parse(body) as MatchDocument }))
}
