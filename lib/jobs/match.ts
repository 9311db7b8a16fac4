import { askStep } from '../alerts/ask.js'
import { matchStep } from '../alerts/match-step.js'
import type { Services } from '../services.js'
import { queueJob } from './queue-job.js'
import type { Job } from './runner.js'

/** Matches transcripts against the alerts. */
export const match = (services: Services): Job =>
  queueJob(services, matchStep(services), { schedule: 5000, wakeOn: ['transcript'] })

/**
 * Asks the classifier about matches. A separate job, so that matching transcripts never waits for a
 * classifier.
 */
export const ask = (services: Services): Job =>
  queueJob(services, askStep(services), { partOf: 'match', schedule: 5000, wakeOn: ['question'] })
