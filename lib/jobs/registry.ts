import type { Counts } from '../queue/worker.js'
import type { Services } from '../services.js'
import { followClock } from './clock.js'
import { digest } from './digest.js'
import { prune } from './prune.js'
import { ask, deliver, fetchTranscripts, match, poll, recognise, sendMails } from './queue-jobs.js'
import type { Job } from './runner.js'

export const JOB_NAMES = ['poll', 'transcribe', 'match', 'deliver', 'digest', 'prune'] as const
export type JobName = (typeof JOB_NAMES)[number]

/** Every background job. */
export function jobsOf(services: Services): Job[] {
  return [
    poll(services),
    fetchTranscripts(services),
    recognise(services),
    match(services),
    ask(services),
    deliver(services),
    digest(services),
    sendMails(services),
    prune(services),
    followClock(services),
  ]
}

/** Runs one pass of every job that belongs to this command-line job, one after the other. */
export async function runAll(jobs: readonly Job[], name: JobName, abort: AbortSignal): Promise<Counts> {
  const counts: Counts = {}
  for (const job of jobs.filter((one) => (one.partOf ?? one.name) === name)) {
    for (const [what, count] of Object.entries(await job.run(abort)))
      counts[what] = (counts[what] ?? 0) + count
  }
  return counts
}
