import { askStep } from '../alerts/ask.js'
import { matchStep } from '../alerts/match-step.js'
import type { Db } from '../db/types.js'
import { pollStep } from '../feeds/poll-feed.js'
import { digest } from '../mail/digest.js'
import { mailStep } from '../mail/outbox.js'
import type { LeasedRow } from '../queue/failure.js'
import { requeueRow } from '../queue/queue.js'
import { QUEUES, type StepName } from '../queue/queues.js'
import { type Counts, type Step, Worker } from '../queue/worker.js'
import type { Services } from '../services.js'
import { recogniseStep } from '../transcribe/recognise.js'
import { fetchStep } from '../transcripts/fetch-transcript.js'
import { requeueDelivery } from '../webhooks/delivery-store.js'
import { Sender } from '../webhooks/sender.js'
import { followClock } from './follow-clock.js'
import { prune } from './prune.js'
import type { Job } from './runner.js'

type When = Pick<Job, 'partOf' | 'schedule' | 'wakeOn'>

const jobOf = (name: string, worker: Pick<Sender | Worker<never>, 'run' | 'wake'>, when: When): Job => ({
  name,
  ...when,
  run: (abort) => worker.run(abort),
  wake: () => worker.wake(),
})

/** The job that works through the queue of one step. Retries become due without a signal: hence the schedule. */
const queueJob = <Item extends LeasedRow>(services: Services, step: Step<Item>, when: When): Job =>
  jobOf(step.name, new Worker(services, step), when)

export const poll = (services: Services): Job =>
  queueJob(services, pollStep(services.feeds.context), { schedule: 1000 })

export const match = (services: Services): Job =>
  queueJob(services, matchStep(services), { schedule: 5000, wakeOn: ['transcript'] })

export const deliver = (services: Services): Job =>
  jobOf('deliver', new Sender(services), { schedule: 1000, wakeOn: ['delivery'] })

const TRANSCRIBE = { partOf: 'transcribe', schedule: 5000, wakeOn: ['audio'] } as const

/** Every background job. */
export function jobsOf(services: Services): Job[] {
  return [
    poll(services),
    queueJob(services, fetchStep(services.feeds.context), TRANSCRIBE),
    // A separate job: fetching would otherwise wait for hours.
    queueJob(services, recogniseStep(services), TRANSCRIBE),
    match(services),
    // A separate job, so that matching transcripts never waits for a classifier.
    queueJob(services, askStep(services), { partOf: 'match', schedule: 5000, wakeOn: ['question'] }),
    deliver(services),
    digest(services),
    queueJob(services, mailStep(services), { partOf: 'digest', schedule: 10_000, wakeOn: ['mail'] }),
    prune(services),
    followClock(services),
  ]
}

/** The jobs of the command line. */
export const JOB_NAMES = ['poll', 'transcribe', 'match', 'deliver', 'digest', 'prune'] as const
export type JobName = (typeof JOB_NAMES)[number]

/** Runs one pass of every job that belongs to this command-line job, one after the other. */
export async function runAll(jobs: readonly Job[], name: JobName, abort: AbortSignal): Promise<Counts> {
  const counts: Counts = {}
  for (const job of jobs.filter((one) => (one.partOf ?? one.name) === name)) {
    for (const [what, count] of Object.entries(await job.run(abort)))
      counts[what] = (counts[what] ?? 0) + count
  }
  return counts
}

/** Makes a row that was set aside due at once. Returns false if no such row is set aside. */
export function retrySetAside(
  db: Db,
  { step, id, now }: { step: StepName; id: string; now: number },
): Promise<boolean> {
  return step === 'deliver' ? requeueDelivery(db, id, now) : requeueRow(db, QUEUES[step], id, now)
}
