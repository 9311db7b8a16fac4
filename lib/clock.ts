/** The source of time: integer milliseconds since 1970, UTC. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** Milliseconds on a clock that all threads of the process share and that cannot be set. */
export const monotonicNow = (): number => performance.timeOrigin + performance.now()

/** Calls `run` after `ms` milliseconds. Returns a function that cancels the call. */
export type StartTimer = (run: () => void, ms: number) => () => void

export const systemTimer: StartTimer = (run, ms) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Settles as `result` does, but after `ms` milliseconds returns what `late` returns, or throws what it throws. */
export async function within<T, Late>(
  ms: number,
  result: Promise<T>,
  late: () => Late,
  startTimer = systemTimer,
): Promise<T | Late> {
  let endTimer = () => {}
  const limit = new Promise<void>((resolve) => {
    endTimer = startTimer(resolve, ms)
  })
  return Promise.race([result, limit.then(late)]).finally(() => endTimer())
}

/** A check that never runs twice at a time. Its last success is returned for `validMs`, so that frequent callers cost little. */
export function sharedCheck<T>(
  check: () => Promise<T>,
  validMs = 0,
  clock: Clock = systemClock,
): () => Promise<T> {
  let running: Promise<T> | undefined
  let last: { result: T; at: number } | undefined
  const run = async () => {
    const result = await check()
    last = { result, at: clock.now() }
    return result
  }
  return async () => {
    if (last && Math.abs(clock.now() - last.at) < validMs) return last.result
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The instant's UTC day as `YYYY-MM-DD`. */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** The first instant of a UTC day given as `YYYY-MM-DD`; NaN when there is no such day. */
export function dayStartAt(day: string): number {
  const at = Date.parse(`${day}T00:00:00.000Z`)
  return Number.isNaN(at) || utcDay(at) !== day ? Number.NaN : at
}

const YEAR_0 = Date.parse('0000-01-01T00:00:00Z')
const YEAR_10000 = Date.UTC(10_000, 0)

const DATE_TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i

/**
 * The instant of an ISO 8601 day or date and time, in UTC if no zone is given. A leap second counts as the second before
 * it. Undefined for other texts, for days that do not exist, and for instants that are outside the years 0000 to 9999
 * in UTC: `isoInstant` could not write them with four digits.
 */
export function parseDateTime(text: string): number | undefined {
  const trimmed = text.trim()
  const midnight = DATE_TIME.test(trimmed) ? dayStartAt(trimmed.slice(0, 10)) : Number.NaN
  if (Number.isNaN(midnight)) return undefined
  if (trimmed.length === 10) return midnight
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/i.test(trimmed.slice(11)) ? trimmed : `${trimmed}Z`
  const at = Date.parse(
    zoned
      .replace(' ', 'T')
      .replace(/(:\d{2}):60/, '$1:59')
      .replace(/([+-]\d{2})(\d{2})$/, '$1:$2'),
  )
  return at >= YEAR_0 && at < YEAR_10000 ? at : undefined
}

/** The first instant of the UTC day of `at`. */
export function startOfUtcDay(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS
}

/** ISO 8601 with `Z`, or null for null. Every instant leaves the service in this form. */
export function isoInstant(at: number): string
export function isoInstant(at: number | null): string | null
export function isoInstant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
