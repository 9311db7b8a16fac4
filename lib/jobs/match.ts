import { askStep } from '../alerts/ask.js'
import { matchStep } from '../alerts/match-step.js'
import type { Services } from '../services.js'
import { queueJob } from './queue-job.js'
import type { Job } from './runner.js'

/** Matches transcripts against the alerts. */
export const match = (services: Services): Job =>
  queueJob(services, matchStep(services), { schedule: 5000, wakeOn: ['transcript'] })

/** Asks the questions of matches that wait for an answer, apart from matching, so that no transcript waits for it. */
export const ask = (services: Services): Job =>
  queueJob(services, askStep(services), { partOf: 'match', schedule: 5000, wakeOn: ['question'] })
