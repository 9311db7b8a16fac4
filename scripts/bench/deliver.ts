// Webhooks: deliveries a second against a bare loop of the same signed requests, the time from a match to its
// request, what receivers that hang do to the others, and leasing from a long queue.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Webhook as Signer } from 'standardwebhooks'
import { Agent } from 'undici'
import { systemClock } from '../../lib/clock.js'
import { readConfig } from '../../lib/config.js'
import { systemIds } from '../../lib/ids.js'
import { deliver } from '../../lib/jobs/jobs.js'
import { runJobs } from '../../lib/jobs/runner.js'
import { createLogger } from '../../lib/logger.js'
import { createServices, type Services } from '../../lib/services.js'
import { leaseDueDeliveries } from '../../lib/webhooks/delivery-store.js'
import { eventBody, SAMPLE_MATCH } from '../../lib/webhooks/event.js'
import { newSecret } from '../../lib/webhooks/webhook.js'
import { listDueWebhooks } from '../../lib/webhooks/webhook-store.js'
import { anAuthority } from '../../test/support/certificates.js'
import type { ReceiverOrder } from './support/receiver-process.js'
import { makeTeams, queueDeliveries } from './support/webhook-teams.js'

const ROUNDS = 5
/** Not measured: a sender runs for weeks, and is fast once its code is compiled. */
const WARM_UP_ROUNDS = 2
const DELIVERIES = 3000
/** The sender's number of requests to one receiver at a time. */
const CONCURRENCY = 4

const authority = anAuthority()
const certificate = authority.issue()
const folder = await mkdtemp(join(tmpdir(), 'overheard-bench-'))

interface Receivers {
  ports: number[]
  /** When each delivery arrived, by its id, in nanoseconds. */
  arrivals: Map<string, bigint>
  child: ChildProcess
}

async function receivers(order: Pick<ReceiverOrder, 'ports' | 'hanging' | 'report'>): Promise<Receivers> {
  const child = fork(fileURLToPath(new URL('./support/receiver-process.js', import.meta.url)))
  child.send({ ...order, key: String(certificate.key), cert: String(certificate.cert) })
  const [ports] = await once(child, 'message')
  const arrivals = new Map<string, bigint>()
  child.on('message', ([id, at]: [string, string]) => arrivals.set(id, arrivals.get(id) ?? BigInt(at)))
  return { ports, arrivals, child }
}

async function services(name: string): Promise<Services> {
  const config = readConfig(
    { OVERHEARD_DATABASE: join(folder, `${name}.db`), OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8' },
    folder,
  )
  const edges = {
    clock: systemClock,
    ids: systemIds,
    logger: createLogger('error'),
    network: { ca: authority.ca },
  }
  return createServices(config, edges, { served: true })
}

const median = (numbers: number[]) => percentile(numbers, 50)
const percentile = (numbers: number[], percent: number) =>
  [...numbers].sort((one, other) => one - other)[
    Math.min(numbers.length - 1, Math.floor((numbers.length * percent) / 100))
  ]!
const perSecond = (count: number, startedAt: number) => (count / (performance.now() - startedAt)) * 1000

async function bareLoop(url: string): Promise<number> {
  const agent = new Agent({ connections: CONCURRENCY, connect: { ca: authority.ca } })
  const signer = new Signer(newSecret(systemIds))
  const { origin, pathname } = new URL(url)
  let left = DELIVERIES
  const startedAt = performance.now()
  const lane = async () => {
    while (left-- > 0) {
      const id = systemIds.uuid()
      const body = eventBody(SAMPLE_MATCH)
      const now = new Date()
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signer.sign(id, now, body),
      }
      const answer = await agent.request({ origin, path: pathname, method: 'POST', headers, body })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, lane))
  const rate = perSecond(DELIVERIES, startedAt)
  await agent.close()
  return rate
}

