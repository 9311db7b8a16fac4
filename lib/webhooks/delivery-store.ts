import { lockRows } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import { eventBody, type MatchDocument } from './event.js'
import { type Delivery, type DeliveryStatus, EVENT_TYPE } from './webhook.js'

const COLUMNS = `id, uuid, event_type AS "eventType", is_test AS "isTest", status, attempts, created_at AS "createdAt",
  delivered_at AS "deliveredAt", last_attempt_at AS "lastAttemptAt", next_attempt_at AS "nextAttemptAt",
  last_status_code AS "lastStatusCode", error AS "lastError", target_url AS "targetUrl"`

type DeliveryRow = Omit<Delivery, 'isTest'> & { isTest: number }

const deliveryOf = (row: DeliveryRow): Delivery => ({ ...row, isTest: row.isTest === 1 })

/**
 * Inserts the delivery of a new match for the team's webhook. Call it in the transaction that inserts the match, with
 * the team's webhook locked, and emit `delivery` after the commit.
 * @param match the document that the API returns for the match
 * @returns false if the team has no active webhook
 */
export async function insertDeliveryForMatch(
  db: Db,
  delivery: { teamId: number; match: MatchDocument; now: number; uuid: string },
): Promise<boolean> {
  const { teamId, match, now, uuid } = delivery
  const { changes } = await db.run(
    `INSERT INTO deliveries
       (uuid, webhook_id, match_uuid, event_type, body, created_at, next_attempt_at, due_at)
     SELECT :uuid, id, :matchUuid, :eventType, :body, now.at, now.at, now.at
       FROM webhooks, (SELECT CAST(:now AS BIGINT) AS at) AS now WHERE team_id = :teamId AND is_active = 1
     ON CONFLICT DO NOTHING`,
    {
      uuid,
      teamId,
      now,
      matchUuid: match.id,
      eventType: EVENT_TYPE,
      body: eventBody(match),
    },
  )
  if (changes > 0) await bringForward(db, 'team_id = :teamId', { teamId, at: now })
  return changes > 0
}

/** Earlier than any other due time: a person waits for a test, so it skips a backlog. */
const AHEAD_OF_ALL = 0

/** Inserts a test send, due at once. An empty `targetUrl` means the webhook's own URL. */
export async function insertTestDelivery(
  db: Db,
  test: { webhookId: number; body: string; targetUrl: string; now: number; uuid: string },
): Promise<Delivery | undefined> {
  await lockRows(db, 'webhooks', [test.webhookId])
  const row = await db.get<DeliveryRow>(
    `INSERT INTO deliveries
       (uuid, webhook_id, event_type, is_test, target_url, body, created_at, next_attempt_at, due_at)
     SELECT :uuid, id, :eventType, 1, :targetUrl, :body, CAST(:now AS BIGINT), CAST(:now AS BIGINT), CAST(:aheadOfAll AS BIGINT)
       FROM webhooks WHERE id = :webhookId
     RETURNING ${COLUMNS}`,
    { ...test, eventType: EVENT_TYPE, aheadOfAll: AHEAD_OF_ALL },
  )
  if (!row) return undefined
  await bringForward(db, 'id = :id', { id: test.webhookId, at: test.now })
  return deliveryOf(row)
}

/** Inserts another send of a match's event to a webhook, active or not. */
export async function insertReplay(
  db: Db,
  replay: { webhookId: number; matchUuid: string; body: string; now: number; uuid: string },
): Promise<void> {
  const { webhookId, now } = replay
  await lockRows(db, 'webhooks', [webhookId])
  await db.run(
    `INSERT INTO deliveries
       (uuid, webhook_id, match_uuid, replay, event_type, body, created_at, next_attempt_at, due_at)
     VALUES (:uuid, :webhookId, :matchUuid,
       (SELECT COALESCE(MAX(replay), 0) + 1 FROM deliveries
         WHERE webhook_id = :webhookId AND match_uuid = :matchUuid),
       :eventType, :body, :now, :now, :now)`,
    { ...replay, eventType: EVENT_TYPE },
  )
  await bringForward(db, 'id = :id', { id: webhookId, at: now })
}

/**
 * Lists deliveries created after `since`, newest first, starting below `beforeId`; optionally of one status.
 */
