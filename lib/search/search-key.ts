import { SECOND_MS } from '../clock.js'

/**
 * The position of an episode in time, used as its row in the search indexes: unix seconds × 1024, plus a
 * number within the second. So a span of days is a range of rows, and newest first needs no sort. Undated
 * episodes have a separate range far below, in the order in which they were first stored.
 */
export const KEYS_PER_SECOND = 1024
/** Below every possible date. */
export const UNDATED = -(2 ** 52)

export interface KeyRange {
  from: number
  to: number
}

export interface EpisodeTime {
  publishedAt: number | null
  heldAt: number
}

/** The lowest row of the second of an instant. */
export const firstKeyOf = (at: number) => Math.floor(at / SECOND_MS) * KEYS_PER_SECOND

export function isUndated(key: number): boolean {
  return key < UNDATED / 2
}

/** Whether a key, dated or not, is for an instant at or after `at`. */
export function isKeyFrom(key: number, at: number): boolean {
  return key >= firstKeyOf(at) + (isUndated(key) ? UNDATED : 0)
}

/** The ranges of all rows before an instant. */
export function keysBefore(at: number): KeyRange[] {
  const to = firstKeyOf(at) - 1
  return [
    { from: UNDATED / 2, to },
    { from: 2 * UNDATED, to: UNDATED + to },
  ]
}

/** The rows of the days from `fromAt` to before `toAt`, both at midnight UTC. */
export function keyRanges(fromAt: number, toAt: number): { dated: KeyRange; undated: KeyRange } {
  const dated = { from: firstKeyOf(fromAt), to: firstKeyOf(toAt) - 1 }
  return { dated, undated: { from: UNDATED + dated.from, to: UNDATED + dated.to } }
}

/** The condition that a key is in one of the ranges. BigInt: FTS5 would ignore bounds that are floats. */
export function withinRanges(key: string, ranges: readonly KeyRange[]) {
  return {
    isWithin: `(${ranges.map((_, index) => `${key} BETWEEN :from${index} AND :to${index}`).join(' OR ')})`,
    bounds: Object.fromEntries(
      ranges.flatMap(({ from, to }, index) => [
        [`from${index}`, BigInt(from)],
        [`to${index}`, BigInt(to)],
      ]),
    ),
  }
}
