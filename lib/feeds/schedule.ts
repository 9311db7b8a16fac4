import { DAY_MS } from '../clock.js'

/** The longest interval between two polls, whatever the feed asks for. */
const LONGEST_POLL_MS = DAY_MS
/** The interval grows by one shortest interval for each half day of the usual gap between episodes. */
const GAP_PER_INTERVAL_MS = DAY_MS / 2
const DATES_CONSIDERED = 10
/** Polls are spread over this fraction of the interval. */
const SPREAD = 0.1

/** What the time of the next poll depends on. */
export interface PollRhythm {
  now: number
  /** The operator's shortest interval, in milliseconds. */
  shortestPollMs: number
  admittedAt: number
  /** The usual gap between two episodes in milliseconds; null if too few episodes are known. */
  usualGapMs: number | null
  newestAt: number | null
  /** The interval that the feed (`ttl`) or its server (`Cache-Control`) asks for. */
  askedForMs: number
  /** From 0 to 1, constant for each feed, so that feeds added together are polled apart. */
  spread: number
}

/** The usual gap between episodes: the median of the newest gaps, so that one long break does not count. */
export function usualGap(publishedAts: readonly number[]): number | null {
  const newest = [...publishedAts].sort((a, b) => b - a).slice(0, DATES_CONSIDERED)
  const gaps = newest.slice(1).map((at, index) => newest[index]! - at)
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? null
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

/** The shortest interval until a day after the newest episode, then longer by the usual gap. */
function ownInterval({ now, shortestPollMs, admittedAt, usualGapMs, newestAt }: PollRhythm): number {
  const lastNewsAt = Math.max(admittedAt, Math.min(newestAt ?? 0, now))
  if (now - lastNewsAt < DAY_MS) return shortestPollMs
  const silence = newestAt === null ? 0 : (now - newestAt) / 2
  const gap = Math.max(usualGapMs ?? 7 * DAY_MS, silence)
  return shortestPollMs * Math.max(1, gap / GAP_PER_INTERVAL_MS)
}

/** The next poll after a success: at least the shortest interval, at most a day from now. */
export function nextPollAt(rhythm: PollRhythm): number {
  const { now, shortestPollMs, askedForMs, spread } = rhythm
  const longest = Math.max(LONGEST_POLL_MS, shortestPollMs)
  const interval = clamp(Math.max(ownInterval(rhythm), askedForMs), shortestPollMs, longest)
  return now + Math.round(Math.min(interval * (1 + SPREAD * spread), longest))
}

/** `Retry-After` in milliseconds from now, from seconds or an HTTP date; 0 if absent or in the past. */
export function retryAfterMs(header: string | undefined, now: number): number {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}

/** `max-age` of `Cache-Control` in milliseconds; 0 if absent. */
export function maxAgeMs(cacheControl: string | undefined): number {
  if (!cacheControl || /\bno-(?:cache|store)\b/i.test(cacheControl)) return 0
  const seconds = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl)?.[1]
  return Number(seconds ?? 0) * 1000
}
