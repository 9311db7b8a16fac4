import type { Db } from '../db/types.js'
import { valueRows } from '../db/values.js'

export type Scope =
  | 'per_minute'
  | 'per_month'
  | 'transcript_downloads_per_month'
  | 'webhook_test_sends_per_hour'

/** A counter: one allowance of one account or team, in the window that starts then. */
export interface CounterKey {
  scope: Scope
  subjectId: number
  windowStartAt: number
}

/** An amount to add to a counter. */
interface Addition {
  key: CounterKey
  by: number
}

/**
 * A PostgreSQL that crashes may lose the counts of its last half second. In return no request waits for the
 * disk. The setting applies to this transaction only.
 */
const ASYNCHRONOUS_COMMIT = {
  sqlite: 'true',
  postgres: "set_config('synchronous_commit', 'off', true) = 'off'",
}

export const nameOf = ({ scope, subjectId, windowStartAt }: CounterKey) =>
  `${scope} ${subjectId} ${windowStartAt}`

/** One addition per counter, in the same order everywhere, so that two transactions cannot deadlock. */
function sumsInOrder(additions: readonly Addition[]): Addition[] {
  const sums = new Map<string, Addition>()
  for (const { key, by } of additions) {
    const name = nameOf(key)
    sums.set(name, { key, by: by + (sums.get(name)?.by ?? 0) })
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}

/** Adds to counters in one statement. Returns each counter's total after all additions, in the order of `additions`. */
export async function addToCounters(db: Db, additions: readonly Addition[]): Promise<number[]> {
  const { sql, params } = valueRows(
    db,
    ['TEXT', 'BIGINT', 'BIGINT', 'BIGINT'],
    sumsInOrder(additions).map(({ key, by }) => [key.scope, key.subjectId, key.windowStartAt, by]),
  )
  const rows = await db.all<CounterKey & { used: number }>(
    `INSERT INTO usage_counters (scope, subject_id, window_start, used)
     ${sql} WHERE ${ASYNCHRONOUS_COMMIT[db.engine]}
     ON CONFLICT (scope, subject_id, window_start) DO UPDATE SET used = usage_counters.used + excluded.used
     RETURNING scope, subject_id AS "subjectId", window_start AS "windowStartAt", used`,
    params,
  )
  const counts = new Map(rows.map(({ used, ...key }) => [nameOf(key), used]))
  return additions.map(({ key }) => counts.get(nameOf(key))!)
}

/** 0 for a counter that does not exist. */
export async function findCounter(db: Db, { scope, subjectId, windowStartAt }: CounterKey): Promise<number> {
  const row = await db.get<{ used: number }>(
    `SELECT used FROM usage_counters
      WHERE scope = :scope AND subject_id = :subjectId AND window_start = :windowStartAt`,
    { scope, subjectId, windowStartAt },
  )
  return row?.used ?? 0
}

/** Removes up to `limit` counters whose window ended long ago. */
export function pruneCounters(db: Db, before: number, limit: number): Promise<number> {
  return db.run(
    `DELETE FROM usage_counters WHERE (scope, subject_id, window_start) IN
       (SELECT scope, subject_id, window_start FROM usage_counters WHERE window_start < :before LIMIT :limit)`,
    { before, limit },
  )
}

/**
 * Registers a server that counts, or renews its heartbeat, and removes crashed ones. One transaction, so that it waits
 * for a locked file only once.
 */
export function registerServer(
  db: Db,
  { id, now, goneBefore }: { id: string; now: number; goneBefore: number },
): Promise<void> {
  return db.transaction(async (db) => {
    await db.run(
      `INSERT INTO counting_servers (id, seen_at) VALUES (:id, :now)
       ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
      { id, now },
    )
    await db.run('DELETE FROM counting_servers WHERE seen_at <= :goneBefore', { goneBefore })
  })
}

export async function deregisterServer(db: Db, id: string): Promise<void> {
  await db.run('DELETE FROM counting_servers WHERE id = :id', { id })
}

/** Whether other servers have sent a heartbeat after `after`. */
export async function hasOtherServers(db: Db, id: string, after: number): Promise<boolean> {
  const row = await db.get('SELECT 1 AS one FROM counting_servers WHERE id <> :id AND seen_at > :after', {
    id,
    after,
  })
  return row !== undefined
}
