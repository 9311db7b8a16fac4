import { session } from './session.js'
import { createStore } from './store.js'

/** A request that waits for the next minute, or for the server. */
export interface Wait {
  why: 'minute' | 'server'
  /** When it is sent again; milliseconds. */
  until: number
}

interface Limits {
  /** Requests left this month, from the headers of the last answer; null before the first. */
  month: { limit: number; remaining: number } | null
  waits: readonly Wait[]
  /** A monthly allowance that is used up; `reset` is Unix seconds. */
  usedUp: { scope: 'per_month' | 'transcript_downloads_per_month'; reset: number } | null
}

const UNKNOWN: Limits = { month: null, waits: [], usedUp: null }

export const limits = createStore(UNKNOWN)

session.subscribe(({ status }) => {
  if (status === 'out') limits.set(UNKNOWN)
})

export function noteLimits({ headers }: Response): void {
  const limit = Number(headers.get('X-RateLimit-Limit-Month') ?? Number.NaN)
  const remaining = Number(headers.get('X-RateLimit-Remaining-Month') ?? Number.NaN)
  if (Number.isFinite(limit) && Number.isFinite(remaining)) limits.merge({ month: { limit, remaining } })
}
