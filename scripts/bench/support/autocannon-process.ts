// Runs autocannon in a process of its own, so that the load and the server do not share a thread.
// Its one argument is the options as JSON; it prints the requests a second as JSON.
// @ts-expect-error: it comes without types
import autocannon from 'autocannon'

const { requests, latency, errors, non2xx } = await autocannon(JSON.parse(process.argv[2] ?? '{}'))
process.stdout.write(
  JSON.stringify({ perSecond: requests.average, p99: latency.p99, failed: errors + non2xx }),
)
