import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../clock.js'

/** How a step goes on after a failure. */
export interface RetryPolicy {
  /** The pause after the first failure. */
  firstMs: number
  /** What each further failure multiplies the pause by. */
  factor: number
  longestMs: number
  /** The part of a pause, 0 to 1, that differs from row to row, so that rows that failed together do not return together. */
  jitter: number
  /** Failures in a row, or the age of the work at its last try. */
  givesUpAfter: { tries: number } | { ms: number } | 'never'
}

/** How every step retries. Polling and fetching begin with OVERHEARD_FEED_POLL_MINUTES, 15 unless it is set. */
// biome-ignore format: a table
export const POLICIES = {
  poll:      { firstMs: 15 * MINUTE_MS, factor: 2, longestMs: DAY_MS,     jitter: 0,   givesUpAfter: 'never' },
  fetch:     { firstMs: 15 * MINUTE_MS, factor: 2, longestMs: DAY_MS / 2, jitter: 0.1, givesUpAfter: { ms: 7 * DAY_MS } },
  recognise: { firstMs: 30 * SECOND_MS, factor: 2, longestMs: HOUR_MS,    jitter: 0.1, givesUpAfter: { ms: 7 * DAY_MS } },
  match:     { firstMs: 15 * SECOND_MS, factor: 3, longestMs: HOUR_MS,    jitter: 0.1, givesUpAfter: { tries: 10 } },
  ask:       { firstMs: 5 * SECOND_MS,  factor: 2, longestMs: HOUR_MS,    jitter: 0.1, givesUpAfter: { ms: DAY_MS } },
  // As the interface specification has it: 5, 25, 125, 625, 3125, 15625 and 78125 seconds.
  deliver:   { firstMs: 5 * SECOND_MS,  factor: 5, longestMs: DAY_MS,     jitter: 0,   givesUpAfter: { tries: 8 } },
  mail:      { firstMs: 15 * SECOND_MS, factor: 2, longestMs: HOUR_MS,    jitter: 0.1, givesUpAfter: { ms: 2 * DAY_MS } },
  /** Whatever the step, while a server that it needs is away: the recogniser, the bucket, the database. */
  away:      { firstMs: 5 * SECOND_MS,  factor: 2, longestMs: HOUR_MS,    jitter: 0,   givesUpAfter: 'never' },
  /** A finished transcript that cannot be stored: see lib/transcribe/recognise.ts. */
  storing:   { firstMs: SECOND_MS,      factor: 2, longestMs: MINUTE_MS,  jitter: 0,   givesUpAfter: { tries: 15 } },
} as const satisfies Record<string, RetryPolicy>

/** A row of work that has just failed. */
export interface Failed {
  now: number
  /** Failures in a row, this one too. */
  failures: number
  /** When the work came into being. */
  since: number
  id: number
}

export function pauseMs(
  { firstMs, factor, longestMs, jitter }: RetryPolicy,
  failures: number,
  spread = 0,
): number {
  // Further failures change nothing beyond the longest pause, and the power would grow out of all bounds.
  const pause = firstMs * factor ** Math.min(failures - 1, 50) * (1 + jitter * spread)
  return Math.round(Math.min(pause, Math.max(longestMs, firstMs)))
}

/** When the row is tried again; null: it is given up. The last try is made when its time is over, not before. */
export function nextTryAt(policy: RetryPolicy, { now, failures, since, id }: Failed): number | null {
  const at = now + pauseMs(policy, failures, spreadOf(id))
  const { givesUpAfter } = policy
  if (givesUpAfter === 'never') return at
  if ('tries' in givesUpAfter) return failures < givesUpAfter.tries ? at : null
  const endsAt = since + givesUpAfter.ms
  return now < endsAt ? Math.min(at, endsAt) : null
}

/** A number from 0 to 1, always the same for one row, and far from that of the next row. */
function spreadOf(id: number): number {
  return (Math.imul(id, 0x9e3779b1) >>> 0) / 0xffffffff
}
