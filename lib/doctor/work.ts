import { existsSync } from 'node:fs'
import { connect, isPostgres } from '../db/open.js'
import { overviewOf } from '../queue/overview.js'
import type { StepName } from '../queue/queues.js'
import { type Finding, fault, fine, type Patient } from './check.js'

/**
 * Steps that fail because of publishers and receivers. Their failures are shown, but are not faults of this
 * installation.
 */
const UP_TO_OTHERS: readonly StepName[] = ['poll', 'fetch', 'recognise', 'deliver']

export async function checkWork({ config: { database }, clock }: Patient): Promise<Finding> {
  if (!isPostgres(database) && !existsSync(database)) return fine('there is none yet')
  const db = connect(database)
  try {
    const steps = (await overviewOf(db, clock.now())).filter(({ setAside }) => setAside > 0)
    if (steps.length === 0) return fine('nothing was given up')
    const given = steps.map(({ step, setAside }) => `${step} ${setAside}`).join(', ')
    const detail = `given up: ${given}; `
    const advice = '`overheard job list` says why, `overheard job retry STEP ID` tries again'
    const isOurs = steps.some(({ step }) => !UP_TO_OTHERS.includes(step))
    return isOurs ? fault(`${detail}${advice}.`) : fine(`${detail}${advice}`)
  } catch {
    // Not migrated yet, or damaged: other checks report that.
    return fine('cannot be counted before the database is migrated')
  } finally {
    await db.close()
  }
}
