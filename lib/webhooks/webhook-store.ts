import { among, lockSelected } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import type { Webhook } from './webhook.js'

interface WebhookRow {
  id: number
  uuid: string
  team_id: number
  url: string
  is_active: number
  disabled_at: number | null
  disabled_reason: 'failing' | null
  last_success_at: number | null
  created_at: number
}

const COLUMNS = 'id, uuid, team_id, url, is_active, disabled_at, disabled_reason, last_success_at, created_at'

function webhookOf(row: WebhookRow): Webhook {
  return {
    id: row.id,
    uuid: row.uuid,
    teamId: row.team_id,
    url: row.url,
    isActive: row.is_active === 1,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
    lastSuccessAt: row.last_success_at,
    createdAt: row.created_at,
  }
}

/** Throws a unique violation if the team already has a webhook. */
export async function insertWebhook(
  db: Db,
  webhook: { uuid: string; teamId: number; url: string; secret: string; now: number },
): Promise<Webhook> {
  const row = await db.get<WebhookRow>(
    `INSERT INTO webhooks (uuid, team_id, url, secret, created_at)
     VALUES (:uuid, :teamId, :url, :secret, :now) RETURNING ${COLUMNS}`,
    webhook,
  )
  return webhookOf(row!)
}

export async function findWebhookOfTeam(db: Db, teamId: number): Promise<Webhook | undefined> {
  const row = await db.get<WebhookRow>(`SELECT ${COLUMNS} FROM webhooks WHERE team_id = :teamId`, { teamId })
  return row && webhookOf(row)
}

/** Operators give no team: they may use any webhook. */
export async function findWebhook(db: Db, uuid: string, teamId?: number): Promise<Webhook | undefined> {
  const row = await db.get<WebhookRow>(
    `SELECT ${COLUMNS} FROM webhooks WHERE uuid = :uuid ${teamId === undefined ? '' : 'AND team_id = :teamId'}`,
    teamId === undefined ? { uuid } : { uuid, teamId },
  )
  return row && webhookOf(row)
}

/** Locks the webhooks of these teams and their pending deliveries until the transaction ends. */
export async function lockWebhooksOfTeams(db: Db, teamIds: Iterable<number>): Promise<void> {
  if (db.engine === 'sqlite') return
  await db.all(
    `SELECT id FROM webhooks WHERE team_id IN (${among(db, 'teamIds')}) ORDER BY id ${lockSelected(db)}`,
    { teamIds: JSON.stringify([...teamIds]) },
  )
}

/** Changes the URL, also for pending deliveries. */
export async function updateWebhookUrl(db: Db, id: number, url: string): Promise<void> {
  await db.run('UPDATE webhooks SET url = :url WHERE id = :id', { id, url })
}

export async function switchOn(db: Db, id: number): Promise<void> {
  await db.run(
    'UPDATE webhooks SET is_active = 1, disabled_at = NULL, disabled_reason = NULL WHERE id = :id',
    { id },
  )
}

/**
 * Switches a webhook off, at a caller's request (`reason` null) or because it fails. If it is off already,
 * keeps the time.
 */
export async function switchOff(
  db: Db,
  change: { id: number; reason: 'failing' | null; now: number },
): Promise<void> {
  await db.run(
    `UPDATE webhooks
        SET is_active = 0, disabled_reason = :reason, disabled_at = COALESCE(disabled_at, :now)
      WHERE id = :id`,
    change,
  )
}

export async function updateSecret(db: Db, id: number, secret: string): Promise<void> {
  await db.run('UPDATE webhooks SET secret = :secret WHERE id = :id', { id, secret })
}

/** Deletes its deliveries too. */
export async function deleteWebhook(db: Db, id: number): Promise<void> {
  await db.run('DELETE FROM webhooks WHERE id = :id', { id })
}
