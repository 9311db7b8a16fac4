import { DAY_MS, dayStartAt, startOfUtcDay, utcDay } from '../clock.js'
import { invalidInput } from '../errors.js'

const MONTHS = 18
const DEFAULT_DAYS = 30

/** The days that a search covers, as `YYYY-MM-DD`, and the first instants of the first day and after the last. */
export interface SearchWindow {
  since: string
  until: string
  earliest: string
  fromAt: number
  toAt: number
  /** The whole window is before the searchable time. */
  isEmpty: boolean
}

/** Today less 18 calendar months; in a shorter month, its last day. */
function earliestAt(now: number): number {
  const today = new Date(startOfUtcDay(now))
  const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - MONTHS, 1)
  const nextFirst = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - MONTHS + 1, 1)
  return Math.min(first + (today.getUTCDate() - 1) * DAY_MS, nextFirst - DAY_MS)
}

function parseDay(name: string, day: string, faults: Record<string, string[]>): number | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? dayStartAt(day) : Number.NaN
  if (!Number.isNaN(at)) return at
  faults[name] = ['must be a date of the calendar, in the form YYYY-MM-DD']
  return undefined
}

/**
 * The window of a search.
 * @throws AppError `invalid_input` naming `since` or `until`
 */
export function searchWindow(asked: { since?: string; until?: string }, now: number): SearchWindow {
  const faults: Record<string, string[]> = {}
  const today = startOfUtcDay(now)
  const askedUntil = asked.until === undefined ? today : parseDay('until', asked.until, faults)
  const askedSince = asked.since === undefined ? undefined : parseDay('since', asked.since, faults)
  if (askedUntil === undefined || Object.keys(faults).length > 0) throw invalidInput(faults)

  const until = Math.min(askedUntil, today)
  const since = askedSince ?? until - DEFAULT_DAYS * DAY_MS
  if (since > until) throw invalidInput({ since: ['must not be after until'] })

  const earliest = earliestAt(now)
  const from = Math.max(since, earliest)
  const to = Math.max(until, earliest)
  return {
    since: utcDay(from),
    until: utcDay(to),
    earliest: utcDay(earliest),
    fromAt: from,
    toAt: to + DAY_MS,
    isEmpty: until < earliest,
  }
}
