// Sends deliveries as `worker` does, and nothing else, until it is killed. Reads the environment like the command.

import { systemClock } from '../../lib/clock.js'
import { readConfig } from '../../lib/config.js'
import { systemIds } from '../../lib/ids.js'
import { deliver } from '../../lib/jobs/jobs.js'
import { runJobs } from '../../lib/jobs/runner.js'
import { createLogger } from '../../lib/logger.js'
import { createServices } from '../../lib/services.js'

const config = readConfig(process.env, process.cwd())
const edges = { clock: systemClock, ids: systemIds, logger: createLogger('error') }
const services = await createServices(config, edges, { served: true })
runJobs([deliver(services)], services.signals, services.logger)
setInterval(() => undefined, 60_000)
