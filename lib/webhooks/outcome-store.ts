import { lockRows } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import { valueRows } from '../db/value-rows.js'
import type { Ids } from '../ids.js'
import { nextTryAt, POLICIES } from '../queue/policies.js'
import type { AttemptResult } from './attempt.js'
import { insertAttempts } from './attempt-store.js'
import { cancelWaiting } from './delivery-store.js'
import type { LeasedDelivery } from './due-delivery-store.js'
import { queueFailingNotice } from './failing-notice.js'
import { switchOff } from './webhook-store.js'

/** A finished attempt. */
export interface Outcome {
  delivery: LeasedDelivery
  result: AttemptResult
  startedAt: number
  durationMs: number
  endedAt: number
}

/** What an outcome did to its delivery. `switchedOff`: it also switched its webhook off. */
export interface Recorded {
  status: 'succeeded' | 'retrying' | 'failed'
  switchedOff: boolean
}

/** An outcome with the delivery's new status. */
interface Conclusion extends Outcome {
  status: Recorded['status']
  nextAttemptAt: number | null
}

/**
 * Records attempts: the delivery, what it shows about its webhook, and the notice mail. All outcomes of a
 * batch share one transaction and its statements: a busy receiver produces dozens at a time.
 */
export function recordOutcomes(
  db: Db,
  outcomes: readonly Outcome[],
  ids: Ids,
): Promise<Map<Outcome, Recorded>> {
  const conclusions = outcomes.map(conclude)
  const webhooks = outcomes.map(({ delivery }) => delivery.webhookId)
  return db.transaction(async (db) => {
    await lockRows(db, 'webhooks', webhooks)
    const wasPending = await recordAttempts(db, conclusions)
    // Successes first: they keep failures of the same batch from switching the webhook off.
    await noteSuccesses(db, conclusions)
    await noteRetries(db, conclusions)
    const recorded = new Map<Outcome, Recorded>()
    for (const [index, conclusion] of conclusions.entries()) {
      const { delivery, status } = conclusion
      const isLast = status === 'failed' && !delivery.isTest && wasPending.has(delivery.id)
      const switchedOff = isLast && (await switchOffIfDead(db, conclusion, ids))
      recorded.set(outcomes[index]!, { status, switchedOff })
    }
    return recorded
  }, 'read committed')
}

function conclude(outcome: Outcome): Conclusion {
  const { delivery, result, endedAt } = outcome
  if (result.delivered) return { ...outcome, status: 'succeeded', nextAttemptAt: null }
  const failed = { id: delivery.id, now: endedAt, failures: delivery.attempts + 1, since: delivery.createdAt }
  const nextAttemptAt = delivery.isTest ? null : nextTryAt(POLICIES.deliver, failed)
  return { ...outcome, status: nextAttemptAt === null ? 'failed' : 'retrying', nextAttemptAt }
}

/**
 * Returns the ids of the deliveries that were still pending. A success is recorded even if another process
 * has the lease by now; a failure only under its own lease, so never twice.
 */
async function recordAttempts(db: Db, conclusions: readonly Conclusion[]): Promise<Set<number>> {
  const { sql, params } = valueRows(
    db,
    ['BIGINT', 'BIGINT', 'TEXT', 'BIGINT', 'BIGINT', 'BIGINT', 'BIGINT', 'BIGINT', 'TEXT'],
    conclusions.map(({ delivery, result, status, endedAt, nextAttemptAt }) => [
      delivery.id,
      delivery.leasedUntil,
      status === 'retrying' ? 'pending' : status,
      endedAt,
      result.delivered ? endedAt : null,
      nextAttemptAt,
      status === 'failed' && !delivery.isTest ? endedAt : null,
      result.statusCode,
      result.error,
    ]),
  )
  const rows = await db.all<{ id: number }>(
    `WITH done (id, leased_until, status, ended_at, delivered_at, next_attempt_at, set_aside_at, status_code,
                error) AS (${sql})
     UPDATE deliveries
        SET status = done.status, attempts = attempts + 1, last_attempt_at = done.ended_at,
            delivered_at = done.delivered_at, next_attempt_at = done.next_attempt_at,
            due_at = done.next_attempt_at, leased_until = NULL, set_aside_at = done.set_aside_at,
            last_status_code = done.status_code, error = done.error
       FROM done
      WHERE deliveries.id = done.id AND deliveries.status = 'pending'
        AND (done.status = 'succeeded' OR deliveries.leased_until = done.leased_until)
     RETURNING deliveries.id AS id`,
    params,
  )
  const wasPending = new Set(rows.map(({ id }) => id))
  const noted: Outcome[] = []
  for (const conclusion of conclusions) {
    if (wasPending.has(conclusion.delivery.id) || (await noteOnCancelled(db, conclusion)))
      noted.push(conclusion)
  }
  await insertAttempts(db, noted.map(attemptOf))
  return wasPending
}

