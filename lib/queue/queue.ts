import { SECOND_MS } from '../clock.js'
import { skipLocked } from '../db/row-locks.js'
import type { Db, Params } from '../db/types.js'
import { valueRows } from '../db/values.js'

/**
 * A queue is a table whose rows wait for work. Every step has one. All have the same five columns, with a prefix where
 * the table has other columns too. This file writes them, whichever store owns the table:
 *
 *   due_at        when any worker may lease the row: its next try, or the end of its lease; null: never
 *   leased_until  while a worker works on the row, the end of its lease before any extension, which identifies the
 *                 lease; else null
 *   tries         failures since the last success, without those while a server was unreachable (deliveries count
 *                 their attempts instead)
 *   error         the message of the last failure; else empty
 *   set_aside_at  when the work was set aside; else null
 *
 * A row is in one of four states:
 *
 *   waiting    due_at is set, leased_until is null. Once due_at has passed, `leaseRows` leases the row.
 *   leased     due_at is the end of the lease, leased_until identifies it. Its worker extends due_at while it works, and
 *              then calls one of these, in the transaction that stores its result, or the last part of it:
 *                `finishRow`  -> done, or waiting if the work recurs, like a poll
 *                `deleteRow`  -> done
 *                `failRow`    -> waiting for its next try, or set aside, depending on the policy of the step
 *                `releaseRow` -> waiting, due at once: the worker was told to stop
 *              A crashed worker calls none of them: the lease expires and the row can be leased again.
 *              Work is cancelled, or replaced by other work, by setting leased_until to null.
 *              A worker that has lost its lease in either way changes nothing: leased_until is no longer the value
 *              that it leased the row with. But a delivery or a mail that was accepted counts as sent even then.
 *   done       due_at is null, or the row is deleted
 *   set aside  due_at is null, set_aside_at and error say when and why. A person can make the row waiting again
 *              (`requeueRow`). After a month the mark is deleted.
 */
export interface Queue {
  table: string
  key: string
  /** Prefix of the five columns. */
  prefix: '' | 'poll_' | 'transcript_' | 'match_'
  /** SQL for the id that the command line shows. */
  publicId: string
  /** The column of the host that gets the requests, if requests are limited by host. */
  host?: string
  /** SQL that is true for waiting and leased rows, if an index needs more than `due_at IS NOT NULL`. */
  open?: string
}

/** The names of the five columns in this table. */
export const columnsOf = ({ prefix }: Queue) => ({
  due: `${prefix}due_at`,
  leased: `${prefix}leased_until`,
  tries: `${prefix}tries`,
  error: `${prefix}error`,
  setAside: `${prefix}set_aside_at`,
})

/** How long the rows of a crashed process wait. Work may take longer: its worker extends the lease. */
export const LEASE_MS = 20 * SECOND_MS

/** When a lease begins and ends. */
export interface LeaseTimes {
  now: number
  until: number
}

/** A lease on a row. `leasedUntil` distinguishes it from all other leases of that row. */
export interface Lease {
  id: number
  leasedUntil: number
}

/** Which rows are leased. Fixed SQL only, never a caller's text. */
interface Selection {
  /** Replaces the condition that the row is due. */
  where?: string
  orderBy?: string
  params?: Params
}

/** Leases due rows, longest overdue first. Skips rows that another worker is leasing at this moment. */
export function leaseRows<Row extends Lease>(
  db: Db,
  queue: Queue,
  lease: LeaseTimes & { limit?: number },
  returning: string,
  selection: Selection = {},
): Promise<Row[]> {
  const { table, key } = queue
  const { due, leased } = columnsOf(queue)
  const { where = `${due} <= :now`, orderBy = due, params } = selection
  return db.all<Row>(
    `UPDATE ${table} SET ${due} = :until, ${leased} = :until
      WHERE ${key} IN (SELECT ${key} FROM ${table}
                        WHERE ${where}
                        ORDER BY ${orderBy} ${lease.limit === undefined ? '' : 'LIMIT :limit'} ${skipLocked(db)})
     RETURNING ${returning}, ${leased} AS "leasedUntil"`,
    { ...params, ...lease },
  )
}

/** Selects rows that nobody has leased, due or not. */
export function isUnleased(queue: Queue): string {
  const { due, leased } = columnsOf(queue)
  return `(${leased} IS NULL OR ${due} <= :now)`
}

/** True for the row of a lease that its worker has not lost. */
const hasLease = (queue: Queue): string => `${queue.key} = :id AND ${columnsOf(queue).leased} = :leasedUntil`

/** Whether a worker still has its lease, in a transaction that stores a part of its result. */
export async function isLeaseKept(db: Db, queue: Queue, { id, leasedUntil }: Lease): Promise<boolean> {
  const row = await db.get(`SELECT 1 FROM ${queue.table} WHERE ${hasLease(queue)}`, { id, leasedUntil })
  return row !== undefined
}

