import { DAY_MS, MINUTE_MS } from '../clock.js'

/** No feed waits longer than this, whatever it asks for itself. */
const LONGEST_POLL_MS = DAY_MS
/** A show is asked once in the shortest interval for every this much of the usual time between its episodes. */
const GAP_PER_INTERVAL_MS = DAY_MS / 2
const DATES_CONSIDERED = 10
/** Starts are spread over this part of the interval. */
const SPREAD = 0.1

/** What decides when a feed that answered is asked again. */
export interface PollRhythm {
  now: number
  /** The operator's shortest interval. */
  shortestMs: number
  admittedAt: number
  /** Milliseconds between two episodes as usual, null when too few are known. */
  usualGapMs: number | null
  newestAt: number | null
  /** What the feed and its server ask for: `ttl`, `Cache-Control`, `Retry-After`. */
  askedForMs: number
  /** 0 to 1, always the same for one feed, so that feeds added together do not come due together. */
  spread: number
}

/** The usual time between episodes: the median of the newest ones, which one pause does not move. */
export function usualGap(publishedAts: readonly number[]): number | null {
  const newest = [...publishedAts].sort((a, b) => b - a).slice(0, DATES_CONSIDERED)
  const gaps = newest.slice(1).map((at, index) => newest[index]! - at)
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? null
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

/** The shortest interval while something new is a day old at most, then longer with the show's own rhythm. */
function ownInterval({ now, shortestMs, admittedAt, usualGapMs, newestAt }: PollRhythm): number {
  const lastNewsAt = Math.max(admittedAt, Math.min(newestAt ?? 0, now))
  if (now - lastNewsAt < DAY_MS) return shortestMs
  const silence = newestAt === null ? 0 : (now - newestAt) / 2
  const gap = Math.max(usualGapMs ?? 7 * DAY_MS, silence)
  return shortestMs * Math.max(1, gap / GAP_PER_INTERVAL_MS)
}

/** When a feed that answered is asked again: never sooner than the shortest interval, and a day later at most. */
export function nextPollAt(rhythm: PollRhythm): number {
  const { now, shortestMs, askedForMs, spread } = rhythm
  const longest = Math.max(LONGEST_POLL_MS, shortestMs)
  const interval = clamp(Math.max(ownInterval(rhythm), askedForMs), shortestMs, longest)
  return now + Math.round(Math.min(interval * (1 + SPREAD * spread), longest))
}

/** `Retry-After` in milliseconds from now: seconds or an HTTP date; 0 when absent or past. */
export function retryAfterMs(header: string | undefined, now: number): number {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}

/** How long an answer may be kept (`max-age` of `Cache-Control`), in milliseconds; 0 when it does not say. */
export function maxAgeMs(cacheControl: string | undefined): number {
  if (!cacheControl || /\bno-(?:cache|store)\b/i.test(cacheControl)) return 0
  const seconds = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl)?.[1]
  return Number(seconds ?? 0) * 1000
}

export function ttlMs(ttlMinutes: number | null): number {
  return (ttlMinutes ?? 0) * MINUTE_MS
}

/** A number from 0 to 1 that is always the same for one id, and spread evenly over many. */
export function spreadOf(uuid: string): number {
  return Number.parseInt(uuid.slice(-6), 16) / 0xffffff
}
