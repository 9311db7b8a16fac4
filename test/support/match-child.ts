import { readConfig } from '../../lib/config.js'
import { systemIds } from '../../lib/ids.js'
import { match } from '../../lib/jobs/jobs.js'
import { createLogger } from '../../lib/logger.js'
import { createServices } from '../../lib/services.js'

// Matches what is due in the database of its first argument, as of the instant of its second, until nothing is.
const [database, now] = process.argv.slice(2)
const config = readConfig(
  { OVERHEARD_DATABASE: database, OVERHEARD_ALERT_MATCHES_PER_DAY: '1000000' },
  process.cwd(),
)
const edges = { clock: { now: () => Number(now) }, ids: systemIds, logger: createLogger('error') }
const services = await createServices(config, edges, { served: false })
process.stdout.write('ready\n')
await match(services).run(new AbortController().signal)
await services.close()
