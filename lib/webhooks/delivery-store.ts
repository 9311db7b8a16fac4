import type { MatchDocument } from '../alerts/match.js'
import { lockRows, skipLocked } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import { type Stored, valueRows } from '../db/values.js'
import { AppError } from '../errors.js'
import type { Attempt } from './attempt-store.js'
import { eventBody } from './event.js'
import { type Delivery, type DeliveryStatus, EVENT_TYPE } from './webhook.js'
import { bringAllForward, bringForward, updateNextDueAt } from './webhook-store.js'

const COLUMNS = `id, uuid, event_type AS "eventType", is_test AS "isTest", status, attempts, created_at AS "createdAt",
  delivered_at AS "deliveredAt", last_attempt_at AS "lastAttemptAt", next_attempt_at AS "nextAttemptAt",
  last_status_code AS "lastStatusCode", error AS "lastError", target_url AS "targetUrl"`

const deliveryOf = (row: Stored<Delivery>): Delivery => ({ ...row, isTest: row.isTest === 1 })

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
  const createdAt = Date.parse(match.created_at)
  const inserted = await db.get<{ webhookId: number }>(
    `INSERT INTO deliveries
       (uuid, webhook_id, match_uuid, event_type, body, created_at, next_attempt_at, due_at)
     SELECT :uuid, id, :matchUuid, :eventType, :body, CAST(:createdAt AS BIGINT), CAST(:now AS BIGINT),
            CAST(:now AS BIGINT)
       FROM webhooks WHERE team_id = :teamId AND is_active = 1
     RETURNING webhook_id AS "webhookId"`,
    { uuid, teamId, createdAt, now, matchUuid: match.id, eventType: EVENT_TYPE, body: eventBody(match) },
  )
  if (inserted) await bringForward(db, inserted.webhookId, now)
  return inserted !== undefined
}

/** Earlier than any other due time: a person waits for a test, so it skips a backlog. */
const DUE_FIRST = 0

/** An event for one webhook: of a match, or a test. */
export interface WebhookEvent {
  webhookId: number
  /** SQLite gives the id of a deleted webhook to a new one. */
  webhookUuid: string
  /** Null for a test. */
  matchUuid: string | null
  body: string
  /** The URL of a test that does not go to the webhook's own; else empty. */
  targetUrl: string
}

/**
 * Inserts a delivery to a webhook, active or not, due at once: a test, or a match once more. `replay` numbers the
 * deliveries of one match to one webhook: 0 is the first, and each resend or replay adds one.
 * @throws AppError `webhook_not_found`
 */
export async function insertDelivery(
  db: Db,
  delivery: WebhookEvent & { now: number; uuid: string },
): Promise<Delivery> {
  const { webhookId, matchUuid, now } = delivery
  const isTest = matchUuid === null
  await lockRows(db, 'webhooks', [webhookId])
  const row = await db.get<Stored<Delivery>>(
    `INSERT INTO deliveries (uuid, webhook_id, match_uuid, replay, event_type, is_test, target_url, body,
                             created_at, next_attempt_at, due_at)
     SELECT :uuid, id, CAST(:matchUuid AS TEXT),
            (SELECT COALESCE(MAX(replay) + 1, 0) FROM deliveries
              WHERE webhook_id = :webhookId AND match_uuid = :matchUuid),
            :eventType, CAST(:isTest AS INTEGER), :targetUrl, :body,
            CAST(:now AS BIGINT), CAST(:now AS BIGINT), CAST(:dueAt AS BIGINT)
       FROM webhooks WHERE id = :webhookId AND uuid = :webhookUuid
     RETURNING ${COLUMNS}`,
    { ...delivery, isTest, eventType: EVENT_TYPE, dueAt: isTest ? DUE_FIRST : now },
  )
  if (!row) throw new AppError('webhook_not_found')
  await bringForward(db, webhookId, now)
  return deliveryOf(row)
}

