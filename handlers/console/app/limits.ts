import { createStore } from './store.js'

interface Limits {
  /** Requests left this month, from the headers of the last answer; null before the first. */
  month: { limit: number; remaining: number } | null
  /** When the request that waits for the next minute, or for the server, is sent again; milliseconds. */
  waitsUntil: number | null
  why: 'minute' | 'server' | null
  /** A monthly allowance that is used up; `reset` is Unix seconds. */
  usedUp: { scope: string; reset: number } | null
}

export const limits = createStore<Limits>({ month: null, waitsUntil: null, why: null, usedUp: null })

export function noteLimits({ headers }: Response): void {
  const limit = Number(headers.get('X-RateLimit-Limit-Month') ?? Number.NaN)
  const remaining = Number(headers.get('X-RateLimit-Remaining-Month') ?? Number.NaN)
  if (Number.isFinite(limit) && Number.isFinite(remaining)) limits.merge({ month: { limit, remaining } })
}
