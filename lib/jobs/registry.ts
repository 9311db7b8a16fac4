import type { Services } from '../services.js'
import { deliver } from './deliver.js'
import { digest, sendMails } from './digest.js'
import { ask, match } from './match.js'
import { poll } from './poll.js'
import { prune } from './prune.js'
import type { Job } from './runner.js'
import { transcribe } from './transcribe.js'

export const JOB_NAMES = ['poll', 'transcribe', 'match', 'deliver', 'digest', 'prune'] as const
export type JobName = (typeof JOB_NAMES)[number]

/** Every background job. */
export function jobsOf(services: Services): Job[] {
  return [
    poll(services),
    transcribe(services),
    match(services),
    ask(services),
    deliver(services),
    digest(services),
    sendMails(services),
    prune(services),
  ]
}