/** Lists deliveries created after `since`, newest first, starting below `beforeId`; optionally of one status. */
export async function listDeliveries(
  db: Db,
  query: { webhookId: number; since: number; beforeId?: number; limit: number; status?: DeliveryStatus },
): Promise<Delivery[]> {
  const { status, beforeId = Number.MAX_SAFE_INTEGER, ...rest } = query
  const rows = await db.all<Stored<Delivery>>(
    `SELECT ${COLUMNS} FROM deliveries
      WHERE webhook_id = :webhookId AND id < :beforeId AND created_at > :since
        ${status === undefined ? '' : `AND status = '${status}'`}
      ORDER BY id DESC LIMIT :limit`,
    { ...rest, beforeId },
  )
  return rows.map(deliveryOf)
}

/**
 * Finds a delivery with its event. Undefined if the delivery does not exist, is older than `since`, or belongs to
 * another webhook than `webhookId`. Operators give no webhook: they may resend any delivery.
 */
export function findSentEvent(
  db: Db,
  delivery: { uuid: string; since: number; webhookId?: number },
): Promise<(WebhookEvent & { id: number }) | undefined> {
  return db.get(
    `SELECT d.id, w.id AS "webhookId", w.uuid AS "webhookUuid", d.match_uuid AS "matchUuid", d.body,
            d.target_url AS "targetUrl"
       FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id
      WHERE d.uuid = :uuid AND d.created_at > :since
        AND d.webhook_id = COALESCE(CAST(:webhookId AS BIGINT), d.webhook_id)`,
    { ...delivery, webhookId: delivery.webhookId ?? null },
  )
}

/** Counts the pending deliveries of a webhook, those being sent included. */
export async function countPending(db: Db, webhookId: number): Promise<number> {
  const row = await db.get<{ count: number }>(
    "SELECT COUNT(*) AS count FROM deliveries WHERE webhook_id = :webhookId AND status = 'pending'",
    { webhookId },
  )
  return row!.count
}

/** Cancels the pending deliveries of a webhook, except test sends. */
export async function cancelPending(db: Db, webhookId: number): Promise<void> {
  await db.run(
    `UPDATE deliveries SET status = 'cancelled', next_attempt_at = NULL, due_at = NULL, leased_until = NULL
      WHERE webhook_id = :webhookId AND status = 'pending' AND is_test = 0`,
    { webhookId },
  )
}

/** Makes a delivery that failed for good due at once for one more attempt. Returns false if it has not failed. */
export function requeueDelivery(db: Db, uuid: string, now: number): Promise<boolean> {
  // Read committed: whoever computes when the webhook is due next does so before `bringForward`, or sees the change.
  return db.transaction(async (db) => {
    const row = await db.get<{ webhookId: number }>(
      `UPDATE deliveries SET status = 'pending', next_attempt_at = :now, due_at = :now, set_aside_at = NULL
        WHERE uuid = :uuid AND set_aside_at IS NOT NULL RETURNING webhook_id AS "webhookId"`,
      { uuid, now },
    )
    if (row) await bringForward(db, row.webhookId, now)
    return row !== undefined
  }, 'read committed')
}

/** How long one sender owns a delivery: far longer than an attempt, but short enough to wait after a crash. */
const DELIVERY_LEASE_MS = 60_000

/** A delivery leased by this process. */
export interface LeasedDelivery {
  id: number
  uuid: string
  webhookId: number
  isTest: boolean
  targetUrl: string
  /** Attempts before this one. */
  attempts: number
  createdAt: number
  /** When other processes may lease it. */
  leasedUntil: number
}

/** How many deliveries of a webhook to lease. */
interface LeaseQuota {
  webhookId: number
  count: number
}

/**
 * Webhooks in one statement. Only these sizes are used, so that few statements need preparing. A statement for each
 * webhook takes twice as long on SQLite and three times as long on PostgreSQL.
 */
const SIZES = [1, 8, 64]
const NO_QUOTA: LeaseQuota = { webhookId: -1, count: 0 }

