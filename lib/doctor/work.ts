import { overviewOf } from '../queue/overview.js'
import type { StepName } from '../queue/queues.js'
import { type Finding, fault, fine, fromDatabase, type Patient } from './check.js'

/**
 * Steps that fail because of publishers and receivers. Their failures are shown, but are not faults of this
 * installation.
 */
const UP_TO_OTHERS: readonly StepName[] = ['poll', 'fetch', 'recognise', 'deliver']

export async function checkWork({ config, clock }: Patient): Promise<Finding> {
  const overview = await fromDatabase(config, (db) => overviewOf(db, clock.now()))
  if (!overview) return fine('there is no database yet, or none that can be read')
  const steps = overview.filter(({ setAside }) => setAside > 0)
  if (steps.length === 0) return fine('nothing was given up')
  const given = steps.map(({ step, setAside }) => `${step} ${setAside}`).join(', ')
  const detail = `given up: ${given}; `
  const advice = '`overheard job list` says why, `overheard job retry STEP ID` tries again'
  const isOurs = steps.some(({ step }) => !UP_TO_OTHERS.includes(step))
  return isOurs ? fault(`${detail}${advice}.`) : fine(`${detail}${advice}`)
}
