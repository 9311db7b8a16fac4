import type { Services } from '../services.js'
import { recogniseStep } from '../transcribe/recognise.js'
import { fetchStep } from '../transcripts/fetch-transcript.js'
import { queueJob } from './queue-job.js'
import type { Job } from './runner.js'

const WHEN = { partOf: 'transcribe', schedule: 5000, wakeOn: ['audio'] } as const

/** Fetches publishers' transcripts. */
export const fetchTranscripts = (services: Services): Job =>
  queueJob(services, fetchStep(services.feeds.context, services.feeds.hosts), WHEN)

/**
 * Recognises episodes without a transcript. A separate job, because fetching would otherwise wait for hours.
 */
export const recognise = (services: Services): Job => queueJob(services, recogniseStep(services), WHEN)
