import { setTimeout } from 'node:timers/promises'
import { lockRows } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { queueAdminMail } from '../mail/outbox-store.js'
import { nextTryAt, POLICIES } from '../queue/policies.js'
import { escapeHtml } from '../text/escape-html.js'
import type { AttemptResult } from './attempt.js'
import { insertAttempts } from './attempt-store.js'
import {
  cancelWaiting,
  type DecidedAttempt,
  finishAttempts,
  finishCancelledAttempt,
  type LeasedDelivery,
} from './delivery-store.js'
import { findDeadWebhook, recordRetries, recordSuccesses, switchOff } from './webhook-store.js'

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

/** An outcome with the delivery's new status and the time of its next attempt. */
type Decision = Outcome & DecidedAttempt

/**
 * Records attempts: the delivery, what it shows about its webhook, and the notice mail. All outcomes of a
 * batch share one transaction and its statements: a busy receiver produces dozens at a time.
 */
function recordOutcomes(db: Db, outcomes: readonly Outcome[], ids: Ids): Promise<Map<Outcome, Recorded>> {
  const decisions = outcomes.map(decide)
  const webhooks = outcomes.map(({ delivery }) => delivery.webhookId)
  return db.transaction(async (db) => {
    await lockRows(db, 'webhooks', webhooks)
    const wasPending = await recordAttempts(db, decisions)
    // Successes first: they keep failures of the same batch from switching the webhook off.
    await recordSuccesses(db, timesByWebhook(decisions, successAt, Math.max))
    await recordRetries(
      db,
      timesByWebhook(decisions, ({ nextAttemptAt }) => nextAttemptAt, Math.min),
    )
    const recorded = new Map<Outcome, Recorded>()
    for (const [index, decision] of decisions.entries()) {
      const { delivery, status } = decision
      const isLast = status === 'failed' && !delivery.isTest && wasPending.has(delivery.id)
      const switchedOff = isLast && (await switchOffIfDead(db, decision, ids))
      recorded.set(outcomes[index]!, { status, switchedOff })
    }
    return recorded
  }, 'read committed')
}

function decide(outcome: Outcome): Decision {
  const { delivery, result, endedAt } = outcome
  if (result.delivered) return { ...outcome, status: 'succeeded', nextAttemptAt: null }
  const failed = { id: delivery.id, now: endedAt, failures: delivery.attempts + 1, since: delivery.createdAt }
  const nextAttemptAt = delivery.isTest ? null : nextTryAt(POLICIES.deliver, failed)
  return { ...outcome, status: nextAttemptAt === null ? 'failed' : 'retrying', nextAttemptAt }
}

/** Records the attempts. Returns the ids of the deliveries that were still pending. */
async function recordAttempts(db: Db, decisions: readonly Decision[]): Promise<Set<number>> {
  const wasPending = await finishAttempts(db, decisions)
  const finished: Outcome[] = []
  for (const decision of decisions) {
    if (wasPending.has(decision.delivery.id) || (await finishCancelledAttempt(db, decision)))
      finished.push(decision)
  }
  await insertAttempts(db, finished.map(attemptOf))
  return wasPending
}

function attemptOf({ delivery, result, startedAt, durationMs }: Outcome) {
  const { statusCode, error } = result
  return { deliveryId: delivery.id, at: startedAt, durationMs, statusCode, error }
}

/** When the webhook accepted a delivery. Test sends show nothing about the webhook. */
const successAt = ({ delivery, status, endedAt }: Decision) =>
  status === 'succeeded' && !delivery.isTest ? endedAt : null

/** The latest or earliest of the times of each webhook. */
function timesByWebhook(
  decisions: readonly Decision[],
  timeOf: (decision: Decision) => number | null,
  choose: (one: number, other: number) => number,
): Map<number, number> {
  const times = new Map<number, number>()
  for (const decision of decisions) {
    const { webhookId } = decision.delivery
    const at = timeOf(decision)
    if (at !== null) times.set(webhookId, choose(at, times.get(webhookId) ?? at))
  }
  return times
}

/**
 * Switches off the webhook of a delivery that failed for good, if it has accepted nothing since that delivery was
 * created: cancels its waiting deliveries and mails the account's admins.
 */
async function switchOffIfDead(db: Db, { delivery, endedAt }: Outcome, ids: Ids): Promise<boolean> {
  const { webhookId: id, createdAt: since } = delivery
  const webhook = await findDeadWebhook(db, { id, since })
  if (!webhook) return false
  await switchOff(db, { id, reason: 'failing', now: endedAt })
  await cancelWaiting(db, id)
  await queueFailingNotice(db, { ...webhook, now: endedAt, ids })
  return true
}

async function queueFailingNotice(
  db: Db,
  notice: { accountId: number; teamName: string; url: string; now: number; ids: Ids },
): Promise<void> {
  const { accountId, teamName, url, now, ids } = notice
  const lines = [
    `The webhook of the team ${teamName} was switched off: every attempt to deliver a match to ${url} failed, ` +
      'and nothing was accepted there in the meantime.',
    'New matches are still recorded and can be read through the alert, but they are not sent, also not later.',
    'Once the receiver works again, switch the webhook on: PATCH /api/v1/webhooks/{webhook_id} with {"is_active": true}.',
  ]
  await queueAdminMail(db, {
    accountId,
    subject: `Webhook switched off: ${teamName}`,
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n'),
    now,
    ids,
  })
}

/** Outcomes in one transaction, which keeps it within a few milliseconds. */
const BATCH = 128
/** How long outcomes in close succession wait to be written together, in milliseconds. */
const GATHER_MS = 25

interface Waiting {
  outcome: Outcome
  resolve(recorded: Recorded): void
  reject(error: unknown): void
}

/**
 * Writes outcomes in batches: the first at once, those that arrive during or right after that write in one transaction.
 */
export class OutcomeWriter {
  private waiting: Waiting[] = []
  private writing = false

  constructor(
    private readonly db: Db,
    private readonly ids: Ids,
  ) {}

  /** Outcomes that are not committed yet. */
  get backlog(): number {
    return this.waiting.length
  }

  /** Resolves once the outcome is committed. */
  record(outcome: Outcome): Promise<Recorded> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ outcome, resolve, reject })
      if (!this.writing) void this.writeAll()
    })
  }

  private async writeAll(): Promise<void> {
    this.writing = true
    while (this.waiting.length > 0) {
      await this.write(this.waiting.splice(0, BATCH))
      if (this.waiting.length < BATCH) await setTimeout(GATHER_MS)
    }
    this.writing = false
  }

  private async write(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = batch.map(({ outcome }) => outcome)
      const recorded = await recordOutcomes(this.db, outcomes, this.ids)
      for (const { outcome, resolve } of batch) resolve(recorded.get(outcome)!)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}
