import { pollStep } from '../feeds/poll-feed.js'
import type { Services } from '../services.js'
import { queueJob } from './queue-job.js'
import type { Job } from './runner.js'

/** Polls the feeds that are due. */
export const poll = (services: Services): Job =>
  queueJob(services, pollStep(services.feeds.context, services.feeds.hosts), {
    schedule: 1000,
    wakeOn: ['feed'],
  })
