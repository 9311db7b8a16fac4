import type { Db } from '../db/types.js'

/** Whether Citus has spread a table over its nodes; on a PostgreSQL that has the extension. */
export async function isSpread(db: Db, table: string): Promise<boolean> {
  const row = await db.get('SELECT 1 AS one FROM pg_dist_partition WHERE logicalrelid = (:table)::regclass', {
    table,
  })
  return row !== undefined
}
