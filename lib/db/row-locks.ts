import type { Db } from './types.js'
import { among } from './values.js'

/** Rows that transactions lock. A transaction that locks several kinds locks them in this order. */
type Lockable = 'podcasts' | 'episodes' | 'webhooks'

/**
 * Locks rows until the transaction ends, so that a READ COMMITTED transaction can rely on them. Locks in the order of
 * ids, which prevents deadlocks. SQLite needs no row locks: it has one writer at a time.
 */
export async function lockRows(db: Db, table: Lockable, ids: readonly number[]): Promise<void> {
  if (db.engine === 'sqlite' || ids.length === 0) return
  await db.all(`SELECT id FROM ${table} WHERE id IN (${among(db, 'ids')}) ORDER BY id ${lockSelected(db)}`, {
    ids,
  })
}

/** The end of a query that locks its rows as `lockRows` does. */
export const lockSelected = ({ engine }: Db) => (engine === 'sqlite' ? '' : 'FOR NO KEY UPDATE')

/** The end of a query for rows to lease: skips rows that another worker has locked. SQLite has one writer at a time. */
export const skipLocked = ({ engine }: Db) => (engine === 'sqlite' ? '' : 'FOR UPDATE SKIP LOCKED')
