import { DAY_MS, SECOND_MS } from '../clock.js'
import type { Db } from '../db/types.js'

/**
 * The position of an episode in time, used as its row in the search indexes: unix seconds × 1024, plus a
 * number within the second. So a span of days is a range of rows, and newest first needs no sort. Undated
 * episodes have a separate range far below, in the order in which they were first stored.
 */
const KEYS_PER_SECOND = 1024
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

/** Whether a key is still right for these dates. */
export function isKeyFor(key: number, { publishedAt, heldAt }: EpisodeTime): boolean {
  if (publishedAt === null || isUndated(key)) return (publishedAt === null) === isUndated(key)
  const second = firstKeyOf(publishedAt ?? heldAt)
  return key >= second && key < second + KEYS_PER_SECOND
}

/**
 * A free key for an episode, in the transaction that writes it. If a second is full (many imported episodes
 * have midnight), the key comes from the next second with room, or, at the end of the UTC day, from an
 * earlier one, so that the episode stays in its day.
 */
export async function allocateSearchKey(db: Db, { publishedAt, heldAt }: EpisodeTime): Promise<number> {
  const at = publishedAt ?? heldAt
  const base = publishedAt === null ? UNDATED : 0
  const day = Math.floor(at / DAY_MS) * DAY_MS
  const second = Math.floor(at / SECOND_MS) * SECOND_MS
  const number = Math.floor(at - second)

  for (let later = second; later < day + DAY_MS; later += SECOND_MS) {
    const free = await freeKey(db, base + firstKeyOf(later), later === second ? number : 0)
    if (free !== undefined) return free
  }
  for (let earlier = second - SECOND_MS; earlier >= day; earlier -= SECOND_MS) {
    const free = await freeKey(db, base + firstKeyOf(earlier), 0)
    if (free !== undefined) return free
  }
  throw new Error(`There is no room for another episode on the day of ${new Date(at).toISOString()}.`)
}

/** Advisory lock for a second while a free key is looked for, until the end of the transaction. */
const LOCK = 4_813_209
const LOCKS = 2 ** 31

/** The wanted number within a second, or the one after all that are taken. */
async function freeKey(db: Db, second: number, wanted: number): Promise<number | undefined> {
  if (db.engine === 'postgres') {
    const lock = { lock: LOCK, second: Math.abs(second / KEYS_PER_SECOND) % LOCKS }
    await db.get('SELECT pg_advisory_xact_lock(CAST(:lock AS INT), CAST(:second AS INT))', lock)
  }
  const row = await db.get<{ taken: number | null; highest: number | null }>(
    `SELECT (SELECT search_key FROM episodes WHERE search_key = :wanted) AS taken,
            (SELECT MAX(search_key) FROM episodes WHERE search_key BETWEEN :first AND :last) AS highest`,
    { wanted: second + wanted, first: second, last: second + KEYS_PER_SECOND - 1 },
  )
  if (row!.taken === null) return second + wanted
  return row!.highest! < second + KEYS_PER_SECOND - 1 ? row!.highest! + 1 : undefined
}
