import type { Db } from './types.js'

/** Rows that transactions decide by. Where several kinds are locked, they are locked in this order. */
type Lockable = 'podcasts' | 'episodes' | 'webhooks'

/**
 * Keeps rows as they are until the transaction ends, which is how a read-committed one decides by them: whoever
 * else wants to, waits. In the order of their ids, so that nobody waits in a circle. SQLite's writers take turns anyway.
 */
export async function lockRows(db: Db, table: Lockable, ids: readonly number[]): Promise<void> {
  if (db.engine === 'sqlite' || ids.length === 0) return
  await db.all(`SELECT id FROM ${table} WHERE id IN (${among(db, 'ids')}) ORDER BY id ${keepLocked(db)}`, {
    ids: JSON.stringify(ids),
  })
}

/** Ends a selection of rows that are to be kept as they are, as `lockRows` does. */
export function keepLocked({ engine }: Db, table?: string): string {
  if (engine === 'sqlite') return ''
  return table === undefined ? 'FOR NO KEY UPDATE' : `FOR NO KEY UPDATE OF ${table}`
}

/** The numbers of a JSON list, given as the parameter of that name: for `id IN (…)` with any number of them. */
export function among({ engine }: Db, name: string): string {
  return engine === 'sqlite'
    ? `SELECT value FROM json_each(:${name})`
    : `SELECT CAST(json_array_elements_text((:${name})::json) AS BIGINT)`
}
