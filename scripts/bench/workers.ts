// Deliveries and matches a second on PostgreSQL with one, two and four workers, each a process of its own, in turns.
//   npm run build && node dist/scripts/bench/workers.js [--postgres URL] [deliveries] [matches]
// Without an (empty) database of its own it starts a server from installed binaries.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { insertAlert, nextChangeNumber } from '../../lib/alerts/alert-store.js'
import { systemClock } from '../../lib/clock.js'
import { openDatabase } from '../../lib/db/open.js'
import { saveEpisode } from '../../lib/episodes/episode-store.js'
import { systemIds } from '../../lib/ids.js'
import { savePodcast } from '../../lib/podcasts/podcast-store.js'
import { IN_DATABASE } from '../../lib/transcripts/document-storage.js'
import { transactionWithTexts } from '../../lib/transcripts/transcript-texts.js'
import { anAuthority } from '../../test/support/certificates.js'
import { saveTranscript } from '../../test/support/transcripts.js'
import { corpus } from './corpus.js'
import { machine, quantile } from './support/numbers.js'
import { benchPostgres } from './support/postgres.js'
import { makeTeams, queueDeliveries } from './support/webhook-teams.js'

const WORKERS = [1, 2, 4]
const ROUNDS = 3
const TEAMS = 40
const DELIVERIES_EACH = 100
const TRANSCRIPTS = 200
const WORDS = 8_000
const ALERTS = 1_000
/** Alerts that each transcript matches. */
const HEARD = 10
const COMMAND = fileURLToPath(new URL('../overheard.js', import.meta.url))

const { values, positionals } = parseArgs({
  options: { postgres: { type: 'string' } },
  allowPositionals: true,
})
const found = await benchPostgres(values.postgres)
if (typeof found === 'string') {
  console.log(`Workers: not measured, ${found}`)
  process.exit(0)
}
const server = found
const folder = await mkdtemp(join(tmpdir(), 'overheard-bench-'))
const authority = anAuthority()
await writeFile(join(folder, 'ca.pem'), authority.ca)
const db = await openDatabase(server.url)
const parts = { db, ids: systemIds, clock: systemClock }

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [COMMAND, 'worker', '--json'], {
    env: {
      ...process.env,
      OVERHEARD_DATABASE: server.url,
      OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8',
      OVERHEARD_ALERT_MATCHES_PER_DAY: '1000000',
      OVERHEARD_LOG_LEVEL: 'error',
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout!, 'data')
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function until(none: string): Promise<void> {
  while ((await db.get<{ count: number }>(none))!.count > 0) await pause(20)
}

interface Work {
  what: string
  /** The number of rows that one `begin` makes due. */
  count: number
  /** Makes the work due; resolves at the commit. */
  begin(): Promise<unknown>
  /** Counts the remaining work. */
  left: string
}

/** The work per second of some workers that have done it once before. */
async function rate(workers: number, { count, begin, left }: Work): Promise<number> {
  const children = await Promise.all(Array.from({ length: workers }, startWorker))
  await begin()
  await until(left)
  await begin()
  const startedAt = performance.now()
  await until(left)
  const seconds = (performance.now() - startedAt) / 1000
  await Promise.all(children.map(stop))
  return count / seconds
}

async function measure(work: Work): Promise<void> {
  const rates = new Map(WORKERS.map((workers) => [workers, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const workers of WORKERS) rates.get(workers)!.push(await rate(workers, work))
  }
  const one = quantile(rates.get(1)!, 0.5)
  for (const [workers, all] of rates) {
    const median = quantile(all, 0.5)
    const ratio = (median / one).toFixed(2)
    console.log(`  ${work.what} with ${workers} workers  ${median.toFixed(0).padStart(6)}/s  ×${ratio}`)
  }
}

async function deliveries(): Promise<void> {
  const child = fork(fileURLToPath(new URL('./support/receiver-process.js', import.meta.url)))
  const { key, cert } = authority.issue()
  child.send({ key: String(key), cert: String(cert), ports: TEAMS, hanging: 0, report: false })
  const [ports] = (await once(child, 'message')) as [number[]]
  const teams = await makeTeams(
    parts,
    ports.map((port) => `https://127.0.0.1:${port}/hook`),
  )
  await measure({
    what: 'deliveries',
    count: TEAMS * DELIVERIES_EACH,
    begin: () => queueDeliveries(parts, teams, DELIVERIES_EACH),
    left: "SELECT count(*) AS count FROM deliveries WHERE status = 'pending'",
  })
  child.kill()
  await db.run('DELETE FROM webhooks')
}

const keyword = (number: number) => `signal${number}`

async function saveTranscripts(): Promise<void> {
  const now = systemClock.now()
  const feed = { feedUrl: 'https://example.org/feed.xml', title: 'Bench' }
  const podcast = await savePodcast(db, feed, { uuid: systemIds.uuid(), now })
  let number = 0
  for (const { title, sentences } of corpus(TRANSCRIPTS, WORDS, now)) {
    const fields = { podcastId: podcast.id, guid: `${number}`, title, publishedAt: now - 90 * 86_400_000 }
    const made = { uuid: systemIds.uuid(), now }
    const episode = await transactionWithTexts(db, IN_DATABASE, (db, texts) =>
      saveEpisode(db, fields, { ...made, texts }),
    )
    const heard = Array.from({ length: HEARD }, (_, index) => keyword((number * 7 + index * 97) % ALERTS))
    const spoken = [...sentences, ...heard.map((word) => `Now to ${word}.`)]
    const segments = spoken.map((text, index) => ({ start: index * 5, end: index * 5 + 5, text }))
    const document = { language: 'en', durationSeconds: null, timed: true, segments }
    await saveTranscript(db, { episode, document, documents: IN_DATABASE, source: 'import', now })
    number++
  }
}

async function makeAlerts(): Promise<void> {
  const [teamId] = await makeTeams(parts, ['https://nobody.example.org/'])
  // Only matching is measured.
  await db.run('DELETE FROM webhooks')
  await db.transaction(async (db) => {
    for (let number = 0; number < ALERTS; number++) {
      await insertAlert(db, {
        uuid: systemIds.uuid(),
        teamId: teamId!,
        createdBy: null,
        name: `Alert ${number}`,
        keywords: [keyword(number)],
        question: '',
        useClassifier: false,
        emailEnabled: false,
        isActive: true,
        changeNumber: await nextChangeNumber(db),
        now: systemClock.now(),
      })
    }
  })
}

async function matches(): Promise<void> {
  await saveTranscripts()
  await makeAlerts()
  await measure({
    what: 'matches',
    count: TRANSCRIPTS * HEARD,
    async begin() {
      await db.run('DELETE FROM matches')
      await db.run('UPDATE transcripts SET match_due_at = :now', { now: systemClock.now() })
    },
    left: 'SELECT count(*) AS count FROM transcripts WHERE match_due_at IS NOT NULL',
  })
}

const benches: Record<string, () => Promise<void>> = { deliveries, matches }
try {
  console.log(`Workers on PostgreSQL, medians of ${ROUNDS} rounds; ${machine()}`)
  for (const [name, bench] of Object.entries(benches))
    if (positionals.length === 0 || positionals.includes(name)) await bench()
} finally {
  await db.close()
  await server.remove()
  await rm(folder, { recursive: true, force: true })
}
