import type { Db } from '../db/types.js'
import { columnsOf, type Queue } from './queue.js'
import { QUEUES, STEP_NAMES, type StepName } from './queues.js'

/** How much work a step has. */
export interface StepOverview {
  step: StepName
  due: number
  running: number
  waiting: number
  setAside: number
  /** When the row that has waited longest became due; null if none is due. */
  oldestAt: number | null
}

export interface SetAsideRow {
  step: StepName
  id: string
  error: string
  at: number
}

/** Rows listed for each step. */
const LISTED_AT_MOST = 1000

const everyStep = <T>(ask: (step: StepName, queue: Queue) => Promise<T>): Promise<T[]> =>
  Promise.all(STEP_NAMES.map((step) => ask(step, QUEUES[step])))

/** Reads every row of every queue: too slow to call every few seconds. */
export function overviewOf(db: Db, now: number): Promise<StepOverview[]> {
  return everyStep(async (step, queue) => {
    const { due, leased, setAside } = columnsOf(queue)
    const counts = await db.get<Omit<StepOverview, 'step'>>(
      `SELECT COUNT(CASE WHEN ${due} <= :now THEN 1 END) AS due,
              COUNT(CASE WHEN ${due} > :now AND ${leased} IS NOT NULL THEN 1 END) AS running,
              COUNT(CASE WHEN ${due} > :now AND ${leased} IS NULL THEN 1 END) AS waiting,
              (SELECT COUNT(*) FROM ${queue.table} WHERE ${setAside} IS NOT NULL) AS "setAside",
              MIN(CASE WHEN ${due} <= :now AND ${due} > 0 THEN ${due} END) AS "oldestAt"
         FROM ${queue.table} WHERE ${queue.open ?? `${due} IS NOT NULL`}`,
      { now },
    )
    return { step, ...counts! }
  })
}

/** Rows that were set aside, the latest of each step first. */
export async function listSetAside(db: Db): Promise<SetAsideRow[]> {
  const rows = await everyStep(async (step, queue) => {
    const { error, setAside } = columnsOf(queue)
    const found = await db.all<Omit<SetAsideRow, 'step'>>(
      `SELECT ${queue.publicId} AS id, ${error} AS error, ${setAside} AS at FROM ${queue.table}
        WHERE ${setAside} IS NOT NULL ORDER BY ${setAside} DESC LIMIT ${LISTED_AT_MOST}`,
    )
    return found.map((row) => ({ step, ...row }))
  })
  return rows.flat()
}

/** For each queue, the number of rows due and of rows set aside. Reads indexes only. */
export function depthsOf(
  db: Db,
  now: number,
): Promise<Array<{ step: StepName; due: number; setAside: number }>> {
  return everyStep(async (step, queue) => {
    const { due, setAside } = columnsOf(queue)
    const counts = await db.get<{ due: number; setAside: number }>(
      `SELECT (SELECT COUNT(*) FROM ${queue.table} WHERE ${queue.open ?? 'TRUE'} AND ${due} <= :now) AS due,
              (SELECT COUNT(*) FROM ${queue.table} WHERE ${setAside} IS NOT NULL) AS "setAside"`,
      { now },
    )
    return { step, ...counts! }
  })
}
