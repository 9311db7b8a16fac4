// How the service feels: time from `serve` to its address on an existing database, memory at rest, and how long
// GET /healthz takes while 20 searches for phrases of common words run, and while an import runs.
// Usage: node dist/scripts/bench/load.js [--episodes N]
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { corpus, wordOfRank } from './corpus.js'
import { machine, quantile } from './support/numbers.js'
import { Served, stop } from './support/served.js'

const FEED = 'https://example.org/feed.xml'
const SEARCHES = 20
const PINGS = 300
const STARTS = 5
const AIMS = { startMs: 500, restMb: 150, p99Ms: 250 }

const { values } = parseArgs({ options: { episodes: { type: 'string', default: '2000' } } })
const episodes = Number(values.episodes)

async function writeLines(file: string, prefix: string): Promise<void> {
  const out = createWriteStream(file)
  out.write(`${JSON.stringify({ type: 'podcast', feed_url: FEED, title: 'Bench' })}\n`)
  let number = 0
  for (const { publishedAt, title, sentences } of corpus(episodes, 8000, Date.now())) {
    const segments = sentences.map((text, index) => ({ start: index * 5, end: index * 5 + 5, text }))
    const line = {
      type: 'episode',
      feed_url: FEED,
      guid: `${prefix}${number++}`,
      title,
      published_at: new Date(publishedAt).toISOString(),
      transcript: { language: 'en', segments },
    }
    if (!out.write(`${JSON.stringify(line)}\n`)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

/** Milliseconds of each of many requests for `/healthz`, one after the other, a moment apart. */
async function ping(url: string, goesOn: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (times.length < PINGS || goesOn()) {
    const startedAt = performance.now()
    await (await fetch(`${url}/healthz`)).text()
    times.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return times
}

const line = (what: string, value: string, aim: string) =>
  console.log(`  ${what.padEnd(52)} ${value.padStart(9)}  (aim: ${aim})`)

const folder = await mkdtemp(join(tmpdir(), 'overheard-bench-'))
const served = new Served(folder)
const first = join(folder, 'first.jsonl')
const second = join(folder, 'second.jsonl')
await writeLines(first, 'a')
await writeLines(second, 'b')
await served.json('import', first)
const key = await served.key()

const starts: number[] = []
for (let round = 0; round < STARTS; round++) {
  const { child, milliseconds } = await served.serve()
  starts.push(milliseconds)
  await stop(child)
}

const { child, url } = await served.serve()
await new Promise((resolve) => setTimeout(resolve, 2000))
const restMb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
const calm = await ping(url, () => false)

const search = async () => {
  const q = encodeURIComponent(`"${wordOfRank(0)} ${wordOfRank(1)}"`)
  const answer = await fetch(`${url}/api/v1/episodes/search?scope=transcript&since=2020-01-01&q=${q}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  await answer.text()
  return answer.status
}
let searching = SEARCHES
const searches = Array.from({ length: SEARCHES }, () => search().finally(() => searching--))
const underSearch = await ping(url, () => searching > 0)
const statuses = await Promise.all(searches)
if (statuses.some((status) => status !== 200))
  throw new Error(`searches were answered with ${statuses.join(' ')}`)

let importing = true
const imported = served.json('import', second).finally(() => {
  importing = false
})
const underImport = await ping(url, () => importing)
await imported
await stop(child)

console.log(`Load: ${episodes} episodes of 8000 words held; ${machine()}`)
line(
  `serve to its address, median of ${STARTS}`,
  `${quantile(starts, 0.5).toFixed(0)} ms`,
  `${AIMS.startMs} ms`,
)
line('resident memory at rest', `${restMb.toFixed(0)} MB`, `${AIMS.restMb} MB`)
const p99 = (times: number[]) => `${quantile(times, 0.99).toFixed(1)} ms`
line('GET /healthz, p99, nothing else', p99(calm), '-')
line(`GET /healthz, p99, ${SEARCHES} searches for a common phrase`, p99(underSearch), `${AIMS.p99Ms} ms`)
line(`GET /healthz, p99, an import of ${episodes} episodes`, p99(underImport), `${AIMS.p99Ms} ms`)
await rm(folder, { recursive: true, force: true })