export async function listDeliveries(
  db: Db,
  {
    status,
    ...query
  }: { webhookId: number; since: number; beforeId: number; limit: number; status?: DeliveryStatus },
): Promise<Delivery[]> {
  const rows = await db.all<DeliveryRow>(
    `SELECT ${COLUMNS} FROM deliveries
      WHERE webhook_id = :webhookId AND id < :beforeId AND created_at > :since
        ${status === undefined ? '' : `AND status = '${status}'`}
      ORDER BY id DESC LIMIT :limit`,
    query,
  )
  return rows.map(deliveryOf)
}

/** The primary key of a webhook's delivery; undefined if it does not exist or is older than `since`. */
export async function findDeliveryId(
  db: Db,
  delivery: { uuid: string; webhookId: number; since: number },
): Promise<number | undefined> {
  const row = await db.get<{ id: number }>(
    'SELECT id FROM deliveries WHERE uuid = :uuid AND webhook_id = :webhookId AND created_at > :since',
    delivery,
  )
  return row?.id
}

export interface SentEvent {
  webhookId: number
  /** Null for a test. */
  matchUuid: string | null
  body: string
  targetUrl: string
}

/**
 * Finds the event of a delivery in order to send it again. Undefined if the delivery does not exist, is older
 * than `since`, or belongs to another webhook than `webhookId`. Operators give no webhook: they may resend
 * any delivery.
 */
export function findSentEvent(
  db: Db,
  { webhookId, ...delivery }: { uuid: string; since: number; webhookId?: number | undefined },
): Promise<SentEvent | undefined> {
  return db.get<SentEvent>(
    `SELECT webhook_id AS "webhookId", match_uuid AS "matchUuid", body, target_url AS "targetUrl" FROM deliveries
      WHERE uuid = :uuid AND created_at > :since ${webhookId === undefined ? '' : 'AND webhook_id = :webhookId'}`,
    webhookId === undefined ? delivery : { ...delivery, webhookId },
  )
}

/** Counts the deliveries of a webhook that wait for their first or next attempt. */
export async function countWaiting(db: Db, webhookId: number): Promise<number> {
  const row = await db.get<{ count: number }>(
    "SELECT COUNT(*) AS count FROM deliveries WHERE webhook_id = :webhookId AND status = 'pending'",
    { webhookId },
  )
  return row!.count
}

/** Cancels deliveries that wait for their first or next attempt, except test sends. Returns how many. */
export async function cancelWaiting(db: Db, webhookId: number): Promise<number> {
  const { changes } = await db.run(
    `UPDATE deliveries SET status = 'cancelled', next_attempt_at = NULL, due_at = NULL, leased_until = NULL
      WHERE webhook_id = :webhookId AND status = 'pending' AND is_test = 0`,
    { webhookId },
  )
  return changes
}

/**
 * Makes a delivery that failed for good due at once for one more attempt. Returns false if it has not failed.
 */
export async function putDeliveryBack(db: Db, id: number, now: number): Promise<boolean> {
  const row = await db.get<{ webhook_id: number }>('SELECT webhook_id FROM deliveries WHERE id = :id', { id })
  if (!row) return false
  await lockRows(db, 'webhooks', [row.webhook_id])
  const { changes } = await db.run(
    `UPDATE deliveries SET status = 'pending', next_attempt_at = :now, due_at = :now, set_aside_at = NULL
      WHERE id = :id AND set_aside_at IS NOT NULL`,
    { id, now },
  )
  if (changes > 0) await bringForward(db, 'id = :id', { id: row.webhook_id, at: now })
  return changes > 0
}

/**
 * Deletes up to `limit` of the oldest deliveries created before `before`. Ids ascend with time, so this reads
 * the front of the table.
 */
export async function pruneDeliveries(db: Db, before: number, limit: number): Promise<number> {
  const { changes } = await db.run(
    `DELETE FROM deliveries WHERE id IN (
       SELECT id FROM (SELECT id, created_at FROM deliveries ORDER BY id LIMIT :limit) AS oldest
        WHERE created_at < :before)`,
    { before, limit },
  )
  return changes
}

/** Tells the sender that a webhook has work at `at`. */
async function bringForward(
  db: Db,
  which: 'team_id = :teamId' | 'id = :id',
  params: { at: number; teamId?: number; id?: number },
): Promise<void> {
  await db.run(
    `UPDATE webhooks SET next_due_at = :at
      WHERE ${which} AND (next_due_at IS NULL OR next_due_at > :at)`,
    params as Record<string, number>,
  )
}
