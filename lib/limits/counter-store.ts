import type { Db } from '../db/types.js'
import { valueRows } from '../db/value-rows.js'

export type Scope =
  | 'per_minute'
  | 'per_month'
  | 'transcript_downloads_per_month'
  | 'webhook_test_sends_per_hour'

/** One counter: what is counted, for whom, in the window that starts then. */
export interface CounterKey {
  scope: Scope
  subjectId: number
  windowStartAt: number
}

/** What is added to a counter. */
export interface Addition {
  key: CounterKey
  by: number
}

interface CounterRow {
  scope: Scope
  subject_id: number
  window_start: number
  used: number
}

/**
 * No request waits for the disk: a PostgreSQL that crashes may forget what was counted in its last half second. It is
 * told so for this transaction alone.
 */
const AT_ONCE = {
  sqlite: 'true',
  postgres: "set_config('synchronous_commit', 'off', true) = 'off'",
}

const nameOf = (scope: Scope, subjectId: number, windowStartAt: number) =>
  `${scope} ${subjectId} ${windowStartAt}`

/** Everybody takes counters in one order, so that nobody waits in a circle. */
function inOneOrder(additions: readonly Addition[]): Addition[] {
  const rank = ({ key }: Addition) => nameOf(key.scope, key.subjectId, key.windowStartAt)
  return additions.length < 2
    ? [...additions]
    : [...additions].sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
}

/** Adds to counters, each of them named once, in one statement; answers the counts after it in the order asked. */
export async function addStored(db: Db, additions: readonly Addition[]): Promise<number[]> {
  const { sql, params } = valueRows(
    db,
    ['TEXT', 'BIGINT', 'BIGINT', 'BIGINT'],
    inOneOrder(additions).map(({ key, by }) => [key.scope, key.subjectId, key.windowStartAt, by]),
  )
  const rows = await db.all<CounterRow>(
    `INSERT INTO usage_counters (scope, subject_id, window_start, used)
     ${sql} WHERE ${AT_ONCE[db.engine]}
     ON CONFLICT (scope, subject_id, window_start) DO UPDATE SET used = usage_counters.used + excluded.used
     RETURNING scope, subject_id, window_start, used`,
    params,
  )
  const counts = new Map(rows.map((row) => [nameOf(row.scope, row.subject_id, row.window_start), row.used]))
  return additions.map(({ key }) => counts.get(nameOf(key.scope, key.subjectId, key.windowStartAt))!)
}

/** 0 for what was never counted. */
export async function findStored(db: Db, { scope, subjectId, windowStartAt }: CounterKey): Promise<number> {
  const row = await db.get<{ used: number }>(
    `SELECT used FROM usage_counters
      WHERE scope = :scope AND subject_id = :subjectId AND window_start = :windowStartAt`,
    { scope, subjectId, windowStartAt },
  )
  return row?.used ?? 0
}

/** Counters whose window ended long ago; called by the nightly prune. */
export async function pruneCounters(db: Db, before: number): Promise<number> {
  return (await db.run('DELETE FROM usage_counters WHERE window_start < :before', { before })).changes
}
