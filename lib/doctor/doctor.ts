import { baseUrlOf } from '../config.js'
import { messageOf } from '../errors.js'
import { hideUserinfo } from '../log-secrets.js'
import { overviewOf } from '../queue/overview.js'
import type { StepName } from '../queue/queues.js'
import { type Check, type CheckContext, type Finding, fault, fine, fromDatabase } from './check.js'
import { checkDatabase, checkSchema, checkSearch } from './database.js'
import { checkDisk, checkPermissions } from './files.js'
import { checkClock, checkOutgoing, contactPublishers } from './network.js'
import { checkClassifier, checkMail, checkTranscriber } from './servers.js'
import { checkTranscripts } from './transcripts.js'

export type { Check, CheckContext } from './check.js'

/** Faulty configurations end the command earlier. */
async function checkConfiguration({ config, unknownVariables }: CheckContext): Promise<Finding> {
  const where = baseUrlOf(config)
  if (unknownVariables.length === 0) return fine(`serves ${where}`)
  return fine(`serves ${where}; unknown variables are ignored: ${unknownVariables.join(', ')} (misspelt?)`)
}

/**
 * Steps that fail because of publishers and receivers. Their failures are shown, but are not faults of this
 * installation.
 */
const UP_TO_OTHERS: readonly StepName[] = ['poll', 'fetch', 'recognise', 'deliver']

async function checkWork({ config, clock }: CheckContext): Promise<Finding> {
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

/** Runs all checks. They change nothing. A check that throws is reported as a fault. */
export async function runChecks(context: CheckContext): Promise<Check[]> {
  const contacts = contactPublishers(context)
  const checks: Record<string, () => Promise<Finding>> = {
    configuration: () => checkConfiguration(context),
    database: () => checkDatabase(context),
    schema: () => checkSchema(context),
    search: () => checkSearch(context),
    disk: () => checkDisk(context),
    permissions: () => checkPermissions(context),
    transcripts: () => checkTranscripts(context),
    work: () => checkWork(context),
    mail: () => checkMail(context),
    transcriber: () => checkTranscriber(context),
    classifier: () => checkClassifier(context),
    https: async () => checkOutgoing(await contacts),
    clock: async () => checkClock(await contacts, context.clock.now()),
  }
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const { ok, detail } = await check().catch((error) =>
        fault(`Could not be checked: ${messageOf(error)}.`),
      )
      // The address of a server may contain a password.
      return { name, ok, detail: hideUserinfo(detail) }
    }),
  )
}
