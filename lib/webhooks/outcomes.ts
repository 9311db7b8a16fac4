import { setTimeout } from 'node:timers/promises'
import { lockRows } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import { queueAdminMail } from '../mail/outbox-store.js'
import { nextTryAt, POLICIES } from '../queue/policies.js'
import type { Services } from '../services.js'
import { escapeHtml } from '../text/escape-html.js'
import { insertAttempts } from './attempt-store.js'
import { cancelPending, type DecidedAttempt, type FinishedAttempt, finishAttempts } from './delivery-store.js'
import { findDeadWebhook, recordSuccesses, switchOff, updateNextDueAt } from './webhook-store.js'

type Parts = Pick<Services, 'ids' | 'publicAddress'> & { db: Db }

/**
 * What an attempt meant for its delivery. `failed`: nothing is retried, also because the delivery was cancelled meanwhile.
 * `switchedOff`: it also switched its webhook off.
 */
export interface Recorded {
  outcome: 'succeeded' | 'retrying' | 'failed'
  switchedOff: boolean
}

const OUTCOMES = {
  succeeded: 'succeeded',
  pending: 'retrying',
  failed: 'failed',
  cancelled: 'failed',
} as const

/**
 * Records attempts: the delivery, what it shows about its webhook, and the notice mail. All attempts of a
 * batch share one transaction and its statements: a busy receiver produces dozens at a time.
 * @returns the results in order; undefined for a delivery that another sender leased or finished meanwhile
 */
function recordBatch(
  parts: Parts,
  attempts: readonly FinishedAttempt[],
): Promise<Array<Recorded | undefined>> {
  const decided = attempts.map(decide)
  return parts.db.transaction(async (db) => {
    await lockRows(db, 'webhooks', webhookIds(decided))
    const statuses = await finishAttempts(db, decided)
    const recorded = decided.filter(({ delivery }) => statuses.has(delivery.uuid))
    await insertAttempts(db, recorded)
    // Successes first: they keep failures of the same batch from switching the webhook off.
    await recordSuccesses(db, recorded.filter(showsSuccess).map(acceptance))
    await updateNextDueAt(db, webhookIds(decided.filter(({ status }) => status === 'pending')))
    const results: Array<Recorded | undefined> = []
    for (const attempt of decided) {
      const status = statuses.get(attempt.delivery.uuid)
      const isLast = status === 'failed' && !attempt.delivery.isTest
      const switchedOff = isLast && (await switchOffIfDead({ ...parts, db }, attempt))
      results.push(status && { outcome: OUTCOMES[status], switchedOff })
    }
    return results
  }, 'read committed')
}

function decide(attempt: FinishedAttempt): DecidedAttempt {
  const { delivery, delivered, endedAt } = attempt
  if (delivered) return { ...attempt, status: 'succeeded', nextAttemptAt: null }
  const failed = { id: delivery.id, now: endedAt, failures: delivery.attempts + 1, since: delivery.createdAt }
  const nextAttemptAt = delivery.isTest ? null : nextTryAt(POLICIES.deliver, failed)
  return { ...attempt, status: nextAttemptAt === null ? 'failed' : 'pending', nextAttemptAt }
}

const webhookIds = (attempts: readonly FinishedAttempt[]) =>
  attempts.map(({ delivery }) => delivery.webhookId)

/** Test sends show nothing about the webhook. */
const showsSuccess = ({ delivery, delivered }: FinishedAttempt) => delivered && !delivery.isTest

const acceptance = ({ delivery, endedAt: at }: FinishedAttempt) => ({ webhookId: delivery.webhookId, at })

/**
 * Switches off the webhook of a delivery that failed for good, if it has accepted nothing since that delivery was
 * created: cancels its pending deliveries and mails the account's admins.
 */
async function switchOffIfDead(
  { db, ids, publicAddress }: Parts,
  { delivery, endedAt: now }: FinishedAttempt,
): Promise<boolean> {
  const { webhookId: id, createdAt: since } = delivery
  const webhook = await findDeadWebhook(db, { id, since })
  if (!webhook) return false
  const { uuid, accountId, teamName, url } = webhook
  await switchOff(db, { id, reason: 'failing', now })
  await cancelPending(db, id)
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
  return true
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
      const results = await recordBatch(this.parts, attempts)
      for (const [index, { resolve }] of batch.entries()) resolve(results[index])
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      this.backlog -= batch.length
    }
  }
}
