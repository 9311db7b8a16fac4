import { Argument, type Command } from 'commander'
import { isoInstant } from '../../lib/clock.js'
import type { Config } from '../../lib/config.js'
import type { Db } from '../../lib/db/types.js'
import { JOB_NAMES, type JobName, jobsOf, retrySetAside, runAll } from '../../lib/jobs/jobs.js'
import { listSetAside, overviewOf, type SetAsideRow, type StepOverview } from '../../lib/queue/overview.js'
import { STEP_NAMES, type StepName } from '../../lib/queue/queues.js'
import { createSafeFetch } from '../../lib/safe-fetch.js'
import { selectTranscriber } from '../../lib/transcribe/select-transcriber.js'
import { CommandError, clock, print, table, withDatabase, withServices } from './command.js'

const NO_RECOGNISER =
  'no recogniser is configured here: set OVERHEARD_TRANSCRIBER_URL or run `overheard transcriber install`'

async function hasRecogniser(config: Config): Promise<boolean> {
  const safeFetch = createSafeFetch()
  try {
    return selectTranscriber(config, safeFetch).transcriber !== undefined
  } finally {
    await safeFetch.close()
  }
}

/** Without a recogniser, recognitions are not due: they wait for one. */
async function listSteps(db: Db, config: Config): Promise<Array<StepOverview & { reason?: string }>> {
  const steps = await overviewOf(db, clock.now())
  if (await hasRecogniser(config)) return steps
  return steps.map((row) =>
    row.step === 'recognise' && row.due > 0
      ? { ...row, due: 0, waiting: row.waiting + row.due, oldestAt: null, reason: NO_RECOGNISER }
      : row,
  )
}

export function register(program: Command): void {
  const job = program.command('job').description('run background jobs by hand, and see what they gave up')

  job
    .command('run')
    .description('run one job once over what is due now')
    .addArgument(new Argument('<name>', 'which').choices([...JOB_NAMES]))
    .action(async (name: JobName, _options, command) => {
      const counts = await withServices(async (services) => {
        const abort = new AbortController()
        process.once('SIGINT', () => abort.abort())
        process.once('SIGTERM', () => abort.abort())
        return runAll(jobsOf(services), name, abort.signal)
      })
      const text = Object.entries(counts).map(([what, count]) => `${what.replaceAll('_', ' ')}: ${count}`)
      print(command, { json: { job: name, ...counts }, text: [`job ${name}`, ...text] })
    })
  job
    .command('list')
    .description('what each step has to do, and what it gave up')
    .action(async (_options, command) => {
      const { steps, setAside } = await withDatabase(async (db, config) => ({
        steps: await listSteps(db, config),
        setAside: await listSetAside(db),
      }))
      const header = ['step', 'due', 'running', 'waiting', 'set aside', 'oldest due since']
      const given = ['step', 'id', 'set aside at', 'error']
      print(command, {
        json: {
          steps: steps.map(({ setAside, oldestAt, ...step }) => ({
            ...step,
            set_aside: setAside,
            oldest_at: isoInstant(oldestAt),
          })),
          set_aside: setAside.map((row) => ({ ...row, at: isoInstant(row.at) })),
        },
        text: [
          ...table(header, steps.map(overviewLine)),
          ...steps.flatMap(({ step, reason }) =>
            reason === undefined ? [] : ['', `${step} waits: ${reason}`],
          ),
          ...(setAside.length === 0 ? [] : ['', ...table(given, setAside.map(setAsideLine))]),
        ],
      })
    })

  job
    .command('retry')
    .description('put back what a step gave up: it is tried again at once (a delivery: one more attempt)')
    .addArgument(new Argument('<step>', 'which').choices(STEP_NAMES))
    .argument('<id>', 'as `job list` shows it')
    .action(async (step: StepName, given: string, _options, command) => {
      const id = given.toLowerCase()
      const isRequeued = await withDatabase((db) => retrySetAside(db, { step, id, now: clock.now() }))
      if (!isRequeued) throw new CommandError(`The step ${step} has no work set aside with the id ${given}.`)
      print(command, { json: { step, id }, text: `${step} ${id} is due again.` })
    })
}

const overviewLine = ({ step, due, running, waiting, setAside, oldestAt }: StepOverview): string[] => [
  step,
  ...[due, running, waiting, setAside].map(String),
  isoInstant(oldestAt) ?? '',
]

const setAsideLine = ({ step, id, error, at }: SetAsideRow): string[] => [step, id, isoInstant(at), error]
