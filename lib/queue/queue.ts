import { among, skipLocked } from '../db/row-locks.js'
import type { Db, Params } from '../db/types.js'

/**
 * A queue is a table whose rows wait to be worked on. Every step of an episode has one, and all have the same five
 * columns, with a prefix where the table is about more than its queue:
 *
 *   due_at        when anybody may lease the row: the time of its next try, or the end of its lease; null: never
 *   leased_until  while somebody works on it, the end of the lease; else null
 *   tries         failures since it last succeeded
 *   error         what the last failure said; else empty
 *   set_aside_at  when it was given up; else null
 *
 * A row is in one of four states:
 *
 *   waiting    due_at is set, leased_until is null. Once due_at has passed, `leaseRows` makes it
 *   leased     due_at and leased_until are the end of the lease. Its worker extends both for as long as it works, and
 *              ends with one of these, in the transaction that writes its result:
 *                `finishRow`  -> done, or waiting where the work comes round again, as a poll does
 *                `failRow`    -> waiting for its next try, or set aside, as the policy of the step says
 *                `releaseRow` -> waiting, due at once: the worker was told to stop
 *              A worker that dies does none of them. The lease runs out, and the row can be leased again.
 *   done       due_at is null (or the row is gone)
 *   set aside  due_at is null, set_aside_at and error say when and why. It stays so until a person puts it back
 *              (`putBack`) and it is waiting again, or until it is forgotten after a month.
 */
export interface Queue {
  table: string
  key: string
  /** Of the five columns. */
  prefix: '' | 'poll_' | 'transcript_' | 'match_'
  /** SQL for the id by which people name a row. */
  publicId: string
  /** SQL that is true of rows that are waiting or leased, where an index has more than `due_at IS NOT NULL`. */
  open?: string
}

/** The five columns by their names in the table. */
export const columnsOf = ({ prefix }: Queue) => ({
  due: `${prefix}due_at`,
  leased: `${prefix}leased_until`,
  tries: `${prefix}tries`,
  error: `${prefix}error`,
  setAside: `${prefix}set_aside_at`,
})

export interface Lease {
  now: number
  until: number
}

/** Which rows are leased, where that is more than being due. SQL of this program, never of a caller. */
export interface Selection {
  /** Instead of being due. */
  instead?: string
  and?: string
  orderBy?: string
  limit?: number
  params?: Params
}

/** Leases rows that are due, longest overdue first. What another worker is leasing at this moment is left to it. */
export function leaseRows<Row>(
  db: Db,
  queue: Queue,
  lease: Lease,
  returning: string,
  selection: Selection = {},
): Promise<Row[]> {
  const { table, key } = queue
  const { due, leased } = columnsOf(queue)
  const { instead = `${due} <= :now`, and, orderBy = due, limit, params } = selection
  return db.all<Row>(
    `UPDATE ${table} SET ${due} = :until, ${leased} = :until
      WHERE ${key} IN (SELECT ${key} FROM ${table}
                        WHERE ${instead} ${and === undefined ? '' : `AND ${and}`}
                        ORDER BY ${orderBy} ${limit === undefined ? '' : 'LIMIT :limit'} ${skipLocked(db)})
     RETURNING ${returning}`,
    { ...params, ...lease, ...(limit === undefined ? {} : { limit }) },
  )
}

/** For `instead`: whether it is due or not, as long as nobody else works on it. */
export const isFree = (queue: Queue): string => `COALESCE(${columnsOf(queue).leased}, 0) <= :now`

/** Those of the rows that are still leased stay so. */
export async function extendLeases(
  db: Db,
  queue: Queue,
  ids: readonly number[],
  until: number,
): Promise<void> {
  const { due, leased } = columnsOf(queue)
  await db.run(
    `UPDATE ${queue.table} SET ${due} = :until, ${leased} = :until
      WHERE ${queue.key} IN (${among(db, 'ids')}) AND ${leased} IS NOT NULL`,
    { ids: JSON.stringify(ids), until },
  )
}

export async function releaseRow(db: Db, queue: Queue, id: number, now: number): Promise<void> {
  const { due, leased } = columnsOf(queue)
  await db.run(
    `UPDATE ${queue.table} SET ${due} = :now, ${leased} = NULL
      WHERE ${queue.key} = :id AND ${leased} IS NOT NULL`,
    { id, now },
  )
}

/**
 * `dueAt`: when the work comes round again; null: never. `also` sets further columns in the same statement. False when
 * somebody else had finished it already.
 */
export async function finishRow(
  db: Db,
  queue: Queue,
  id: number,
  dueAt: number | null = null,
  also: { set: string; params: Params } = { set: '', params: {} },
): Promise<boolean> {
  const { due, leased, tries, error, setAside } = columnsOf(queue)
  const { changes } = await db.run(
    `UPDATE ${queue.table}
        SET ${due} = :dueAt, ${leased} = NULL, ${tries} = 0, ${error} = '', ${setAside} = NULL
            ${also.set && `, ${also.set}`}
      WHERE ${queue.key} = :id AND ${due} IS NOT NULL`,
    { id, dueAt, ...also.params },
  )
  return changes > 0
}

/** What follows from a failure: `dueAt` null sets the row aside. */
export interface Failure {
  now: number
  dueAt: number | null
  error: string
}

export async function failRow(
  db: Db,
  queue: Queue,
  id: number,
  { now, dueAt, error: reason }: Failure,
): Promise<void> {
  const { due, leased, tries, error, setAside } = columnsOf(queue)
  await db.run(
    `UPDATE ${queue.table}
        SET ${due} = :dueAt, ${leased} = NULL, ${tries} = ${tries} + 1, ${error} = :reason, ${setAside} = :setAsideAt
      WHERE ${queue.key} = :id AND ${due} IS NOT NULL`,
    { id, dueAt, reason, setAsideAt: dueAt === null ? now : null },
  )
}

/** False when the row is not set aside. */
export async function putBack(db: Db, queue: Queue, id: number, now: number): Promise<boolean> {
  const { due, tries, setAside } = columnsOf(queue)
  const { changes } = await db.run(
    `UPDATE ${queue.table} SET ${due} = :now, ${tries} = 0, ${setAside} = NULL
      WHERE ${queue.key} = :id AND ${setAside} IS NOT NULL`,
    { id, now },
  )
  return changes > 0
}

/**
 * Brings due times forward after the clock was set back by `backBy`: rows that were to wait seconds would wait for the
 * hour to come round again. Two workers that both notice may bring a row forward twice, which does no harm.
 */
export async function bringForward(
  db: Db,
  queue: Queue,
  { now, backBy }: { now: number; backBy: number },
): Promise<number> {
  const { due, leased } = columnsOf(queue)
  const { changes } = await db.run(
    `UPDATE ${queue.table} SET ${due} = CASE WHEN ${due} - :backBy > :now THEN ${due} - :backBy ELSE :now END
      WHERE ${queue.open ?? 'TRUE'} AND ${due} > :now AND ${leased} IS NULL`,
    { now, backBy },
  )
  return changes
}

/** Makes rows due whose due time is further ahead than any pause or lease: a clock that was wrong wrote it. */
export async function recallFarAhead(
  db: Db,
  queue: Queue,
  { now, beyond }: { now: number; beyond: number },
): Promise<number> {
  const { due, leased } = columnsOf(queue)
  const { changes } = await db.run(
    `UPDATE ${queue.table} SET ${due} = :now, ${leased} = NULL
      WHERE ${queue.open ?? 'TRUE'} AND ${due} > :beyond`,
    { now, beyond },
  )
  return changes
}