/** Extends those of the leases that their worker has not lost. */
export async function extendLeases(
  db: Db,
  queue: Queue,
  leases: readonly Lease[],
  until: number,
): Promise<void> {
  const { table, key } = queue
  const { due, leased } = columnsOf(queue)
  const { sql, params } = valueRows(
    db,
    ['BIGINT', 'BIGINT'],
    leases.map(({ id, leasedUntil }) => [id, leasedUntil]),
  )
  await db.run(
    `WITH extended (id, leased_until) AS (${sql})
     UPDATE ${table} SET ${due} = :until FROM extended
      WHERE ${table}.${key} = extended.id AND ${table}.${leased} = extended.leased_until`,
    { ...params, until },
  )
}

/** Ends a lease and sets columns of its row. Returns false if the lease was lost. */
async function endLease(
  db: Db,
  queue: Queue,
  { id, leasedUntil }: Lease,
  set: string,
  params: Params,
): Promise<boolean> {
  const changes = await db.run(
    `UPDATE ${queue.table} SET ${columnsOf(queue).leased} = NULL, ${set} WHERE ${hasLease(queue)}`,
    { id, leasedUntil, ...params },
  )
  return changes > 0
}

export async function releaseRow(db: Db, queue: Queue, lease: Lease, now: number): Promise<void> {
  await endLease(db, queue, lease, `${columnsOf(queue).due} = :now`, { now })
}

/**
 * @param dueAt when the work is due again; null for never
 * @returns false if the lease was lost: the caller must not store its result
 */
export function finishRow(db: Db, queue: Queue, lease: Lease, dueAt: number | null = null): Promise<boolean> {
  const { due, tries, error, setAside } = columnsOf(queue)
  const set = `${due} = :dueAt, ${tries} = 0, ${error} = '', ${setAside} = NULL`
  return endLease(db, queue, lease, set, { dueAt })
}

/** Returns false if the lease was lost: the caller must not store its result. */
export async function deleteRow(db: Db, queue: Queue, { id, leasedUntil }: Lease): Promise<boolean> {
  const changes = await db.run(`DELETE FROM ${queue.table} WHERE ${hasLease(queue)}`, { id, leasedUntil })
  return changes > 0
}

/** A failure to record. `dueAt` null sets the row aside. */
export interface Failure {
  now: number
  dueAt: number | null
  tries: number
  error: string
}

/** Returns false if the lease was lost: the caller must not record the failure elsewhere either. */
export function failRow(
  db: Db,
  queue: Queue,
  lease: Lease,
  { now, dueAt, tries: failures, error: reason }: Failure,
): Promise<boolean> {
  const { due, tries, error, setAside } = columnsOf(queue)
  const set = `${due} = :dueAt, ${tries} = :failures, ${error} = :reason, ${setAside} = :setAsideAt`
  const params = { dueAt, failures, reason, setAsideAt: dueAt === null ? now : null }
  return endLease(db, queue, lease, set, params)
}

/** Returns false if no row with this public id is set aside. */
export async function requeueRow(db: Db, queue: Queue, publicId: string, now: number): Promise<boolean> {
  const { due, tries, setAside } = columnsOf(queue)
  const changes = await db.run(
    `UPDATE ${queue.table} SET ${due} = :now, ${tries} = 0, ${setAside} = NULL
      WHERE ${queue.publicId} = :publicId AND ${setAside} IS NOT NULL`,
    { publicId, now },
  )
  return changes > 0
}

/** Deletes the marks of rows that were set aside long ago. The rows have other uses and stay. Returns how many. */
export function pruneSetAside(db: Db, queue: Queue, before: number): Promise<number> {
  const { setAside } = columnsOf(queue)
  return db.run(`UPDATE ${queue.table} SET ${setAside} = NULL WHERE ${setAside} < :before`, { before })
}

/**
 * Moves due times back after the clock was set back by `backBy`, so that short pauses do not grow by that time. Rows due
 * after `beyond`, later than any pause or lease allows, become due at once: a wrong clock wrote them. Two workers that
 * both notice may move a row twice, which does no harm.
 */
export function moveDueTimesBack(
  db: Db,
  queue: Queue,
  { now, backBy, beyond }: { now: number; backBy: number; beyond: number },
): Promise<number> {
  const { due, leased } = columnsOf(queue)
  return db.run(
    `UPDATE ${queue.table}
        SET ${due} = CASE WHEN ${due} > :beyond OR ${due} - :backBy < :now THEN :now ELSE ${due} - :backBy END,
            ${leased} = NULL
      WHERE ${queue.open ?? 'TRUE'} AND ${due} > :from AND (${leased} IS NULL OR ${due} > :beyond)`,
    { now, backBy, beyond, from: backBy === 0 ? beyond : now },
  )
}
