import type { Db } from '../db/types.js'

/** Whether Citus has spread a table over its nodes. */
export async function isSpread(db: Db, table: string): Promise<boolean> {
  const { citus } = (await db.get<{ citus: boolean }>(
    `SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS citus`,
  ))!
  if (!citus) return false
  const row = await db.get('SELECT 1 AS one FROM pg_dist_partition WHERE logicalrelid = (:table)::regclass', {
    table,
  })
  return row !== undefined
}
