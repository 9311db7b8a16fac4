import { setTimeout } from 'node:timers/promises'
import type { PublicAddress } from '../config.js'
import { lockRows } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { queueAdminMail } from '../mail/outbox-store.js'
import { nextTryAt, POLICIES } from '../queue/policies.js'
import { escapeHtml } from '../text/escape-html.js'
import type { AttemptResult } from './attempt.js'
import { insertAttempts } from './attempt-store.js'
import {
  cancelPending,
  type DecidedAttempt,
  finishAttempts,
  finishCancelledAttempt,
  type LeasedDelivery,
} from './delivery-store.js'
import { findDeadWebhook, recordRetries, recordSuccesses, switchOff } from './webhook-store.js'

interface Parts {
  db: Db
  ids: Ids
  publicAddress: PublicAddress
}

/** A finished attempt. */
export interface FinishedAttempt {
  delivery: LeasedDelivery
  result: AttemptResult
  startedAt: number
  durationMs: number
  endedAt: number
}

/**
 * What an attempt meant for its delivery. `failed`: nothing is retried, also because the delivery was cancelled meanwhile.
 * `switchedOff`: it also switched its webhook off.
 */
export interface Recorded {
  outcome: 'succeeded' | 'retrying' | 'failed'
  switchedOff: boolean
}

/** A finished attempt with its outcome and the time of the next attempt. */
type Decision = FinishedAttempt & DecidedAttempt

/**
 * Records attempts: the delivery, what it shows about its webhook, and the notice mail. All attempts of a
 * batch share one transaction and its statements: a busy receiver produces dozens at a time.
 * The result lacks attempts of deliveries that another sender leased or finished meanwhile.
 */
function recordBatch(
  { db, ...parts }: Parts,
  attempts: readonly FinishedAttempt[],
): Promise<Map<FinishedAttempt, Recorded>> {
  const decisions = attempts.map(decide)
  const webhooks = attempts.map(({ delivery }) => delivery.webhookId)
  return db.transaction(async (db) => {
    await lockRows(db, 'webhooks', webhooks)
    const { wasPending, finished } = await recordAttempts(db, decisions)
    // Successes first: they keep failures of the same batch from switching the webhook off.
    await recordSuccesses(db, timesByWebhook(decisions, successAt, Math.max))
    await recordRetries(
      db,
      timesByWebhook(decisions, ({ nextAttemptAt }) => nextAttemptAt, Math.min),
    )
    const recorded = new Map<FinishedAttempt, Recorded>()
    for (const [index, decision] of decisions.entries()) {
      if (!finished.has(decision)) continue
      const { delivery } = decision
      const isPending = wasPending.has(delivery.id)
      const outcome = decision.outcome === 'retrying' && !isPending ? 'failed' : decision.outcome
      const isLast = outcome === 'failed' && !delivery.isTest && isPending
      const switchedOff = isLast && (await switchOffIfDead({ ...parts, db }, decision))
      recorded.set(attempts[index]!, { outcome, switchedOff })
    }
    return recorded
  }, 'read committed')
}

function decide(attempt: FinishedAttempt): Decision {
  const { delivery, result, endedAt } = attempt
  if (result.delivered) return { ...attempt, outcome: 'succeeded', nextAttemptAt: null }
  const failed = { id: delivery.id, now: endedAt, failures: delivery.attempts + 1, since: delivery.createdAt }
  const nextAttemptAt = delivery.isTest ? null : nextTryAt(POLICIES.deliver, failed)
  return { ...attempt, outcome: nextAttemptAt === null ? 'failed' : 'retrying', nextAttemptAt }
}

/** Records the attempts. `wasPending` has the ids of the deliveries that were still pending. */
async function recordAttempts(
  db: Db,
  decisions: readonly Decision[],
): Promise<{ wasPending: Set<number>; finished: Set<Decision> }> {
  const wasPending = await finishAttempts(db, decisions)
  const finished = new Set<Decision>()
  for (const decision of decisions) {
    if (wasPending.has(decision.delivery.id) || (await finishCancelledAttempt(db, decision)))
      finished.add(decision)
  }
  await insertAttempts(db, [...finished].map(attemptOf))
  return { wasPending, finished }
}

function attemptOf({ delivery, result, startedAt, durationMs }: FinishedAttempt) {
  const { statusCode, error } = result
  return { deliveryId: delivery.id, at: startedAt, durationMs, statusCode, error }
}

/** When the webhook accepted a delivery. Test sends show nothing about the webhook. */
const successAt = ({ delivery, outcome, endedAt }: Decision) =>
  outcome === 'succeeded' && !delivery.isTest ? endedAt : null

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
 * created: cancels its pending deliveries and mails the account's admins.
 */
async function switchOffIfDead(parts: Parts, { delivery, endedAt }: FinishedAttempt): Promise<boolean> {
  const { db } = parts
  const { webhookId: id, createdAt: since } = delivery
  const webhook = await findDeadWebhook(db, { id, since })
  if (!webhook) return false
  await switchOff(db, { id, reason: 'failing', now: endedAt })
  await cancelPending(db, id)
  await queueFailingNotice(parts, { ...webhook, now: endedAt })
  return true
}

async function queueFailingNotice(
  { db, ids, publicAddress }: Parts,
  notice: { uuid: string; accountId: number; teamName: string; url: string; now: number },
): Promise<void> {
  const { uuid, accountId, teamName, url, now } = notice
  const resource = `${publicAddress.baseUrl}/api/v1/webhooks/${uuid}`
  const lines = [
    `The webhook of the team ${teamName} was switched off: every attempt to deliver a match to ${url} failed, ` +
      'and nothing was accepted there in the meantime.',
    'New matches are recorded but not sent. To send them later, switch the webhook on and replay them.',
    `Once the receiver works again, switch the webhook on: PATCH ${resource} with {"is_active": true}.`,
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

/** Attempts recorded in one transaction, which keeps it within a few milliseconds. */
const BATCH = 128
/** How long attempts that end in close succession wait to be written together, in milliseconds. */
const GATHER_MS = 25

interface Waiting {
  attempt: FinishedAttempt
  resolve(recorded: Recorded | undefined): void
  reject(error: unknown): void
}

/**
 * Records attempts in batches: the first at once, those that end during or right after that write in one transaction.
 */
export class AttemptRecorder {
  private waiting: Waiting[] = []
  private writing = false
  /** Attempts that are not recorded yet, also those of the batch being written. */
  backlog = 0

  constructor(private readonly parts: Parts) {}

  /**
   * Resolves once the attempt is recorded and committed; with undefined if another sender leased or finished the
   * delivery meanwhile.
   */
  record(attempt: FinishedAttempt): Promise<Recorded | undefined> {
    this.backlog += 1
    return new Promise((resolve, reject) => {
      this.waiting.push({ attempt, resolve, reject })
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
      const attempts = batch.map(({ attempt }) => attempt)
      const recorded = await recordBatch(this.parts, attempts)
      for (const { attempt, resolve } of batch) resolve(recorded.get(attempt))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      this.backlog -= batch.length
    }
  }
}
