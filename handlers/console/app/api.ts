import createClient from 'openapi-fetch'
import type {
  components as consoleComponents,
  paths as consolePaths,
} from '../../../generated/console/types.js'
import type { components, paths } from '../../../generated/types.js'
import { limits, noteLimits } from './limits.js'
import { API_URL, CONSOLE_API_URL } from './place.js'
import { Problem, problemOf } from './problem.js'
import { forgetKey, session } from './session.js'

export type Schemas = components['schemas']
export type ConsoleSchemas = consoleComponents['schemas']

const TRIES = 3

const pause = (until: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, Math.max(0, until - Date.now()))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/** Waits while the page shows a countdown. */
async function waitInSight(why: 'minute' | 'server', until: number, signal: AbortSignal): Promise<void> {
  limits.merge({ waitsUntil: until, why })
  try {
    await pause(until, signal)
  } finally {
    limits.merge({ waitsUntil: null, why: null })
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
    if (response.status === 401 && key) forgetKey('refused')
    const isRead = request.method === 'GET'
    const seconds = Number(response.headers.get('Retry-After') ?? 5)
    if (response.status === 503 && isRead && tries < TRIES) {
      await waitInSight('server', Date.now() + seconds * 1000, request.signal)
      continue
    }
    if (response.status !== 429) return response
    const { scope, reset } = (await response.clone().json()).error
    if (scope === 'per_month' || scope === 'transcript_downloads_per_month') {
      limits.merge({ usedUp: { scope, reset } })
    }
    if (scope !== 'per_minute' || !isRead || waitedForMinute) return response
    waitedForMinute = true
    await waitInSight('minute', Date.now() + seconds * 1000, request.signal)
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
