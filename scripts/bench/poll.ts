// Feeds polled a second when nearly all of them have nothing new, against a bare loop of the same requests, and how
// long the event loop is held up meanwhile. Every feed has a loopback address of its own.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { Agent } from 'undici'
import { type Clock, DAY_MS } from '../../lib/clock.js'
import { readConfig } from '../../lib/config.js'
import { systemIds } from '../../lib/ids.js'
import { poll } from '../../lib/jobs/jobs.js'
import { createLogger } from '../../lib/logger.js'
import { createServices } from '../../lib/services.js'

const FEEDS = 1000
const CHANGED = 20
const ROUNDS = 3
const AIM_PER_SECOND = 150
const AIM_DELAY_MS = 50
/** The poller's number of requests at a time. */
const CONCURRENCY = 32

/** The real time plus some days. */
class LateClock implements Clock {
  private ahead = 0

  now(): number {
    return Date.now() + this.ahead
  }

  advance(ms: number): void {
    this.ahead += ms
  }
}

const perSecond = (startedAt: number) => (FEEDS / (performance.now() - startedAt)) * 1000

/** Runs `work` and measures the delay of the event loop, in milliseconds at the 99th percentile. */
async function withDelay<T>(work: () => Promise<T>): Promise<{ result: T; p99: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const result = await work()
  delay.disable()
  return { result, p99: delay.percentile(99) / 1e6 }
}

async function bareLoop(urls: readonly string[]): Promise<number> {
  const agent = new Agent()
  const left = [...urls.entries()]
  const startedAt = performance.now()
  const lane = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [number, url] = next
      const headers = { 'if-none-match': `"${number}-${number < CHANGED}"` }
      const { origin, pathname } = new URL(url)
      const answer = await agent.request({ origin, path: pathname, method: 'GET', headers })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, lane))
  const rate = perSecond(startedAt)
  await agent.close()
  return rate
}

const folder = await mkdtemp(join(tmpdir(), 'overheard-bench-'))
const publishers = fork(fileURLToPath(new URL('./support/feed-process.js', import.meta.url)))
const [port] = await once(publishers, 'message')
const urls = Array.from({ length: FEEDS }, (_, n) => `http://127.1.${n >> 8}.${n & 255}:${port}/${n}.xml`)

const config = readConfig(
  { OVERHEARD_DATABASE: join(folder, 'bench.db'), OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8' },
  folder,
)
const clock = new LateClock()
const edges = { clock, ids: systemIds, logger: createLogger('error') }
const services = await createServices(config, edges, { served: true })

try {
  let startedAt = performance.now()
  const outcomes = await services.feeds.add(urls)
  if (outcomes.some((outcome) => 'error' in outcome)) throw new Error(JSON.stringify(outcomes.at(0)))
  console.log(`feeds admitted a second   ${perSecond(startedAt).toFixed(0)}`)

  for (let round = 1; round <= ROUNDS; round++) {
    // The feeds that changed in one round are unchanged in the next: each round has its own.
    publishers.send(round % 2 === 1 ? CHANGED : 0)
    clock.advance(2 * DAY_MS)
    startedAt = performance.now()
    const ours = await withDelay(() => poll(services).run(new AbortController().signal))
    const rate = perSecond(startedAt)
    const counts = ours.result
    if (counts.polled !== FEEDS || counts.errors !== 0) throw new Error(JSON.stringify(counts))
    const bare = await withDelay(() => bareLoop(urls))
    console.log(
      [
        `feeds polled a second     ${rate.toFixed(0)} (at least ${AIM_PER_SECOND})`,
        `bare loop ${bare.result.toFixed(0)}, ratio ${(rate / bare.result).toFixed(2)}`,
        `event loop delay p99 ${ours.p99.toFixed(1)} ms (under ${AIM_DELAY_MS}), of the bare loop ${bare.p99.toFixed(1)} ms`,
      ].join('; '),
    )
  }
} finally {
  await services.close()
  publishers.kill()
  await rm(folder, { recursive: true, force: true })
}
