import { type Check, type Finding, fault, fine, messageOf, type Patient } from './check.js'
import { checkDatabase, checkSchema, checkSearch } from './database.js'
import { checkDisk, checkPermissions } from './files.js'
import { checkClock, checkOutgoing, lookOutside } from './network.js'
import { checkClassifier, checkMail, checkTranscriber } from './servers.js'
import { checkTranscripts } from './transcripts.js'
import { checkWork } from './work.js'

export type { Check, Patient } from './check.js'

/** Faulty configurations end the command earlier. */
async function checkConfiguration({ config, unknownVariables }: Patient): Promise<Finding> {
  const where = config.baseUrl ?? `http://${config.host}:${config.port}`
  if (unknownVariables.length === 0) return fine(`serves ${where}`)
  return fine(`serves ${where}; unknown variables are ignored: ${unknownVariables.join(', ')} (misspelt?)`)
}

/** Runs all checks. They change nothing. A check that throws is reported as a fault. */
export async function examine(patient: Patient): Promise<Check[]> {
  const outside = lookOutside(patient)
  const checks: Record<string, () => Promise<Finding>> = {
    configuration: () => checkConfiguration(patient),
    database: () => checkDatabase(patient),
    schema: () => checkSchema(patient),
    search: () => checkSearch(patient),
    disk: () => checkDisk(patient),
    permissions: () => checkPermissions(patient),
    transcripts: () => checkTranscripts(patient),
    work: () => checkWork(patient),
    mail: () => checkMail(patient),
    transcriber: () => checkTranscriber(patient),
    classifier: () => checkClassifier(patient),
    https: async () => checkOutgoing(await outside),
    clock: async () => checkClock(await outside, patient.clock.now()),
  }
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({
      name,
      ...(await check().catch((error) => fault(`Could not be checked: ${messageOf(error)}.`))),
    })),
  )
}
