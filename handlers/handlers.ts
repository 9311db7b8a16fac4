import type { Services } from '../lib/services.js'
import { alertHandlers } from './alerts.js'
import { episodeHandlers } from './episodes.js'
import { identityHandlers } from './identity.js'
import { matchHandlers } from './matches.js'
import type { Handlers } from './operation.js'
import { podcastHandlers } from './podcasts.js'
import { transcriptHandlers } from './transcripts.js'
import { webhookHandlers } from './webhooks.js'

/** Maps each operation id to its handler. Each tag of the description has one file. */
export const createHandlers = (services: Services): Handlers => ({
  ...alertHandlers(services),
  ...identityHandlers(services),
  ...matchHandlers(services),
  ...podcastHandlers(services),
  ...episodeHandlers(services),
  ...transcriptHandlers(services),
  ...webhookHandlers(services),
})
