// Search over made-up speech: whole pages over HTTP, then ids and pages against the table that one would write first.
//   npm run build && node dist/scripts/bench/search.js [--episodes 50000] [--words 8000] [--folder DIR]
//     [--texts FOLDER ...] [--against BUILD --database FILE] [--only-pages] [--clients] [--exactness]
// With a folder, the databases stay there and the next run begins with them. --against names the folder of another build, as of
// an earlier commit, and --database a file that it has made: their pages are timed in turns.
// With --texts, the speech is put together from the transcripts in these folders. --exactness compares the first 25 best
// matches of 500 queries with bm25 over all matches.
// --clients lets 16 clients ask each build for pages at once, and measures memory and other requests beside them.
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { migrateSqlite } from '../../lib/db/migrate.js'
import { SqliteDatabase } from '../../lib/db/sqlite.js'
import type { Db } from '../../lib/db/types.js'
import { searcherOf } from '../../lib/search/engines.js'
import { parseQuery } from '../../lib/search/query.js'
import { searchCalls } from '../../lib/search/search-calls.js'
import { keyRanges } from '../../lib/search/search-key.js'
import { searchWindow } from '../../lib/search/window.js'
import { IN_DATABASE } from '../../lib/transcripts/document-storage.js'
import { type CorpusEpisode, corpus } from './corpus.js'
import { exactnessOf, queriesFor } from './search/agreement.js'
import { build } from './search/build.js'
import { timeClients } from './search/clients.js'
import { NaiveIndex } from './search/naive.js'
import { inventedWords, type QueryClass, queryClasses, spokenWords } from './search/questions.js'
import { readTranscripts, resampled } from './search/real-speech.js'
import { timePages } from './search/requests.js'

const { values: options } = parseArgs({
  options: {
    episodes: { type: 'string', default: '10000' },
    words: { type: 'string', default: '8000' },
    folder: { type: 'string' },
    against: { type: 'string' },
    database: { type: 'string' },
    'only-pages': { type: 'boolean' },
    clients: { type: 'boolean' },
    exactness: { type: 'boolean' },
    texts: { type: 'string', multiple: true, default: [] },
  },
})
const episodes = Number(options.episodes)
const words = Number(options.words)

const NOW = Date.parse('2026-11-20T12:00:00Z')
const ROUNDS = 5
const SAMPLE = 500
const WINDOWS = { '30 days': searchWindow({}, NOW), '18 months': searchWindow({ since: '2000-01-01' }, NOW) }
const ORDERS = ['newest', 'best'] as const

