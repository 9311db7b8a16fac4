import { STATUS_CODES } from 'node:http'
import { Webhook as Signer } from 'standardwebhooks'
import { type Clock, monotonicNow } from '../clock.js'
import { FetchError, type SafeFetch } from '../safe-fetch.js'
import type { AttemptResult, FinishedAttempt, LeasedDelivery, Target } from './delivery-store.js'

/** Time limit from connecting to the status of the response. */
const ANSWER_WITHIN_MS = 5_000
/** Time limit that includes reading the body. */
const WHOLE_WITHIN_MS = 7_000

/**
 * Sends a leased delivery once. Each attempt is signed with the current time: receivers refuse old signatures as
 * replays. `connectionFree` resolves when the connection can be used again.
 */
export async function sendAttempt(
  { safeFetch, clock }: { safeFetch: SafeFetch; clock: Clock },
  delivery: LeasedDelivery,
  target: Target,
): Promise<FinishedAttempt & { connectionFree: Promise<void> }> {
  const startedAt = clock.now()
  const startedMonotonic = monotonicNow()
  const answer = await request(safeFetch, { ...target, id: delivery.uuid, sentAt: startedAt })
  const durationMs = Math.round(monotonicNow() - startedMonotonic)
  return { delivery, startedAt, durationMs, endedAt: clock.now(), ...answer }
}

async function request(
  safeFetch: SafeFetch,
  { id, url, secret, body, sentAt }: Target & { id: string; sentAt: number },
): Promise<{ result: AttemptResult; connectionFree: Promise<void> }> {
  try {
    const { status, connectionFree } = await safeFetch.fetchStatus(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Overheard',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(sentAt / 1000)),
        'webhook-signature': new Signer(secret).sign(id, new Date(sentAt), body),
      },
      body,
      headTimeoutMs: ANSWER_WITHIN_MS,
      timeoutMs: WHOLE_WITHIN_MS,
    })
    return { result: resultOf(status), connectionFree }
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    const result = { delivered: false, statusCode: null, error: error.message }
    return { result, connectionFree: Promise.resolve() }
  }
}

function resultOf(statusCode: number): AttemptResult {
  if (statusCode >= 200 && statusCode < 300) return { delivered: true, statusCode, error: '' }
  const text = `HTTP ${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trim()
  const isRedirect = statusCode >= 300 && statusCode < 400
  const error = isRedirect ? `${text}: redirects are not followed` : text
  return { delivered: false, statusCode, error }
}
