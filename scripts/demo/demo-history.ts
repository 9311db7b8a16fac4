import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/clock.js'
import type { Db } from '../../lib/db/types.js'
import { packBackCatalogue } from '../../lib/feeds/back-catalogue.js'
import { insertFeed } from '../../lib/feeds/feed-store.js'
import type { Ids } from '../../lib/ids.js'
import { nextTryAt, POLICIES } from '../../lib/queue/policies.js'
import { insertAttempts } from '../../lib/webhooks/attempt-store.js'
import { insertWebhook, switchOff } from '../../lib/webhooks/webhook-store.js'

/** A receiver that does not exist. The demo never sends to it, because its webhook is off. */
export async function makeWebhook(db: Db, { teamId, ids, now }: { teamId: number; ids: Ids; now: number }) {
  const url = 'https://hooks.example.org/overheard'
  const secret = `whsec_${ids.bytes(24).toString('base64')}`
  return insertWebhook(db, { uuid: ids.uuid(), teamId, url, secret, now })
}

const TOOK_MS = 184
const FIRST_AFTER_MS = 1200

/** The attempts of a delivery that always fails, until the webhook is switched off. */
function attemptTimes(id: number, createdAt: number, offAt: number): number[] {
  const times: number[] = []
  let at: number | null = createdAt + FIRST_AFTER_MS
  while (at !== null && at < offAt) {
    times.push(at)
    at = nextTryAt(POLICIES.deliver, { id, now: at, failures: times.length, since: createdAt })
  }
  return times
}

/**
 * Sets the results of deliveries: those of the last days failed, and the webhook was switched off for that.
 */
export async function setDeliveryResults(db: Db, webhookId: number, now: number): Promise<void> {
  const failingSince = now - 6 * DAY_MS
  const offAt = now - 2 * HOUR_MS
  const rows = await db.all<{ id: number; created_at: number }>(
    'SELECT id, created_at FROM deliveries WHERE webhook_id = :webhookId ORDER BY id',
    { webhookId },
  )
  for (const { id, created_at: createdAt } of rows) {
    const isLost = createdAt > failingSince
    const error = isLost ? 'the server answered 502 Bad Gateway' : ''
    const times = isLost ? attemptTimes(id, createdAt, offAt) : [createdAt + FIRST_AFTER_MS]
    const isGivenUp =
      nextTryAt(POLICIES.deliver, { id, now, failures: times.length, since: createdAt }) === null
    const attempts = times.map((at, index) => ({
      delivery: { id },
      at,
      durationMs: TOOK_MS + index * 37,
      statusCode: isLost ? 502 : 200,
      error,
    }))
    await insertAttempts(db, attempts)
    await db.run(
      `UPDATE deliveries
          SET status = :status, attempts = :attempts, last_attempt_at = :at, last_status_code = :statusCode,
              error = :error, delivered_at = :deliveredAt, next_attempt_at = NULL, due_at = NULL
        WHERE id = :id`,
      {
        id,
        status: isLost ? (isGivenUp ? 'failed' : 'cancelled') : 'succeeded',
        attempts: attempts.length,
        at: attempts.at(-1)!.at,
        statusCode: isLost ? 502 : 200,
        error,
        deliveredAt: isLost ? null : attempts[0]!.at + TOOK_MS,
      },
    )
    if (!isLost) {
      await db.run('UPDATE webhooks SET last_success_at = :at WHERE id = :webhookId', {
        at: attempts[0]!.at + TOOK_MS,
        webhookId,
      })
    }
  }
  await switchOff(db, { id: webhookId, reason: 'failing', now: offAt })
}

/** Late enough that the demo contacts no publisher. */
const NEXT_POLL_MS = 7 * DAY_MS

/** Follows the sample shows without contacting a publisher; one of them fails. */
export async function followFeeds(db: Db, ids: Ids, now: number): Promise<void> {
  const podcasts = await db.all<{ id: number; feed_url: string; title: string }>(
    'SELECT id, feed_url, title FROM podcasts ORDER BY id',
  )
  for (const [index, podcast] of podcasts.entries()) {
    const feed = await insertFeed(db, {
      uuid: ids.uuid(),
      podcastId: podcast.id,
      feedUrl: podcast.feed_url,
      backCatalogue: packBackCatalogue([]),
      now: now - 70 * DAY_MS,
      leasedUntil: now,
    })
    const lastAt = now - (index + 2) * MINUTE_MS
    const isFailing = index === 2
    await db.run(
      `UPDATE feeds SET poll_leased_until = NULL, poll_due_at = :next, last_polled_at = :lastAt, poll_tries = :failures,
              last_success_at = :successAt, last_error_at = :errorAt, poll_error = :error, poll_problem = :problem
        WHERE id = :id`,
      {
        id: feed!.id,
        next: now + NEXT_POLL_MS,
        lastAt,
        failures: isFailing ? 6 : 0,
        successAt: isFailing ? now - 3 * DAY_MS : lastAt,
        errorAt: isFailing ? lastAt : null,
        error: isFailing ? 'The server answered 503 Service Unavailable.' : '',
        problem: isFailing ? 'http_error' : '',
      },
    )
  }
}

/** Sets the audio addresses of the samples. */
export async function nameAudio(db: Db, baseUrl: string): Promise<void> {
  await db.run("UPDATE episodes SET audio_url = :baseUrl || guid || '.wav'", { baseUrl })
}
