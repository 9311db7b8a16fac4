// The same search on SQLite and on PostgreSQL in one run, after a move from one to the other; with --citus on a
// coordinator too, whose nodes the search is spread over.
//   npm run build && node dist/scripts/bench/engines.js --postgres URL [--citus URL] [--episodes 10000] [--words 8000]
//     [--folder DIR] [--only 'common word,phrase'] [--texts FOLDER ...]
// The URLs name empty databases, or with a folder those of the run before. Prints first how far SQLite and PostgreSQL agree
// on best matches: of the made-up speech, and of the real transcripts in the folders of --texts. `--only agreement` prints no more.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../../lib/clock.js'
import { connectToRead, openDatabase } from '../../lib/db/open.js'
import type { Db } from '../../lib/db/types.js'
import { openAlone } from '../../lib/move/alone.js'
import { moveDatabase } from '../../lib/move/move.js'
import { distributeSearch, readCitus } from '../../lib/search/distribute.js'
import { parseQuery } from '../../lib/search/query.js'
import { searchCalls } from '../../lib/search/search-calls.js'
import { keyRanges } from '../../lib/search/search-key.js'
import { searchWindow } from '../../lib/search/window.js'
import { IN_DATABASE } from '../../lib/transcripts/document-storage.js'
import { corpus } from './corpus.js'
import { agreementOf, queriesFor, storeRealTexts } from './search/agreement.js'
import { build } from './search/build.js'
import { inventedWords, queryClasses } from './search/questions.js'
import { readTranscripts } from './search/real-speech.js'
import { quantile } from './support/numbers.js'
import { benchPostgres } from './support/postgres.js'

const { values: options } = parseArgs({
  options: {
    postgres: { type: 'string' },
    citus: { type: 'string' },
    episodes: { type: 'string', default: '10000' },
    words: { type: 'string', default: '8000' },
    folder: { type: 'string' },
    /** Kinds of queries to measure, separated by commas. */
    only: { type: 'string' },
    texts: { type: 'string', multiple: true, default: [] },
  },
})
const url = options.postgres
if (!url) throw new Error('--postgres names no database')
const episodes = Number(options.episodes)
const words = Number(options.words)

const NOW = Date.parse('2026-11-20T12:00:00Z')
const ROUNDS = 10
const WINDOWS = { '30 days': searchWindow({}, NOW), '18 months': searchWindow({ since: '2000-01-01' }, NOW) }
const ORDERS = ['newest', 'best'] as const

const print = (line: string) => process.stdout.write(`${line}\n`)
const ms = (value: number) => value.toFixed(value < 10 ? 2 : 0).padStart(8)

/** Milliseconds of a whole first page with its excerpts. */
async function timePage(
  db: Db,
  q: string,
  window: (typeof WINDOWS)['30 days'],
  order: (typeof ORDERS)[number],
): Promise<number> {
  const { dated, undated } = keyRanges(window.fromAt, window.toAt)
  const question = { query: parseQuery(q), scope: 'transcript' as const, ranges: [dated, undated], limit: 25 }
  const calls = searchCalls(db, IN_DATABASE)
  const start = performance.now()
  await (order === 'newest'
    ? calls.episodesByTime({ ...question, direction: 'desc' })
    : calls.episodesByRank(question))
  return performance.now() - start
}

/** Measures the engines in turns, so that other load affects both equally. */
async function compare(dbs: readonly Db[], name: string, queries: readonly string[]): Promise<void> {
  for (const [days, window] of Object.entries(WINDOWS)) {
    for (const order of ORDERS) {
      const taken = dbs.map((): number[] => [])
      for (let round = 0; round < ROUNDS; round++) {
        for (const q of queries) {
          for (const [index, db] of dbs.entries()) taken[index]!.push(await timePage(db, q, window, order))
        }
      }
      const cells = taken.map((some) => `${ms(quantile(some, 0.5))} ${ms(quantile(some, 0.95))}`)
      print(`  ${name.padEnd(12)} ${days.padEnd(9)} ${order.padEnd(6)} ${cells.join('   ')}`)
    }
  }
}