async function throughput(): Promise<void> {
  const { ports, child } = await receivers({ ports: 1, hanging: 0, report: false })
  const url = `https://127.0.0.1:${ports[0]}/hook`
  const own = await services('throughput')
  const teamIds = await makeTeams(own, [url])
  const job = deliver(own)
  const rates: Array<{ ours: number; bare: number }> = []
  for (let round = 1; round <= WARM_UP_ROUNDS + ROUNDS; round += 1) {
    await queueDeliveries(own, teamIds, DELIVERIES)
    const startedAt = performance.now()
    const counts = await job.run(new AbortController().signal)
    if (counts.succeeded !== DELIVERIES) throw new Error(`not all were delivered: ${JSON.stringify(counts)}`)
    const rate = { ours: perSecond(DELIVERIES, startedAt), bare: await bareLoop(url) }
    if (round > WARM_UP_ROUNDS) rates.push(rate)
  }
  await own.close()
  child.kill()
  const ours = median(rates.map((rate) => rate.ours))
  const bare = median(rates.map((rate) => rate.bare))
  const ratio = median(rates.map((rate) => rate.ours / rate.bare))
  console.log(
    `deliveries a second to one receiver   ${ours.toFixed(0)}; bare loop ${bare.toFixed(0)}; ratio ${ratio.toFixed(2)} (at least 0.5)`,
  )
}

/** First matches and leases, which are not measured: connections open and code is compiled. */
const WARM_UP = 10

/** Milliseconds from each match to its request, matches coming every `everyMs`. */
async function delays(
  name: string,
  given: { receivers: number; hanging: number; matches: number; everyMs: number },
): Promise<number[]> {
  const { ports, arrivals, child } = await receivers({
    ports: given.receivers,
    hanging: given.hanging,
    report: true,
  })
  const own = await services(name)
  const teamIds = await makeTeams(
    own,
    ports.map((port) => `https://127.0.0.1:${port}/hook`),
  )
  const stop = runJobs([deliver(own)], own.signals, own.logger)
  const made = new Map<string, bigint>()
  for (let match = 0; match < WARM_UP + given.matches; match += 1) {
    // One episode that the alerts of all teams match. Deliveries to dead receivers come first: they are the
    // longest overdue.
    const uuids = await queueDeliveries(own, teamIds, 1)
    const at = process.hrtime.bigint()
    if (match >= WARM_UP) for (const uuid of uuids.slice(given.hanging)) made.set(uuid, at)
    own.signals.emit('delivery')
    await new Promise((resolve) => setTimeout(resolve, given.everyMs))
  }
  while ([...made.keys()].some((id) => !arrivals.has(id)))
    await new Promise((resolve) => setTimeout(resolve, 50))
  await stop()
  await own.close()
  child.kill()
  return [...made].map(([id, at]) => Number(arrivals.get(id)! - at) / 1e6)
}

async function latency(): Promise<void> {
  const times = await delays('latency', { receivers: 1, hanging: 0, matches: 300, everyMs: 10 })
  console.log(
    `from match to request                 p50 ${percentile(times, 50).toFixed(1)} ms, p95 ${percentile(times, 95).toFixed(1)} ms (under 100 and 500)`,
  )
}

async function fairness(): Promise<void> {
  const alone = await delays('alone', { receivers: 50, hanging: 0, matches: 100, everyMs: 200 })
  const beside = await delays('beside', { receivers: 100, hanging: 50, matches: 100, everyMs: 200 })
  const [before, after] = [percentile(alone, 95), percentile(beside, 95)]
  console.log(
    `50 receivers beside 50 that hang      p95 ${after.toFixed(1)} ms; alone ${before.toFixed(1)} ms; ratio ${(after / before).toFixed(2)} (at most 2)`,
  )
}

async function leasing(): Promise<void> {
  const own = await services('leasing')
  const { db, clock } = own
  const urls = Array.from({ length: 1000 }, (_, index) => `https://127.0.0.1:${1000 + index}/hook`)
  const teamIds = await makeTeams(own, urls)
  for (let part = 0; part < 10; part += 1) await queueDeliveries(own, teamIds, 10)
  const times: number[] = []
  for (let round = 0; round < WARM_UP + 200; round += 1) {
    const startedAt = performance.now()
    const now = clock.now()
    const webhooks = await listDueWebhooks(db, { now, limit: 64 })
    const leased = await leaseDueDeliveries(db, {
      now,
      quotas: webhooks.map(({ id }) => ({ webhookId: id, count: 1 })),
    })
    if (leased.length !== 64) throw new Error(`leased ${leased.length}`)
    if (round >= WARM_UP) times.push(performance.now() - startedAt)
  }
  await own.close()
  console.log(
    `leasing 64 of 100,000 that are due    p50 ${percentile(times, 50).toFixed(1)} ms, p95 ${percentile(times, 95).toFixed(1)} ms (under 5)`,
  )
}

const parts: Record<string, () => Promise<void>> = { throughput, latency, fairness, leasing }
const wanted = process.argv.slice(2)

try {
  for (const [name, part] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name)) await part()
} finally {
  await rm(folder, { recursive: true, force: true })
}
