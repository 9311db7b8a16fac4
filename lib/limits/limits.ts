import type { Account } from '../accounts/account.js'
import { type Clock, HOUR_MS, MINUTE_MS } from '../clock.js'
import type { PlanName } from '../config.js'
import { AppError } from '../errors.js'
import type { CounterKey, Scope } from './counter-store.js'
import type { Counters } from './counters.js'
import { clockWindow, monthWindow, type Window } from './windows.js'

interface Plan {
  requestsPerMinute: number
  requestsPerMonth: number
  downloadsPerMonth: number
}

/** The plans of the interface specification. The operator sets how many alerts each plan may have. */
const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: { requestsPerMinute: 10, requestsPerMonth: 1_000, downloadsPerMonth: 20 },
  starter: { requestsPerMinute: 60, requestsPerMonth: 10_000, downloadsPerMonth: 1_000 },
  pro: { requestsPerMinute: 120, requestsPerMonth: 90_000, downloadsPerMonth: 5_000 },
}

/** Values of the six `X-RateLimit-*` headers; resets are Unix seconds. */
export interface LimitState {
  limit: number
  remaining: number
  reset: number
  limitMonth: number
  remainingMonth: number
  resetMonth: number
}

/** How much of an allowance is used. `reset` is Unix seconds. */
export interface Usage {
  used: number
  limit: number
  reset: number
}

const TEST_SENDS_PER_HOUR = 50

const unixSeconds = (at: number): number => Math.floor(at / 1000)

const USED_UP: Readonly<Record<Scope, string>> = {
  per_minute:
    'All requests of this minute are used up. Slow down, and try again after the time in Retry-After.',
  per_month:
    'All requests of this month are used up. Wait for the next month, or ask the operator for a larger plan.',
  transcript_downloads_per_month:
    'All transcript downloads of this month are used up. Wait for the next month, or ask the operator for a larger plan.',
  webhook_test_sends_per_hour: 'All test sends of this hour are used up. Try again in the next hour.',
}

/** Begins on the day of the subscription, else of the creation. */
const monthOf = ({ subscribedOn, createdOn }: Account, now: number): Window =>
  monthWindow(Number((subscribedOn ?? createdOn).slice(8, 10)), now)

/** `429 rate_limited` of a scope that resets at `resetAt`. */
export function rateLimited(scope: Scope, resetAt: number, now: number, message = USED_UP[scope]): AppError {
  return new AppError('rate_limited', {
    message,
    extra: { scope, reset: unixSeconds(resetAt) },
    headers: { 'Retry-After': String(Math.max(1, Math.ceil((resetAt - now) / 1000))) },
  })
}

/**
 * Counts requests, transcript downloads and test sends against the plan. All keys of an account share its allowances.
 */
export class Limits {
  constructor(
    private readonly counters: Counters,
    private readonly clock: Clock,
  ) {}

  /** Counts one request, refused ones too. `refusal` is set when the answer must be 429. */
  async countRequest(account: Account): Promise<{ state: LimitState; refusal: AppError | undefined }> {
    const now = this.clock.now()
    const plan = PLANS[account.plan]
    const minute = clockWindow(MINUTE_MS, now)
    const month = monthOf(account, now)
    const keys: CounterKey[] = [
      { scope: 'per_minute', subjectId: account.id, windowStartAt: minute.startAt },
      { scope: 'per_month', subjectId: account.id, windowStartAt: month.startAt },
    ]
    const [usedMinute = 0, usedMonth = 0] = await this.counters.addToAll(keys, 1)
    const state: LimitState = {
      limit: plan.requestsPerMinute,
      remaining: Math.max(0, plan.requestsPerMinute - usedMinute),
      reset: unixSeconds(minute.resetAt),
      limitMonth: plan.requestsPerMonth,
      remainingMonth: Math.max(0, plan.requestsPerMonth - usedMonth),
      resetMonth: unixSeconds(month.resetAt),
    }
    const refusal =
      usedMonth > plan.requestsPerMonth
        ? rateLimited('per_month', month.resetAt, now)
        : usedMinute > plan.requestsPerMinute
          ? rateLimited('per_minute', minute.resetAt, now)
          : undefined
    return { state, refusal }
  }

  /**
   * Counts one transcript download.
   * @returns a function that undoes the count, for a download that fails afterwards
   * @throws AppError `rate_limited` when the allowance is used up; this costs nothing
   */
  countDownload(account: Account): Promise<() => Promise<void>> {
    const now = this.clock.now()
    const limit = PLANS[account.plan].downloadsPerMonth
    const month = monthOf(account, now)
    return this.countWithin(limit, 'transcript_downloads_per_month', account.id, month, now)
  }

  /** Counts a test send of a team. Refused sends do not count. */
  async countTestSend(teamId: number): Promise<void> {
    const now = this.clock.now()
    const hour = clockWindow(HOUR_MS, now)
    await this.countWithin(TEST_SENDS_PER_HOUR, 'webhook_test_sends_per_hour', teamId, hour, now)
  }

  requestsPerMinute(account: Account): number {
    return PLANS[account.plan].requestsPerMinute
  }

  /** When the account's monthly allowances reset next, in milliseconds. */
  monthResetAt(account: Account): number {
    return monthOf(account, this.clock.now()).resetAt
  }

  /** The month's usage. Counts nothing. */
  async usage(account: Account): Promise<{ requests: Usage; transcriptDownloads: Usage }> {
    const plan = PLANS[account.plan]
    const month = monthOf(account, this.clock.now())
    const used = (scope: Scope) =>
      this.counters.used({ scope, subjectId: account.id, windowStartAt: month.startAt })
    const reset = unixSeconds(month.resetAt)
    return {
      requests: { used: await used('per_month'), limit: plan.requestsPerMonth, reset },
      transcriptDownloads: {
        used: await used('transcript_downloads_per_month'),
        limit: plan.downloadsPerMonth,
        reset,
      },
    }
  }

  /** The hour's test sends of a team. Counts nothing. */
  async testSends(teamId: number): Promise<Usage> {
    const hour = clockWindow(HOUR_MS, this.clock.now())
    const scope = 'webhook_test_sends_per_hour'
    const used = await this.counters.used({ scope, subjectId: teamId, windowStartAt: hour.startAt })
    return { used, limit: TEST_SENDS_PER_HOUR, reset: unixSeconds(hour.resetAt) }
  }

  flush(): Promise<void> {
    return this.counters.flush()
  }

  private async countWithin(
    limit: number,
    scope: Scope,
    subjectId: number,
    window: Window,
    now: number,
  ): Promise<() => Promise<void>> {
    const used = await this.count(scope, subjectId, window)
    const undoCount = async () => void (await this.count(scope, subjectId, window, -1))
    if (used <= limit) return undoCount
    await undoCount()
    throw rateLimited(scope, window.resetAt, now)
  }

  private count(scope: Scope, subjectId: number, window: Window, by = 1): Promise<number> {
    return this.counters.add({ scope, subjectId, windowStartAt: window.startAt }, by)
  }
}
