import { lockRows, skipLocked } from '../db/row-locks.js'
import type { Db } from '../db/types.js'

/** How long a sender has a delivery to itself: far longer than an attempt, short enough after a crash. */
const LEASE_MS = 60_000

/** A webhook with work, as the sender needs it to decide where there is room. */
export interface WaitingWebhook {
  id: number
  url: string
  nextDueAt: number
}

/** A delivery that this process is to send now. */
export interface LeasedDelivery {
  id: number
  uuid: string
  webhookId: number
  isTest: boolean
  targetUrl: string
  /** Attempts made before this one. */
  attempts: number
  createdAt: number
  /** From then on anybody may have it. */
  leasedUntil: number
}

/** Webhooks that may have something due, longest overdue first; from behind `after` on. */
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

/** How many deliveries of a webhook may be leased. */
export interface Place {
  webhookId: number
  count: number
}

/** Places of one statement; whole sizes only, so that few statements have to be prepared. */
const SIZES = [1, 8, 64]
const NO_PLACE: Place = { webhookId: -1, count: 0 }

/**
 * Leases due deliveries, at most `count` of each webhook, longest overdue first. One whose lease runs out
 * is due again, so that a crash in mid-send costs a minute and no delivery.
 */
export function leaseDueDeliveries(
  db: Db,
  { now, places }: { now: number; places: readonly Place[] },
): Promise<LeasedDelivery[]> {
  const most = SIZES.at(-1)!
  const webhooks = places.map(({ webhookId }) => webhookId)
  return db.transaction(async (db) => {
    await lockRows(db, 'webhooks', webhooks)
    const leased: LeasedDelivery[] = []
    for (let start = 0; start < places.length; start += most) {
      const here = places.slice(start, start + most)
      const size = SIZES.find((size) => size >= here.length)!
      const filled = Array.from({ length: size }, (_, index) => here[index] ?? NO_PLACE)
      // In their order, and without waiting for the first: each answer comes from another thread.
      const [rows] = await Promise.all([leaseAtPlaces(db, filled, now), lookAhead(db, filled)])
      leased.push(...rows)
    }
    return leased
  }, 'read committed')
}

async function leaseAtPlaces(db: Db, places: readonly Place[], now: number): Promise<LeasedDelivery[]> {
  const chosen = places.map(
    (_, index) =>
      `SELECT id FROM (SELECT id FROM deliveries
        WHERE webhook_id = :webhook${index} AND status = 'pending' AND due_at <= :now
        ORDER BY due_at LIMIT :count${index} ${skipLocked(db)}) AS place${index}`,
  )
  const counts = places.map(({ count }, index) => [`count${index}`, count])
  const rows = await db.all<Omit<LeasedDelivery, 'isTest'> & { isTest: number }>(
    `UPDATE deliveries SET due_at = :until, leased_until = :until WHERE id IN (${chosen.join(' UNION ALL ')})
     RETURNING id, uuid, webhook_id AS "webhookId", is_test AS "isTest", target_url AS "targetUrl", attempts,
               created_at AS "createdAt", leased_until AS "leasedUntil"`,
    { now, until: now + LEASE_MS, ...webhookParams(places), ...Object.fromEntries(counts) },
  )
  // RETURNING keeps no order; tests, which come before everything, are the only ones for whom it matters.
  return rows
    .map((row) => ({ ...row, isTest: row.isTest === 1 }))
    .sort((one, other) => Number(other.isTest) - Number(one.isTest) || one.id - other.id)
}

/** Notes when the webhooks have work next. They must be locked: what others are adding would be overlooked. */
async function lookAhead(db: Db, places: readonly Place[]): Promise<void> {
  await db.run(
    `UPDATE webhooks
        SET next_due_at = (SELECT MIN(due_at) FROM deliveries WHERE webhook_id = webhooks.id AND status = 'pending')
      WHERE id IN (${places.map((_, index) => `:webhook${index}`).join(', ')})`,
    webhookParams(places),
  )
}

function webhookParams(places: readonly Place[]): Record<string, number> {
  return Object.fromEntries(places.map(({ webhookId }, index) => [`webhook${index}`, webhookId]))
}

/** Gives back what is leased of one webhook and is not being sent: it is due at once, to anybody. */
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
    await lookAhead(db, [{ webhookId, count: 0 }])
  }, 'read committed')
}

/** After due times were brought forward: what else tells them follows. */
export async function noteChangedTimes(db: Db, now: number): Promise<void> {
  await db.run(
    `UPDATE deliveries SET next_attempt_at = due_at
      WHERE status = 'pending' AND leased_until IS NULL AND due_at < next_attempt_at AND due_at > 0`,
  )
  // Too early does no harm: the sender looks, and notes when there is work.
  await db.run('UPDATE webhooks SET next_due_at = :now WHERE next_due_at > :now', { now })
}

/** What an attempt sends, where, and what signs it. */
export interface Target {
  url: string
  secret: string
  body: string
}

/**
 * The target of an attempt, read at the last moment: after a rotation nothing is signed with
 * the old secret. Undefined when the delivery is gone, cancelled, or leased by somebody else by now.
 */
export function findTarget(db: Db, { id, leasedUntil }: LeasedDelivery): Promise<Target | undefined> {
  return db.get<Target>(
    `SELECT CASE WHEN d.target_url <> '' THEN d.target_url ELSE w.url END AS url, w.secret, d.body
       FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id
      WHERE d.id = :id AND d.status = 'pending' AND d.leased_until = :leasedUntil`,
    { id, leasedUntil },
  )
}
