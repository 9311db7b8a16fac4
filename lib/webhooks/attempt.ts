import { STATUS_CODES } from 'node:http'
import { Webhook as Signer } from 'standardwebhooks'
import { FetchError, type SafeFetch } from '../safe-fetch.js'

/** Time limit from connecting to the status of the response. */
const ANSWER_WITHIN_MS = 5_000
/** Time limit that includes reading the body. */
const WHOLE_WITHIN_MS = 7_000

/** The result of one request. Only the status of a response counts. */
export interface AttemptResult {
  delivered: boolean
  /** Null if no response arrived. */
  statusCode: number | null
  /** The reason for a failure, for people; empty after a success. */
  error: string
}

interface AttemptRequest {
  /** The delivery's uuid. */
  id: string
  url: string
  secret: string
  body: string
  sentAt: number
}

/**
 * Sends a delivery once. Each attempt is signed with the current time: receivers refuse old signatures as
 * replays. `connectionFree` resolves when the connection can be used again.
 */
export async function sendAttempt(
  safeFetch: SafeFetch,
  request: AttemptRequest,
): Promise<{ result: AttemptResult; connectionFree: Promise<void> }> {
  const { id, url, secret, body, sentAt } = request
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
    return {
      result: { delivered: false, statusCode: null, error: error.message },
      connectionFree: Promise.resolve(),
    }
  }
}

function resultOf(status: number): AttemptResult {
  if (status >= 200 && status < 300) return { delivered: true, statusCode: status, error: '' }
  const text = `HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trim()
  const redirect = status >= 300 && status < 400
  return {
    delivered: false,
    statusCode: status,
    error: redirect ? `${text}: redirects are not followed` : text,
  }
}
