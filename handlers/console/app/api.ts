import createClient from 'openapi-fetch'
import type {
  components as consoleComponents,
  paths as consolePaths,
} from '../../../generated/console/types.js'
import type { components, paths } from '../../../generated/types.js'
import { limits, noteLimits, type Wait } from './limits.js'
import { API_URL, CONSOLE_API_URL } from './place.js'
import { Problem, problemOf } from './problem.js'
import { forgetKey, session } from './session.js'

export type Schemas = components['schemas']
export type ConsoleSchemas = consoleComponents['schemas']

const TRIES = 3
/** Where an answer does not say when to try again. */
const RETRY_SECONDS = 5

const pause = (until: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(resolve, Math.max(0, until - Date.now()))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/** Waits as long as an answer asks for, while the page shows a countdown. */
async function waitInSight(why: Wait['why'], { headers }: Response, signal: AbortSignal): Promise<void> {
  const seconds = Number(headers.get('Retry-After') ?? RETRY_SECONDS)
  const until = Date.now() + (Number.isNaN(seconds) ? RETRY_SECONDS : seconds) * 1000
  const wait = { why, until }
  limits.merge({ waits: [...limits.get().waits, wait] })
  try {
    await pause(until, signal)
  } finally {
    limits.merge({ waits: limits.get().waits.filter((other) => other !== wait) })
  }
}

/**
 * Sends a request with the key and the team. If the requests of this minute are used up, a read waits once for the next
 * minute. If the server is unavailable, a read is tried three times. Writes are never sent twice.
 */
async function send(request: Request): Promise<Response> {
  const { key, teamId } = session.get()
  if (key) request.headers.set('Authorization', `Bearer ${key}`)
  if (teamId) request.headers.set('X-Service-Team', teamId)
  let waitedForMinute = false
  for (let tries = 1; ; tries++) {
    const response = await fetch(request.method === 'GET' ? request.clone() : request)
    noteLimits(response)
    // Not a late answer to a key that was used before.
    if (response.status === 401 && key && key === session.get().key) forgetKey('refused')
    const isRead = request.method === 'GET'
    if (response.status === 503 && isRead && tries < TRIES) {
      await waitInSight('server', response, request.signal)
      continue
    }
    if (response.status !== 429) return response
    // A proxy may limit requests too, in words of its own.
    const { error: { scope, reset } = {} } = await response
      .clone()
      .json()
      .catch(() => ({}))
    if (scope === 'per_month' || scope === 'transcript_downloads_per_month') {
      limits.merge({ usedUp: { scope, reset } })
    }
    if (scope !== 'per_minute' || !isRead || waitedForMinute) return response
    waitedForMinute = true
    await waitInSight('minute', response, request.signal)
  }
}

/** The public API, and the console's own routes. */
export const api = createClient<paths>({ baseUrl: API_URL, fetch: send })
export const consoleApi = createClient<consolePaths>({ baseUrl: CONSOLE_API_URL, fetch: send })

/** The body of an answer. @throws Problem */
export async function bodyOf<T>(
  asked: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<NonNullable<T>> {
  const { data, error, response } = await asked.catch((cause) => {
    if ((cause as Error).name === 'AbortError') throw cause
    throw new Problem(0, 'offline', String(cause))
  })
  if (response.ok) return data as NonNullable<T>
  throw problemOf(response, error)
}
