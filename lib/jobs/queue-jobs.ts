import { askStep } from '../alerts/ask.js'
import { matchStep } from '../alerts/match-step.js'
import { pollStep } from '../feeds/poll-feed.js'
import { mailStep } from '../mail/outbox.js'
import type { Leased } from '../queue/failure.js'
import { type Step, Worker } from '../queue/worker.js'
import type { Services } from '../services.js'
import { recogniseStep } from '../transcribe/recognise.js'
import { fetchStep } from '../transcripts/fetch-transcript.js'
import { Sender } from '../webhooks/sender.js'
import type { Job } from './runner.js'

type When = Pick<Job, 'partOf' | 'schedule' | 'wakeOn'>

const jobOf = (name: string, worker: Pick<Sender | Worker<never>, 'run' | 'wake'>, when: When): Job => ({
  name,
  ...when,
  run: (abort) => worker.run(abort),
  wake: () => worker.wake(),
})

/** The job that works through the queue of one step. Retries become due without a signal: hence the schedule. */
const queueJob = <Item extends Leased>(services: Services, step: Step<Item>, when: When): Job =>
  jobOf(step.name, new Worker(services, step), when)

export const poll = (services: Services): Job =>
  queueJob(services, pollStep(services.feeds.context, services.feeds.hosts), {
    schedule: 1000,
    wakeOn: ['feed'],
  })

const TRANSCRIBE = { partOf: 'transcribe', schedule: 5000, wakeOn: ['audio'] } as const

export const fetchTranscripts = (services: Services): Job =>
  queueJob(services, fetchStep(services.feeds.context, services.feeds.hosts), TRANSCRIBE)

/** A separate job: fetching would otherwise wait for hours. */
export const recognise = (services: Services): Job => queueJob(services, recogniseStep(services), TRANSCRIBE)

export const match = (services: Services): Job =>
  queueJob(services, matchStep(services), { schedule: 5000, wakeOn: ['transcript'] })

/** A separate job, so that matching transcripts never waits for a classifier. */
export const ask = (services: Services): Job =>
  queueJob(services, askStep(services), { partOf: 'match', schedule: 5000, wakeOn: ['question'] })

export const deliver = (services: Services): Job =>
  jobOf('deliver', new Sender(services), { schedule: 1000, wakeOn: ['delivery'] })

export const sendMails = (services: Services): Job =>
  queueJob(services, mailStep(services), { partOf: 'digest', schedule: 10_000, wakeOn: ['mail'] })