function attemptOf({ delivery, result, startedAt, durationMs }: Outcome) {
  const { statusCode, error } = result
  return { deliveryId: delivery.id, at: startedAt, durationMs, statusCode, error }
}

/**
 * Records an attempt of a delivery that was cancelled during the request; its status stays. Records nothing
 * if the lease had expired and another sender finished the delivery.
 */
async function noteOnCancelled(db: Db, { delivery, result, endedAt }: Outcome): Promise<boolean> {
  const { changes } = await db.run(
    `UPDATE deliveries
        SET attempts = attempts + 1, last_attempt_at = :endedAt, last_status_code = :statusCode, error = :error
      WHERE id = :id AND status = 'cancelled'`,
    { id: delivery.id, endedAt, statusCode: result.statusCode, error: result.error },
  )
  return changes > 0
}

/** Test sends show nothing about the webhook. */
async function noteSuccesses(db: Db, conclusions: readonly Conclusion[]): Promise<void> {
  const accepted = conclusions.filter(({ delivery, status }) => status === 'succeeded' && !delivery.isTest)
  if (accepted.length === 0) return
  const latest = new Map<number, number>()
  for (const { delivery, endedAt } of accepted) {
    latest.set(delivery.webhookId, Math.max(endedAt, latest.get(delivery.webhookId) ?? 0))
  }
  const { sql, params } = valueRows(db, ['BIGINT', 'BIGINT'], [...latest])
  await db.run(
    `WITH accepted (webhook_id, ended_at) AS (${sql})
     UPDATE webhooks SET last_success_at = accepted.ended_at
       FROM accepted
      WHERE webhooks.id = accepted.webhook_id
        AND (last_success_at IS NULL OR last_success_at < accepted.ended_at)`,
    params,
  )
}

/** Tells the sender when the webhooks have work next. */
async function noteRetries(db: Db, conclusions: readonly Conclusion[]): Promise<void> {
  const earliest = new Map<number, number>()
  for (const { delivery, nextAttemptAt } of conclusions) {
    if (nextAttemptAt === null) continue
    earliest.set(
      delivery.webhookId,
      Math.min(nextAttemptAt, earliest.get(delivery.webhookId) ?? nextAttemptAt),
    )
  }
  if (earliest.size === 0) return
  const { sql, params } = valueRows(db, ['BIGINT', 'BIGINT'], [...earliest])
  await db.run(
    `WITH retry (webhook_id, due_at) AS (${sql})
     UPDATE webhooks SET next_due_at = retry.due_at
       FROM retry
      WHERE webhooks.id = retry.webhook_id AND (next_due_at IS NULL OR next_due_at > retry.due_at)`,
    params,
  )
}

/**
 * Switches the webhook of a delivery that failed for good off if it has accepted nothing since that delivery
 * was created.
 */
async function switchOffIfDead(db: Db, { delivery, endedAt }: Outcome, ids: Ids): Promise<boolean> {
  const webhook = await db.get<{ url: string; team_name: string; account_id: number }>(
    `SELECT w.url, t.name AS team_name, t.account_id
       FROM webhooks w JOIN teams t ON t.id = w.team_id
      WHERE w.id = :id AND w.is_active = 1 AND COALESCE(w.last_success_at, -1) < :createdAt`,
    { id: delivery.webhookId, createdAt: delivery.createdAt },
  )
  if (!webhook) return false
  await switchOff(db, { id: delivery.webhookId, reason: 'failing', now: endedAt })
  await cancelWaiting(db, delivery.webhookId)
  await queueFailingNotice(db, {
    accountId: webhook.account_id,
    teamName: webhook.team_name,
    url: webhook.url,
    now: endedAt,
    ids,
  })
  return true
}
