// The network between a worker and PostgreSQL is cut, silently, and mended: another worker does the work when the
// leases have run out, a server answers 503, and both go on afterwards.
//   npm run build && node dist/scripts/bench/network-cut.js
// Needs root (for network namespaces), iproute2, and installed binaries of PostgreSQL.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../lib/db/open.js'
import type { Db } from '../../lib/db/types.js'
import { Api } from '../../test/support/api.js'
import { anAuthority } from '../../test/support/certificates.js'
import { Cli } from '../../test/support/cli.js'
import { expectEachOnce } from '../../test/support/each-once.js'
import { aReceiver } from '../../test/support/https-receiver.js'
import { findPostgres, PostgresServer } from '../../test/support/postgres-server.js'
import { aReader } from '../../test/support/readers.js'
import { SeparateNetwork } from '../../test/support/separate-network.js'
import { until } from '../../test/support/until.js'

const FEED = 'https://feeds.example.org/cut.xml'
const EPISODES = 200
/** How many of them have arrived when the network is cut. */
const ARRIVED = 20
const AFTERWARDS = 20
const TIMEOUT_MS = 180_000
/** A slower answer counts as none. */
const HANGS_AFTER_MS = 30_000
const ASK_EVERY_MS = 500

const print = (line: string) => process.stdout.write(`${line}\n`)

function skip(reason: string): never {
  print(`Not tried: ${reason}`)
  process.exit(0)
}

function separateNetwork(): SeparateNetwork {
  try {
    return SeparateNetwork.make()
  } catch (error) {
    return skip(`network namespaces cannot be made here (${(error as Error).message.trim()})`)
  }
}

const stopwatch = () => {
  const startedAt = performance.now()
  return () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
}

const installation = findPostgres()
if (typeof installation === 'string') skip(installation)
const network = separateNetwork()
process.once('exit', () => network.remove())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGPIPE'] as const) process.once(signal, () => process.exit(1))
const server = await PostgresServer.make(installation, { host: network.cuttable })
const authority = anAuthority()
const receiver = await aReceiver(authority.issue([`IP:${network.other}`]), { host: network.other })
const cli = new Cli({
  OVERHEARD_DATABASE: server.url,
  OVERHEARD_HOST: network.address.other,
  OVERHEARD_ALLOWED_NETWORKS: `${network.other}/32`,
  OVERHEARD_ALERT_MATCHES_PER_DAY: '1000',
})
const ca = join(cli.folder, 'ca.pem')
writeFileSync(ca, authority.ca)
cli.environment.NODE_EXTRA_CA_CERTS = ca
const db = await openDatabase(server.url)

let episodes = 0
async function importEpisodes(count: number): Promise<void> {
  const lines = Array.from({ length: count }, () => {
    const title = `Episode ${++episodes}`
    const transcript = { segments: [{ start: 0, end: 5, text: 'A teapot.' }] }
    const published_at = new Date().toISOString()
    return JSON.stringify({ type: 'episode', feed_url: FEED, guid: title, title, published_at, transcript })
  })
  await cli.json(['import', '-'], { input: lines.join('\n') })
}

const count = async (db: Db, sql: string): Promise<number> => (await db.get<{ count: number }>(sql))!.count
const waiting = () =>
  count(
    db,
    `SELECT (SELECT count(*) FROM transcripts WHERE match_due_at IS NOT NULL)
          + (SELECT count(*) FROM deliveries WHERE status = 'pending') AS count`,
  )
const connected = () =>
  count(
    db,
    `SELECT count(*) AS count FROM pg_stat_activity WHERE client_addr = '${network.address.cuttable}'`,
  )

/** The answers of the server beyond the cut, each with its time. */
const answers: Array<{ status: number | string; seconds: number }> = []
let isAsking = true
async function ask(url: string, key: string): Promise<void> {
  while (isAsking) {
    const startedAt = performance.now()
    const signal = AbortSignal.timeout(HANGS_AFTER_MS)
    const headers = { authorization: `Bearer ${key}` }
    const status = await fetch(`${url}/api/v1/me`, { headers, signal }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => 'no answer',
    )
    answers.push({ status, seconds: (performance.now() - startedAt) / 1000 })
    await pause(ASK_EVERY_MS)
  }
}

try {
  await cli.json(['import', '-'], {
    input: JSON.stringify({ type: 'podcast', feed_url: FEED, title: 'Cut' }),
  })
  const { announced } = await cli.serve(['serve', '--no-jobs'], network.through)
  const { child: cutOff } = await cli.serve(['worker'], network.through)
  const api = new Api(announced.listening, (await aReader(db)).key)
  const alert = (await api.post('/alerts', { name: 'Watch', keywords: ['teapot'] })).body.id
  const { secret } = (await api.post('/webhooks', { url: receiver.url('/hook', network.other) })).body
  receiver.answerWith((_, response) => void setTimeout(() => response.writeHead(204).end(), 30))
  const asking = ask(announced.listening, (await aReader(db)).key)
  await importEpisodes(EPISODES)
  await receiver.received(ARRIVED)

  network.cut()
  const sinceCut = stopwatch()
  print(`cut: ${receiver.requests.length} of ${EPISODES} delivered, ${await waiting()} steps waiting`)
  const { child: other } = await cli.serve(['worker'])
  await until(async () => (await connected()) === 0, TIMEOUT_MS)
  print(`the server has given up every connection beyond the cut after ${sinceCut()}`)
  await until(async () => (await waiting()) === 0, TIMEOUT_MS)
  print(`another worker has done everything after ${sinceCut()}`)
  other.kill('SIGTERM')

  network.mend()
  const sinceMend = stopwatch()
  await importEpisodes(AFTERWARDS)
  await until(async () => (await waiting()) === 0, TIMEOUT_MS)
  print(`mended: the worker that was cut off has done what came since, after ${sinceMend()}`)
  await until(() => answers.at(-1)?.status === 200, TIMEOUT_MS)
  isAsking = false
  await asking

  if (cutOff.exitCode !== null) throw new Error(`the worker ended with ${cutOff.exitCode}`)
  const expected = Array.from({ length: episodes }, (_, index) => `${alert} Episode ${index + 1}`)
  await expectEachOnce(db, { expected, requests: receiver.requests, secret })
  const strange = answers.filter(({ status }) => status !== 200 && status !== 503)
  if (strange.length > 0) throw new Error(`the server answered ${JSON.stringify(strange)}`)
  const away = answers.filter(({ status }) => status === 503).map(({ seconds }) => seconds)
  print(
    `${episodes} matches, each there once and delivered under one id; ${receiver.requests.length - episodes} requests repeated`,
  )
  print(`GET /me meanwhile: ${away.length} times 503, the slowest after ${Math.max(...away).toFixed(1)} s`)
} finally {
  isAsking = false
  await db.close()
  await cli.close()
  await receiver.close()
  await server.remove()
}