type Order = (typeof ORDERS)[number]
type Window = (typeof WINDOWS)['30 days']

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!
const print = (line: string) => process.stdout.write(`${line}\n`)
const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0)).padStart(8)
const times = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)}x`.padStart(7)

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The ids of a first page. */
function ids(db: Db, q: string, window: Window, order: Order): Promise<unknown> {
  const search = { query: parseQuery(q), scope: 'transcript' as const }
  const { dated } = keyRanges(window.fromAt, window.toAt)
  const searcher = searcherOf(db)
  return order === 'newest'
    ? searcher.byTime(db, search, dated, 'desc', 26)
    : searcher.byRank(db, search, [dated], 26)
}

/** A whole first page: rows, podcasts and excerpts. */
function page(db: Db, q: string, window: Window, order: Order): Promise<unknown> {
  const { dated, undated } = keyRanges(window.fromAt, window.toAt)
  const question = {
    query: parseQuery(q),
    scope: 'transcript' as const,
    ranges: [dated, undated],
    limit: 25,
  }
  const calls = searchCalls(db, IN_DATABASE)
  return order === 'newest'
    ? calls.episodesByTime({ ...question, direction: 'desc' })
    : calls.episodesByRank(question)
}

async function compare(
  db: Db,
  naive: NaiveIndex,
  { name, queries }: QueryClass,
  given: { rounds: number; withExcerpts: boolean; windows: string[] },
): Promise<void> {
  for (const [days, window] of Object.entries(WINDOWS)) {
    if (!given.windows.includes(days)) continue
    for (const order of ORDERS) {
      const ours: number[] = []
      const theirs: number[] = []
      for (let round = 0; round < given.rounds; round++) {
        for (const { q, naive: match } of given.withExcerpts ? queries.slice(0, 1) : queries) {
          theirs.push(naive.time(match, window.fromAt, window.toAt - 1, order, given.withExcerpts))
          ours.push(await timed(() => (given.withExcerpts ? page : ids)(db, q, window, order)))
        }
      }
      const [our, their] = [median(ours), median(theirs)]
      const label = `${name.padEnd(12)} ${days.padEnd(9)} ${order.padEnd(6)}`
      print(`  ${label} ${ms(their)} ${ms(our)} ${times(their / our)}`)
    }
  }
}

async function sizes(folder: string): Promise<string> {
  const megabytes = async (file: string) => Math.round((await stat(join(folder, file))).size / 1_000_000)
  return `naive ${await megabytes('naive.db')} MB, ours ${await megabytes('ours.db')} MB with packed transcripts`
}

async function compareWithNaive(db: Db, naive: NaiveIndex, classes: readonly QueryClass[]): Promise<void> {
  print('\nIds of a first page, median ms:       naive     ours   quicker')
  const windows = Object.keys(WINDOWS)
  for (const one of classes) await compare(db, naive, one, { rounds: ROUNDS, withExcerpts: false, windows })

  print('\nWhole page with excerpts, ms:     snippet()     ours   quicker')
  // The naive page takes over a minute for a common word in 18 months of a large corpus.
  const affordable = episodes > 20_000 ? ['30 days'] : windows
  for (const one of classes) {
    await compare(db, naive, one, { rounds: 3, withExcerpts: true, windows: affordable })
  }
}

const documents = readTranscripts(options.texts)
const speech = () =>
  documents.length > 0 ? resampled(documents, { episodes, words, now: NOW }) : corpus(episodes, words, NOW)

/** The first episodes, which queries are taken from. */
function* sample(): Generator<CorpusEpisode> {
  let left = SAMPLE
  for (const episode of speech()) {
    if (left-- === 0) return
    yield episode
  }
}

const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'overheard-bench-')))
if (options.folder) await mkdir(folder, { recursive: true })
try {
  const path = join(folder, 'ours.db')
  await migrateSqlite(path)
  const db = new SqliteDatabase(path, { cacheKib: 64_000 })
  const naive = new NaiveIndex(join(folder, 'naive.db'))
  const built = await build(db, folder, { speech: speech(), now: NOW }, naive)
  db.connection.pragma('wal_checkpoint(TRUNCATE)')
  const classes = queryClasses(
    documents.length > 0 ? spokenWords(sample(), episodes) : inventedWords(episodes, words),
  )
  const perSecond = (milliseconds: number) => (built.words / milliseconds / 1000).toFixed(2)

  print(
    `${episodes} episodes of ${Math.round(built.words / episodes)} words; ${cpus().length} cores, ${cpus()[0]!.model}, Node ${process.version}`,
  )
  print(`node dist/scripts/bench/search.js --episodes ${episodes} --words ${words}`)
  print(`Sizes: ${await sizes(folder)}`)
  print(
    `Building, million words a second: naive ${perSecond(built.naiveMs)}, ours ${perSecond(built.ourMs)}, share ${(built.naiveMs / built.ourMs).toFixed(2)}`,
  )

  const builds = [
    ...(options.against && options.database ? [{ folder: options.against, database: options.database }] : []),
    { folder: fileURLToPath(new URL('../../..', import.meta.url)), database: path },
  ]
  print(
    `\nWhole pages over HTTP, p50 and p95 ms:   bare HTTP ${builds.length > 1 ? '            against' : ''}             ours`,
  )
  for (const { label, times } of await timePages(builds, classes, NOW)) {
    print(`  ${label} ${times.map(([p50, p95]) => `${ms(p50)} ${ms(p95)}`).join('  ')}`)
  }

  if (options.exactness) {
    const texts = Array.from(sample(), ({ sentences }) => sentences.join(' '))
    print('\nFirst 25 best matches in the place that bm25 over all matches gives them:')
    for (const [days, window] of Object.entries(WINDOWS)) {
      for (const table of ['transcript_index', 'transcript_index_recent']) {
        // Searches of the last weeks rank by the statistics of the recent index.
        if (table === 'transcript_index_recent' && days !== '30 days') continue
        const { dated: range } = keyRanges(window.fromAt, window.toAt)
        const shares = await exactnessOf(db, queriesFor(texts, 500), { range, table })
        const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
        print(
          `  ${days}, ${table}: ${(mean * 100).toFixed(1)} % of the places in ${shares.length} queries, least ${Math.min(...shares)}`,
        )
      }
    }
  }

  if (options.clients) {
    print('\n16 clients for 30 s:   pages/s   p50   p95 ms   GET /me p50   p99 ms   memory, MB')
    for (let turn = 0; turn < 2; turn++) {
      for (const build of builds) {
        const { pagesPerSecond, page, other, peakMb } = await timeClients(build, classes, NOW)
        const label = build.database === path ? 'ours' : 'against'
        print(`  ${label.padEnd(20)} ${[pagesPerSecond, ...page, ...other, peakMb].map(ms).join(' ')}`)
      }
    }
  }

  if (!options['only-pages']) await compareWithNaive(db, naive, classes)
  naive.close()
  await db.close()
} finally {
  if (!options.folder) await rm(folder, { recursive: true, force: true })
}
