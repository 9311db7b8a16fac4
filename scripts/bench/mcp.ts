// What the assistant protocol adds to a search: the same search over POST /mcp and over the API, by turns, one at a
// time, over kept-alive connections.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../handlers/app.js'
import { listen } from '../../handlers/server.js'
import { findTeam, insertAccount, insertTeam } from '../../lib/accounts/account-store.js'
import { type Clock, MINUTE_MS } from '../../lib/clock.js'
import { readConfig } from '../../lib/config.js'
import { systemIds } from '../../lib/ids.js'
import { Importer } from '../../lib/import/importer.js'
import { createLogger } from '../../lib/logger.js'
import { createServices, type Services } from '../../lib/services.js'
import { IN_DATABASE } from '../../lib/transcripts/document-storage.js'
import { makeKey } from '../commands/key.js'
import { demoLines } from '../demo/demo-lines.js'
import { machine, quantile } from './support/numbers.js'

const WARM_UP = 100
const ROUNDS = 500
/** Milliseconds. */
const MOST_ADDED = 2
const QUERY = { q: 'heat pump', scope: 'transcript' }

/** Advances by a minute at every hundredth call, so that no request is refused. */
class FastClock implements Clock {
  private looks = 0
  private instant = Date.now()

  now(): number {
    if (++this.looks % 100 === 0) this.instant += MINUTE_MS
    return this.instant
  }
}

async function aKey({ db, ids, clock }: Services): Promise<string> {
  const now = clock.now()
  const made = { name: 'Bench', plan: 'pro', createdOn: '2026-01-01', subscribedOn: null, now } as const
  const account = await insertAccount(db, { ...made, uuid: ids.uuid() })
  const uuid = ids.uuid()
  await insertTeam(db, { uuid, accountId: account.id, name: 'Bench', now })
  const teamId = (await findTeam(db, uuid))!.id
  return (await makeKey(db, { accountId: account.id, teamId, userId: null, name: 'Bench' })).key
}

async function importSamples({ db, clock, ids }: Services): Promise<void> {
  async function* stream() {
    for (const line of demoLines(clock.now())) yield Buffer.from(`${line}\n`)
  }
  await new Importer(db, { clock, ids, documents: IN_DATABASE }).run({
    stream: stream(),
    folder: process.cwd(),
  })
}

/** Milliseconds until the answer is complete. */
async function timed(url: string, init: RequestInit): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(url, init)
  const text = await response.text()
  if (response.status !== 200 || !text.includes('results')) throw new Error(`${response.status}: ${text}`)
  return performance.now() - startedAt
}

const folder = await mkdtemp(join(tmpdir(), 'overheard-bench-'))
const config = readConfig({ OVERHEARD_DATABASE: join(folder, 'bench.db') }, folder)
const edges = { clock: new FastClock(), ids: systemIds, logger: createLogger('error') }
const services = await createServices(config, edges, { served: true })
await importSamples(services)
const server = await listen(await createApp(services), { host: '127.0.0.1', port: 0, ids: systemIds })

const headers = { authorization: `Bearer ${await aKey(services)}`, 'content-type': 'application/json' }
const params = { name: 'search_episodes', arguments: QUERY }
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
const api = () => timed(`${server.address}/api/v1/episodes/search?${new URLSearchParams(QUERY)}`, { headers })
const mcp = () => timed(`${server.address}/mcp`, { method: 'POST', headers, body })

for (let round = 0; round < WARM_UP; round++) await api().then(mcp)
const times: Record<'api' | 'mcp', number[]> = { api: [], mcp: [] }
for (let round = 0; round < ROUNDS; round++) {
  times.api.push(await api())
  times.mcp.push(await mcp())
}
await server.close()
await services.close()
await rm(folder, { recursive: true, force: true })

const row = (name: 'api' | 'mcp') => [0.5, 0.95].map((share) => quantile(times[name], share))
const [[apiMedian, apiP95], [mcpMedian, mcpP95]] = [row('api'), row('mcp')] as [
  [number, number],
  [number, number],
]
const added = mcpMedian - apiMedian
console.log(`${ROUNDS} searches each, milliseconds; ${machine()}`)
console.log(`  API        median ${apiMedian.toFixed(2)}  p95 ${apiP95.toFixed(2)}`)
console.log(`  POST /mcp  median ${mcpMedian.toFixed(2)}  p95 ${mcpP95.toFixed(2)}`)
console.log(`  added at the median: ${added.toFixed(2)} (at most ${MOST_ADDED})`)
if (added > MOST_ADDED) process.exitCode = 1
