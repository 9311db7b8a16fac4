import type { Db } from '../db/types.js'
import { among } from '../db/values.js'
import type { Capacity } from './capacity.js'
import { columnsOf, type Lease, type LeaseTimes, leaseRows, type Queue } from './queue.js'

/** Due rows to choose from. */
const CANDIDATES = 200

/**
 * Leases due rows whose hosts are below their limit, so that many due rows of one slow host never hide those of others.
 * @param order `DESC` for the latest first; otherwise the longest overdue first
 */
export async function leaseByHost<Row extends Lease>(
  db: Db,
  queue: Queue & { host: string },
  hosts: Capacity,
  lease: LeaseTimes & { limit: number },
  { returning, order = '' }: { returning: string; order?: '' | 'DESC' },
): Promise<Row[]> {
  if (hosts.available === 0) return []
  const { due } = columnsOf(queue)
  const candidates = await db.all<{ id: number; key: string }>(
    `SELECT ${queue.key} AS id, ${queue.host} AS key FROM ${queue.table}
      WHERE ${due} <= :now AND ${queue.host} NOT IN (${among(db, 'full', 'TEXT')})
      ORDER BY ${due} ${order} LIMIT ${CANDIDATES}`,
    { full: hosts.keysAtLimit(), now: lease.now },
  )
  const ids = hosts.choose(candidates, lease.limit).map(({ id }) => id)
  if (ids.length === 0) return []
  const where = `${due} <= :now AND ${queue.key} IN (${among(db, 'ids')})`
  return leaseRows<Row>(db, queue, lease, returning, { where, params: { ids } })
}
