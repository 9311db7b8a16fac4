import { lockRows, skipLocked } from '../db/row-locks.js'
import type { Db } from '../db/types.js'

/**
 * How long one sender owns a delivery: far longer than an attempt, but short enough to wait after a crash.
 */
const LEASE_MS = 60_000

/** A webhook with deliveries that may be due. */
export interface WaitingWebhook {
  id: number
  url: string
  nextDueAt: number
}

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

/** Lists webhooks that may have due deliveries, longest overdue first, starting after `after`. */
export function findWaitingWebhooks(
  db: Db,
  query: { now: number; limit: number; after?: WaitingWebhook },
): Promise<WaitingWebhook[]> {
  const { now, limit, after } = query
  return db.all<WaitingWebhook>(
    `SELECT id, url, next_due_at AS "nextDueAt" FROM webhooks
      WHERE next_due_at <= :now AND (next_due_at, id) > (:afterDueAt, :afterId)
      ORDER BY next_due_at, id LIMIT :limit`,
    { now, limit, afterDueAt: after?.nextDueAt ?? -1, afterId: after?.id ?? -1 },
  )
}

/** How many deliveries of a webhook to lease. */
export interface LeaseQuota {
  webhookId: number
  count: number
}

/** Webhooks in one statement. Only these sizes are used, so that few statements need preparing. */
const SIZES = [1, 8, 64]
const NO_QUOTA: LeaseQuota = { webhookId: -1, count: 0 }

/**
 * Leases due deliveries, at most `count` of each webhook, longest overdue first. An expired lease makes its
 * delivery due again, so a crash during a send delays it by a minute.
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
      // Sent in this order without waiting for the first: each result comes from another thread.
      const [rows] = await Promise.all([leaseQuotas(db, filled, now), updateNextDueAt(db, filled)])
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
  const counts = quotas.map(({ count }, index) => [`count${index}`, count])
  const rows = await db.all<Omit<LeasedDelivery, 'isTest'> & { isTest: number }>(
    `UPDATE deliveries SET due_at = :until, leased_until = :until WHERE id IN (${chosen.join(' UNION ALL ')})
     RETURNING id, uuid, webhook_id AS "webhookId", is_test AS "isTest", target_url AS "targetUrl", attempts,
               created_at AS "createdAt", leased_until AS "leasedUntil"`,
    { now, until: now + LEASE_MS, ...webhookParams(quotas), ...Object.fromEntries(counts) },
  )
  // RETURNING guarantees no order. Tests go first.
  return rows
    .map((row) => ({ ...row, isTest: row.isTest === 1 }))
    .sort((one, other) => Number(other.isTest) - Number(one.isTest) || one.id - other.id)
}

/** Updates when the webhooks have work next. Lock them first, or deliveries that others are inserting are missed. */
async function updateNextDueAt(db: Db, quotas: readonly LeaseQuota[]): Promise<void> {
  await db.run(
    `UPDATE webhooks
        SET next_due_at = (SELECT MIN(due_at) FROM deliveries WHERE webhook_id = webhooks.id AND status = 'pending')
      WHERE id IN (${quotas.map((_, index) => `:webhook${index}`).join(', ')})`,
    webhookParams(quotas),
  )
}

function webhookParams(quotas: readonly LeaseQuota[]): Record<string, number> {
  return Object.fromEntries(quotas.map(({ webhookId }, index) => [`webhook${index}`, webhookId]))
}

/**
 * Releases leased deliveries of one webhook that are not being sent. They are due at once for any process.
 */
export async function releaseDeliveries(db: Db, deliveries: readonly LeasedDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
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
    await updateNextDueAt(db, [{ webhookId, count: 0 }])
  }, 'read committed')
}

/** Updates the columns that depend on due times after these were moved back. */
export async function applyMovedDueTimes(db: Db, now: number): Promise<void> {
  await db.run(
    `UPDATE deliveries SET next_attempt_at = due_at
      WHERE status = 'pending' AND leased_until IS NULL AND due_at < next_attempt_at AND due_at > 0`,
  )
  // Too early does no harm: the sender looks, and stores the real time.
  await db.run('UPDATE webhooks SET next_due_at = :now WHERE next_due_at > :now', { now })
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