/**
 * Leases due deliveries, at most `count` of each webhook, longest overdue first. An expired lease makes its
 * delivery due again, so a crash during a send delays it by a minute. Updates when the webhooks are due next.
 */
export function leaseDueDeliveries(
  db: Db,
  { now, quotas }: { now: number; quotas: readonly LeaseQuota[] },
): Promise<LeasedDelivery[]> {
  const most = SIZES.at(-1)!
  const webhooks = quotas.map(({ webhookId }) => webhookId)
  return db.transaction(async (db) => {
    await lockRows(db, 'webhooks', webhooks)
    const leased: LeasedDelivery[] = []
    for (let start = 0; start < quotas.length; start += most) {
      const here = quotas.slice(start, start + most)
      const size = SIZES.find((size) => size >= here.length)!
      const filled = Array.from({ length: size }, (_, index) => here[index] ?? NO_QUOTA)
      // Both are queued in this order; awaiting the first would cost another round trip to the writer thread.
      const [rows] = await Promise.all([
        leaseQuotas(db, filled, now),
        updateNextDueAt(
          db,
          here.map(({ webhookId }) => webhookId),
        ),
      ])
      leased.push(...rows)
    }
    return leased
  }, 'read committed')
}

async function leaseQuotas(db: Db, quotas: readonly LeaseQuota[], now: number): Promise<LeasedDelivery[]> {
  const chosen = quotas.map(
    (_, index) =>
      `SELECT id FROM (SELECT id FROM deliveries
        WHERE webhook_id = :webhook${index} AND status = 'pending' AND due_at <= :now
        ORDER BY due_at LIMIT :count${index} ${skipLocked(db)}) AS quota${index}`,
  )
  const params = quotas.flatMap(({ webhookId, count }, index) => [
    [`webhook${index}`, webhookId],
    [`count${index}`, count],
  ])
  const rows = await db.all<Stored<LeasedDelivery>>(
    `UPDATE deliveries SET due_at = :until, leased_until = :until WHERE id IN (${chosen.join(' UNION ALL ')})
     RETURNING id, uuid, webhook_id AS "webhookId", is_test AS "isTest", target_url AS "targetUrl", attempts,
               created_at AS "createdAt", leased_until AS "leasedUntil"`,
    { now, until: now + DELIVERY_LEASE_MS, ...Object.fromEntries(params) },
  )
  // RETURNING guarantees no order. Tests go first.
  return rows
    .map((row) => ({ ...row, isTest: row.isTest === 1 }))
    .sort((one, other) => Number(other.isTest) - Number(one.isTest) || one.id - other.id)
}

/** Releases leased deliveries of one webhook, at least one, that are not being sent. They are due at once for any process. */
export async function releaseDeliveries(db: Db, deliveries: readonly LeasedDelivery[]): Promise<void> {
  const { webhookId } = deliveries[0]!
  await db.transaction(async (db) => {
    await lockRows(db, 'webhooks', [webhookId])
    for (const { id, leasedUntil } of deliveries) {
      await db.run(
        `UPDATE deliveries SET due_at = next_attempt_at, leased_until = NULL
          WHERE id = :id AND status = 'pending' AND leased_until = :leasedUntil`,
        { id, leasedUntil },
      )
    }
    await updateNextDueAt(db, [webhookId])
  }, 'read committed')
}

/** After the clock job moved due times back: copies them to `next_attempt_at`, and makes the sender look at all webhooks. */
export async function applyMovedDueTimes(db: Db, now: number): Promise<void> {
  await db.run(
    `UPDATE deliveries SET next_attempt_at = due_at
      WHERE status = 'pending' AND leased_until IS NULL AND due_at < next_attempt_at AND due_at > 0`,
  )
  await bringAllForward(db, now)
}

/** Where an attempt goes, what it sends and the secret that signs it. */
export interface Target {
  url: string
  secret: string
  body: string
}

/**
 * Reads the target of an attempt just before it, so that nothing is signed with a secret that was rotated
 * meanwhile. Undefined if the delivery was deleted, cancelled or leased by another process.
 */
