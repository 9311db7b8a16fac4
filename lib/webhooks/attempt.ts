import { STATUS_CODES } from 'node:http'
import { Webhook as Signer } from 'standardwebhooks'
import { type Clock, monotonicNow } from '../clock.js'
import { FetchError, type SafeFetch } from '../safe-fetch.js'
import type { FinishedAttempt, LeasedDelivery, Target } from './delivery-store.js'

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
  const at = clock.now()
  const startedMonotonic = monotonicNow()
  const answer = await request(safeFetch, { ...target, id: delivery.uuid, sentAt: at })
  const durationMs = Math.round(monotonicNow() - startedMonotonic)
  return { delivery, at, durationMs, endedAt: clock.now(), ...answer }
}

type Answer = Pick<FinishedAttempt, 'delivered' | 'statusCode' | 'error'>

async function request(
  safeFetch: SafeFetch,
  { id, url, secret, body, sentAt }: Target & { id: string; sentAt: number },
): Promise<Answer & { connectionFree: Promise<void> }> {
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
    const delivered = status >= 200 && status < 300
    return { delivered, statusCode: status, error: delivered ? '' : reasonOf(status), connectionFree }
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    return { delivered: false, statusCode: null, error: error.message, connectionFree: Promise.resolve() }
  }
}

function reasonOf(status: number): string {
  const text = `HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trim()
  const isRedirect = status >= 300 && status < 400
  return isRedirect ? `${text}: redirects are not followed` : text
}
