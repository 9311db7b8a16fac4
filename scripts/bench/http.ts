// Requests a second with keys, limits, validation and headers on, against a Koa that only sends a short JSON,
// in the same run, on SQLite and where one can be had on PostgreSQL. The load comes from a process of its own.
//   npm run build && node dist/scripts/bench/http.js [--postgres URL]
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Koa from 'koa'
import { createApp } from '../../handlers/app.js'
import { listen } from '../../handlers/server.js'
import { findTeam, insertAccount, insertTeam } from '../../lib/accounts/account-store.js'
import { hashKey, newApiKey, prefixOf } from '../../lib/accounts/api-key.js'
import { insertKey } from '../../lib/accounts/key-store.js'
import { type Clock, systemClock } from '../../lib/clock.js'
import { readConfig } from '../../lib/config.js'
import { systemIds } from '../../lib/ids.js'
import { createLogger } from '../../lib/logger.js'
import { savePodcast } from '../../lib/podcasts/podcast-store.js'
import { createServices, type Services } from '../../lib/services.js'
import { type LoadResult, load } from './support/load.js'
import { benchPostgres } from './support/postgres.js'

const ROUNDS = 5
const AIM = 0.5
/**
 * Enough accounts that no plan of 120 requests a minute refuses a request; each second counts as ten minutes.
 */
const ACCOUNTS = 50
const TIMES_AS_FAST = 600

const startedAt = systemClock.now()
const clock: Clock = { now: () => startedAt + (systemClock.now() - startedAt) * TIMES_AS_FAST }

async function aTeamKey({ db, ids, clock }: Services): Promise<string> {
  const now = clock.now()
  const made = { name: 'Bench', plan: 'pro', createdOn: '2026-01-01', subscribedOn: null, now } as const
  const account = await insertAccount(db, { ...made, uuid: ids.uuid() })
  const uuid = ids.uuid()
  await insertTeam(db, { uuid, accountId: account.id, name: 'Bench', now })
  const team = await findTeam(db, uuid)
  const key = newApiKey(ids)
  const columns = { uuid: ids.uuid(), name: 'Bench', prefix: prefixOf(key), hash: hashKey(key), now }
  await insertKey(db, { ...columns, accountId: account.id, teamId: team!.id, userId: null })
  return key
}

async function listenBare(document: object): Promise<{ url: string; close(): void }> {
  const app = new Koa()
  app.use((ctx) => {
    ctx.body = document
  })
  const server = createServer(app.callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

function best(results: LoadResult[]): LoadResult {
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  return { ...results.reduce((one, other) => (other.perSecond > one.perSecond ? other : one)), failed }
}

interface Target {
  name: string
  url: string
  requests: Array<{ headers: Record<string, string> }>
}

/** A server on a database, with what is asked of it. */
async function serve(
  database: string,
  where: string,
): Promise<{ targets: Target[]; close(): Promise<void> }> {
  const config = readConfig({ OVERHEARD_DATABASE: database, OVERHEARD_PORT: '0' }, folder)
  const edges = { clock, ids: systemIds, logger: createLogger('error') }
  const services = await createServices(config, edges, { served: true })
  const feed = { feedUrl: 'https://example.org/feed.xml', title: 'Bench', description: 'A show. '.repeat(40) }
  const podcast = await savePodcast(services.db, feed, { uuid: systemIds.uuid(), now: services.clock.now() })
  const server = await listen(await createApp(services), { host: '127.0.0.1', port: 0, ids: systemIds })
  const requests: Target['requests'] = []
  while (requests.length < ACCOUNTS) {
    requests.push({ headers: { authorization: `Bearer ${await aTeamKey(services)}` } })
  }
  const api = `${server.address}/api/v1`
  return {
    targets: [
      { name: `GET /me${where}`, url: `${api}/me`, requests },
      { name: `GET /podcasts/{id}${where}`, url: `${api}/podcasts/${podcast.uuid}`, requests },
    ],
    async close() {
      await server.close()
      await services.close()
    },
  }
}

const { values: options } = parseArgs({ options: { postgres: { type: 'string' } } })
const folder = await mkdtemp(join(tmpdir(), 'overheard-bench-'))
const short = { id: '019a0c20-1b6e-7c40-8d31-0a9f4e7b2c55', name: 'Bench' }
const served = [await serve(join(folder, 'bench.db'), '')]
const postgres = await benchPostgres(options.postgres)
if (typeof postgres !== 'string') served.push(await serve(postgres.url, ', PostgreSQL'))

/** The body of a podcast's answer: it takes longer to send than the short one. */
const { url: podcastUrl, requests: podcastRequests } = served[0]!.targets[1]!
const podcast = (await (await fetch(podcastUrl, podcastRequests[0])).json()) as object
const bare = { short: await listenBare(short), podcast: await listenBare(podcast) }

const bareTarget = (name: string, { url }: { url: string }) => ({ name, url, requests: [{ headers: {} }] })
const targets = [
  bareTarget('bare Koa', bare.short),
  bareTarget('bare Koa, the JSON of a podcast', bare.podcast),
  ...served.flatMap(({ targets }) => targets),
]
const results = new Map<string, LoadResult[]>(targets.map(({ name }) => [name, []]))
for (const { url, requests } of targets) await load(url, { requests, seconds: 1 })
for (let round = 0; round < ROUNDS; round++) {
  for (const { name, url, requests } of targets) results.get(name)!.push(await load(url, { requests }))
}

const floor = best(results.get('bare Koa')!).perSecond
console.log(`HTTP: the best of ${ROUNDS} rounds of 3 s, 16 connections (aim: ${AIM} of bare Koa)`)
for (const [name, rounds] of results) {
  const { perSecond, p99, failed } = best(rounds)
  const ratio = (perSecond / floor).toFixed(2)
  console.log(
    `  ${name.padEnd(32)} ${perSecond.toFixed(0).padStart(7)}/s  ×${ratio}  p99 ${p99} ms  failed ${failed}`,
  )
}

if (typeof postgres === 'string') console.log(`  not measured on PostgreSQL: ${postgres}`)
bare.short.close()
bare.podcast.close()
for (const { close } of served) await close()
if (typeof postgres !== 'string') await postgres.remove()
await rm(folder, { recursive: true, force: true })
