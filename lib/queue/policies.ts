import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../clock.js'

/** When a step retries a failure. */
export interface RetryPolicy {
  /** The pause after the first failure. */
  firstMs: number
  /** The pause grows by this factor with each further failure. */
  factor: number
  longestMs: number
  /**
   * How much pauses differ from row to row, as a fraction of the pause, so that rows that failed together retry apart.
   */
  jitter: number
  /** A limit on consecutive failures, or on the age of the work. */
  givesUpAfter: { tries: number } | { ms: number } | 'never'
}

/** How every step retries. Polling and fetching use OVERHEARD_FEED_POLL_MINUTES (default 15) as their first pause. */
// biome-ignore format: a table
export const POLICIES = {
  poll:      { firstMs: 15 * MINUTE_MS, factor: 2, longestMs: DAY_MS,     jitter: 0,   givesUpAfter: 'never' },
  fetch:     { firstMs: 15 * MINUTE_MS, factor: 2, longestMs: DAY_MS / 2, jitter: 0.1, givesUpAfter: { ms: 7 * DAY_MS } },
  recognise: { firstMs: 30 * SECOND_MS, factor: 2, longestMs: HOUR_MS,    jitter: 0.1, givesUpAfter: { ms: 7 * DAY_MS } },
  match:     { firstMs: 15 * SECOND_MS, factor: 3, longestMs: HOUR_MS,    jitter: 0.1, givesUpAfter: { tries: 10 } },
  ask:       { firstMs: 5 * SECOND_MS,  factor: 2, longestMs: HOUR_MS,    jitter: 0.1, givesUpAfter: { ms: DAY_MS } },
  // From the interface specification: 5, 25, 125, 625, 3125, 15625 and 78125 seconds.
  deliver:   { firstMs: 5 * SECOND_MS,  factor: 5, longestMs: DAY_MS,     jitter: 0,   givesUpAfter: { tries: 8 } },
  mail:      { firstMs: 15 * SECOND_MS, factor: 2, longestMs: HOUR_MS,    jitter: 0.1, givesUpAfter: { ms: 2 * DAY_MS } },
  /** For any step, while a server that it needs is unreachable: the recogniser, the bucket, the database. */
  away:      { firstMs: 5 * SECOND_MS,  factor: 2, longestMs: HOUR_MS,    jitter: 0,   givesUpAfter: 'never' },
  /** Storing a fetched or recognised transcript: see lib/queue/result-saver.ts. */
  saving:    { firstMs: SECOND_MS,      factor: 2, longestMs: MINUTE_MS,  jitter: 0,   givesUpAfter: { ms: DAY_MS } },
} as const satisfies Record<string, RetryPolicy>

/** A row whose work has just failed. */
interface FailureHistory {
  now: number
  /** Consecutive failures, including this one. */
  failures: number
  /** When the work was created. */
  since: number
  id: number
}

export function pauseMs(
  { firstMs, factor, longestMs, jitter }: RetryPolicy,
  failures: number,
  spread = 0,
): number {
  // The exponent is bounded so that the power stays finite; by then the pause has reached its limit.
  const pause = firstMs * factor ** Math.min(failures - 1, 50) * (1 + jitter * spread)
  return Math.round(Math.min(pause, Math.max(longestMs, firstMs)))
}

/** When to retry; null to set the work aside. With an age limit, the last try is at that age, not before. */
export function nextTryAt(policy: RetryPolicy, { now, failures, since, id }: FailureHistory): number | null {
  const at = now + pauseMs(policy, failures, spreadOf(id))
  const { givesUpAfter } = policy
  if (givesUpAfter === 'never') return at
  if ('tries' in givesUpAfter) return failures < givesUpAfter.tries ? at : null
  const endsAt = since + givesUpAfter.ms
  return now < endsAt ? Math.min(at, endsAt) : null
}

/** A number from 0 to 1, constant for a row and different for neighbouring rows. */
export function spreadOf(id: number): number {
  return (Math.imul(id, 0x9e3779b1) >>> 0) / 0xffffffff
}