async function moveOver(path: string, target: string, count = episodes): Promise<void> {
  const [source, arriving] = [await openAlone(path), await openAlone(target)]
  if (target === options.citus) {
    await distributeSearch(arriving, { nodes: (await readCitus(arriving)).nodes })
  }
  const start = performance.now()
  await moveDatabase({ source, target: arriving, clock: systemClock, documents: IN_DATABASE })
  const seconds = (performance.now() - start) / 1000
  print(`move: ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)} episodes a second, checked`)
  await arriving.run('VACUUM ANALYZE')
  await source.close()
  await arriving.close()
}

/** Texts that queries are taken from. */
const SAMPLE = 300

function madeUpTexts(): string[] {
  const texts: string[] = []
  for (const { sentences } of corpus(episodes, words, NOW)) {
    if (texts.push(sentences.join(' ')) === SAMPLE) break
  }
  return texts
}

async function printAgreement(what: string, dbs: readonly [Db, Db], texts: readonly string[]): Promise<void> {
  for (const [days, window] of Object.entries(WINDOWS)) {
    const { dated } = keyRanges(window.fromAt, window.toAt)
    const counts = await agreementOf(dbs, queriesFor(texts), dated)
    print(
      `  ${what}, ${days}: ${quantile(counts, 0.5)} of the first 10 at the median of ${counts.length} queries (aim: 8), ${quantile(counts, 0.1)} at the tenth percentile`,
    )
  }
}

/** Real transcripts are stored in a file and on a server of their own. */
async function printRealAgreement(folder: string): Promise<void> {
  const leaveOut = (why: string) => print(`  real transcripts: left out, ${why}`)
  const documents = readTranscripts(options.texts)
  if (documents.length === 0) {
    leaveOut('--texts names no folder with transcripts')
    return
  }
  const server = await benchPostgres()
  if (typeof server === 'string') {
    leaveOut(server)
    return
  }
  const path = join(folder, 'real.db')
  try {
    await rm(path, { force: true })
    const file = await openDatabase(path)
    const texts = await storeRealTexts(file, documents, NOW)
    await file.close()
    await moveOver(path, server.url, texts.length)
    const dbs = [connectToRead(path), connectToRead(server.url)] as const
    await printAgreement(`${texts.length} real transcripts`, dbs, texts)
    for (const db of dbs) await db.close()
  } finally {
    await server.remove()
  }
}

const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'overheard-bench-')))
if (options.folder) await mkdir(folder, { recursive: true })
try {
  const path = join(folder, 'ours.db')
  const file = await openDatabase(path)
  await build(file, folder, { speech: corpus(episodes, words, NOW), now: NOW })
  await file.close()
  const urls = [url, ...(options.citus ? [options.citus] : [])]
  for (const target of urls) {
    const server = await openDatabase(target)
    const isThere = await server.get('SELECT id FROM episodes LIMIT 1')
    await server.close()
    if (!isThere) await moveOver(path, target)
  }

  const dbs = [path, ...urls].map(connectToRead)
  print(
    `${episodes} episodes of ${words} words; ${cpus().length} cores, ${cpus()[0]!.model}, Node ${process.version}`,
  )
  print('Best matches in which the engines agree:')
  await printAgreement('made-up speech', [dbs[0]!, dbs[1]!], madeUpTexts())
  await printRealAgreement(folder)
  print(
    `Whole first pages, ms:            SQLite p50      p95   PostgreSQL p50   p95${options.citus ? '       Citus p50      p95' : ''}`,
  )
  const only = options.only?.split(',')
  for (const { name, queries } of queryClasses(inventedWords(episodes, words))) {
    if (only && !only.includes(name)) continue
    await compare(
      dbs,
      name,
      queries.map(({ q }) => q),
    )
  }
  for (const db of dbs) await db.close()
} finally {
  if (!options.folder) await rm(folder, { recursive: true, force: true })
}