export function findTarget(db: Db, { id, leasedUntil }: LeasedDelivery): Promise<Target | undefined> {
  return db.get<Target>(
    `SELECT CASE WHEN d.target_url <> '' THEN d.target_url ELSE w.url END AS url, w.secret, d.body
       FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id
      WHERE d.id = :id AND d.status = 'pending' AND d.leased_until = :leasedUntil`,
    { id, leasedUntil },
  )
}

export interface FinishedAttempt extends Attempt {
  delivery: LeasedDelivery
  delivered: boolean
  endedAt: number
}

/** A finished attempt, with the status and the next attempt that it means for a delivery that is still pending. */
export interface DecidedAttempt extends FinishedAttempt {
  status: 'succeeded' | 'pending' | 'failed'
  nextAttemptAt: number | null
}

/**
 * Records attempts at their deliveries. Returns the new status of each by its uuid, without those that are not recorded,
 * because another sender leased or finished the delivery, or because it was deleted. A success is recorded even if
 * another sender has the lease by now; a failure only under its own lease, so never twice. A delivery that was cancelled
 * during the request stays cancelled, unless the receiver accepted it. Both id and uuid must agree, because SQLite gives
 * the id of a deleted delivery to a new one.
 */
export async function finishAttempts(
  db: Db,
  attempts: readonly DecidedAttempt[],
): Promise<Map<string, DeliveryStatus>> {
  const { sql, params } = valueRows(
    db,
    ['BIGINT', 'TEXT', 'BIGINT', 'TEXT', 'BIGINT', 'BIGINT', 'BIGINT', 'BIGINT', 'BIGINT', 'TEXT'],
    attempts.map(({ delivery, delivered, statusCode, error, status, endedAt, nextAttemptAt }) => [
      delivery.id,
      delivery.uuid,
      delivery.leasedUntil,
      status,
      endedAt,
      delivered ? endedAt : null,
      nextAttemptAt,
      status === 'failed' && !delivery.isTest ? endedAt : null,
      statusCode,
      error,
    ]),
  )
  const ifPending = (value: string) => `CASE deliveries.status WHEN 'pending' THEN ${value} END`
  const rows = await db.all<{ uuid: string; status: DeliveryStatus }>(
    `WITH done (id, uuid, leased_until, status, ended_at, delivered_at, next_attempt_at, set_aside_at, status_code,
                error) AS (${sql})
     UPDATE deliveries
        SET status = CASE WHEN done.status = 'succeeded' THEN done.status
                          ELSE COALESCE(${ifPending('done.status')}, deliveries.status) END,
            attempts = attempts + 1, last_attempt_at = done.ended_at, delivered_at = done.delivered_at,
            next_attempt_at = ${ifPending('done.next_attempt_at')}, due_at = ${ifPending('done.next_attempt_at')},
            leased_until = NULL, set_aside_at = ${ifPending('done.set_aside_at')},
            last_status_code = done.status_code, error = done.error
       FROM done
      WHERE deliveries.id = done.id AND deliveries.uuid = done.uuid
        AND (deliveries.status = 'cancelled' OR deliveries.status = 'pending'
             AND (done.status = 'succeeded' OR deliveries.leased_until = done.leased_until))
     RETURNING deliveries.uuid AS uuid, deliveries.status AS status`,
    params,
  )
  return new Map(rows.map(({ uuid, status }) => [uuid, status]))
}

/**
 * Deletes up to `limit` of the oldest deliveries created before `before`. Ids ascend with time, so this reads
 * the front of the table.
 */
export function pruneDeliveries(db: Db, before: number, limit: number): Promise<number> {
  return db.run(
    `DELETE FROM deliveries WHERE id IN (
       SELECT id FROM (SELECT id, created_at FROM deliveries ORDER BY id LIMIT :limit) AS oldest
        WHERE created_at < :before)`,
    { before, limit },
  )
}
