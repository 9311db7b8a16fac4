import { lockSelected } from '../db/row-locks.js'
import type { Db, Params } from '../db/types.js'
import { among, type Stored, valueRows } from '../db/values.js'
import { AppError } from '../errors.js'
import type { Webhook } from './webhook.js'

const COLUMNS = `id, uuid, team_id AS "teamId", url, is_active AS "isActive", disabled_at AS "disabledAt",
  disabled_reason AS "disabledReason", last_success_at AS "lastSuccessAt", created_at AS "createdAt"`

const webhookOf = (row: Stored<Webhook>): Webhook => ({ ...row, isActive: row.isActive === 1 })

/** Throws a unique violation if the team already has a webhook. */
export async function insertWebhook(
  db: Db,
  webhook: { uuid: string; teamId: number; url: string; secret: string; now: number },
): Promise<Webhook> {
  const row = await db.get<Stored<Webhook>>(
    `INSERT INTO webhooks (uuid, team_id, url, secret, created_at)
     VALUES (:uuid, :teamId, :url, :secret, :now) RETURNING ${COLUMNS}`,
    webhook,
  )
  return webhookOf(row!)
}

async function findWhere(db: Db, where: string, params: Params): Promise<Webhook | undefined> {
  const row = await db.get<Stored<Webhook>>(`SELECT ${COLUMNS} FROM webhooks WHERE ${where}`, params)
  return row && webhookOf(row)
}

export const findWebhookOfTeam = (db: Db, teamId: number) => findWhere(db, 'team_id = :teamId', { teamId })

/** For operators, who may use any webhook. */
export const findWebhook = (db: Db, uuid: string) => findWhere(db, 'uuid = :uuid', { uuid })

/** @throws AppError `webhook_not_found` */
export const getWebhook = async (db: Db, teamId: number, uuid: string) =>
  found(await findWhere(db, 'uuid = :uuid AND team_id = :teamId', { uuid, teamId }))

/** @throws AppError `webhook_not_found` */
function found<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('webhook_not_found')
  return row
}

/** Locks the webhooks of these teams until the transaction ends. The holder of the lock may also change the webhooks' pending deliveries. */
export async function lockWebhooksOfTeams(db: Db, teamIds: Iterable<number>): Promise<void> {
  if (db.engine === 'sqlite') return
  await db.all(
    `SELECT id FROM webhooks WHERE team_id IN (${among(db, 'teamIds')}) ORDER BY id ${lockSelected(db)}`,
    { teamIds: [...teamIds] },
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

/** @throws AppError `webhook_not_found` */
export async function updateSecret(db: Db, teamId: number, uuid: string, secret: string): Promise<void> {
  found(
    await db.get(
      'UPDATE webhooks SET secret = :secret WHERE uuid = :uuid AND team_id = :teamId RETURNING id',
      { secret, uuid, teamId },
    ),
  )
}

/** Deletes its deliveries too. @throws AppError `webhook_not_found` */
export async function deleteWebhook(db: Db, teamId: number, uuid: string): Promise<void> {
  found(
    await db.get('DELETE FROM webhooks WHERE uuid = :uuid AND team_id = :teamId RETURNING id', {
      uuid,
      teamId,
    }),
  )
}

/** A webhook with deliveries that may be due. */
interface DueWebhook {
  id: number
  url: string
  nextDueAt: number
}

/** Lists webhooks that may have due deliveries, longest overdue first, starting after `after`. */
export function listDueWebhooks(
  db: Db,
  query: { now: number; limit: number; after?: DueWebhook },
): Promise<DueWebhook[]> {
  const { now, limit, after } = query
  return db.all<DueWebhook>(
    `SELECT id, url, next_due_at AS "nextDueAt" FROM webhooks
      WHERE next_due_at <= :now AND (next_due_at, id) > (:afterDueAt, :afterId)
      ORDER BY next_due_at, id LIMIT :limit`,
    { now, limit, afterDueAt: after?.nextDueAt ?? -1, afterId: after?.id ?? -1 },
  )
}

/** Makes the sender look at a webhook at `at`, unless it does so earlier. Every match calls this: keep it cheap. */
export async function bringForward(db: Db, id: number, at: number): Promise<void> {
  await db.run(
    'UPDATE webhooks SET next_due_at = :at WHERE id = :id AND (next_due_at IS NULL OR next_due_at > :at)',
    { id, at },
  )
}

/** Records when webhooks accepted deliveries. */
export async function recordSuccesses(
  db: Db,
  accepted: ReadonlyArray<{ webhookId: number; at: number }>,
): Promise<void> {
  if (accepted.length === 0) return
  const rows = accepted.map(({ webhookId, at }) => [webhookId, at])
  const { sql, params } = valueRows(db, ['BIGINT', 'BIGINT'], rows)
  await db.run(
    `WITH accepted (webhook_id, at) AS (${sql}),
          latest AS (SELECT webhook_id, MAX(at) AS at FROM accepted GROUP BY webhook_id)
     UPDATE webhooks SET last_success_at = latest.at
       FROM latest WHERE webhooks.id = latest.webhook_id AND COALESCE(last_success_at, -1) < latest.at`,
    params,
  )
}

/** Makes the sender look at all webhooks again. Too early does no harm: it then stores the real time. */
export async function bringAllForward(db: Db, now: number): Promise<void> {
  await db.run('UPDATE webhooks SET next_due_at = :now WHERE next_due_at > :now', { now })
}

/** Updates when the webhooks have work next. Lock them first, or deliveries that others are inserting are missed. */
export async function updateNextDueAt(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.run(
    `UPDATE webhooks
        SET next_due_at = (SELECT MIN(due_at) FROM deliveries WHERE webhook_id = webhooks.id AND status = 'pending')
      WHERE id IN (${among(db, 'ids')})`,
    { ids },
  )
}

/** An active webhook that has accepted nothing since `since`; undefined if it has, or if it is off. */
export function findDeadWebhook(
  db: Db,
  query: { id: number; since: number },
): Promise<{ uuid: string; url: string; teamName: string; accountId: number } | undefined> {
  return db.get(
    `SELECT w.uuid, w.url, t.name AS "teamName", t.account_id AS "accountId"
       FROM webhooks w JOIN teams t ON t.id = w.team_id
      WHERE w.id = :id AND w.is_active = 1 AND COALESCE(w.last_success_at, -1) < :since`,
    query,
  )
}

/** A webhook as operators see it, with its team and the deliveries of the last days. */
export interface WebhookSummary extends Omit<Webhook, 'id' | 'teamId'> {
  teamUuid: string
  teamName: string
  pending: number
  succeeded: number
  failed: number
  cancelled: number
  /** The error of the latest failed attempt; empty if there is none. */
  lastError: string
}

/** Lists every webhook by creation, with its deliveries since `since` counted by status. */
export async function summariseWebhooks(db: Db, since: number): Promise<WebhookSummary[]> {
  const rows = await db.all<Stored<WebhookSummary>>(
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
