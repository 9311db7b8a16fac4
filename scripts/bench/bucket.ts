// What a bucket costs beside the database, in one run: an import, a transcript, a first page of a search with its
// excerpts. The bucket is a process of this machine that takes some milliseconds over each answer.
//   npm run build && node dist/scripts/bench/bucket.js [--episodes 300] [--words 8000] [--delay 20]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { systemClock } from '../../lib/clock.js'
import { readConfig } from '../../lib/config.js'
import { openDatabase } from '../../lib/db/open.js'
import type { Db } from '../../lib/db/types.js'
import { systemIds } from '../../lib/ids.js'
import { Importer } from '../../lib/import/importer.js'
import { createSafeFetch } from '../../lib/safe-fetch.js'
import { parseQuery } from '../../lib/search/query.js'
import { searchCalls } from '../../lib/search/search-calls.js'
import { keyRanges } from '../../lib/search/search-key.js'
import {
  type DocumentStorage,
  documentStorageOf,
  IN_DATABASE,
} from '../../lib/transcripts/document-storage.js'
import { readTranscript } from '../../lib/transcripts/transcript-store.js'
import { corpus, wordInShare } from './corpus.js'
import { machine, quantile } from './support/numbers.js'

const { values } = parseArgs({
  options: {
    episodes: { type: 'string', default: '300' },
    words: { type: 'string', default: '8000' },
    delay: { type: 'string', default: '20' },
  },
})
const episodes = Number(values.episodes)
const words = Number(values.words)

const NOW = Date.parse('2026-11-20T12:00:00Z')
const FEED = 'https://example.org/feed.xml'
const ROUNDS = 20

function* lines(): Generator<Buffer> {
  yield Buffer.from(`${JSON.stringify({ type: 'podcast', feed_url: FEED, title: 'Bench' })}\n`)
  let number = 0
  for (const { publishedAt, title, sentences } of corpus(episodes, words, NOW)) {
    const segments = sentences.map((text, index) => ({ start: index * 5, end: index * 5 + 5, text }))
    const published_at = new Date(publishedAt).toISOString()
    const transcript = { language: 'en', segments }
    const line = { type: 'episode', feed_url: FEED, guid: `e${number++}`, title, published_at, transcript }
    yield Buffer.from(`${JSON.stringify(line)}\n`)
  }
}

async function importAll(db: Db, documents: DocumentStorage, all: readonly Buffer[]): Promise<number> {
  const importer = new Importer(db, { clock: systemClock, ids: systemIds, documents })
  async function* stream() {
    yield* all
  }
  const startedAt = performance.now()
  await importer.run({ stream: stream(), folder: '.' })
  const milliseconds = performance.now() - startedAt
  if (importer.faults.length > 0) throw new Error(importer.faults[0]!.error)
  return milliseconds
}

/** Each pass has an empty cache, unless `warm`. */
async function timed(
  work: (documents: DocumentStorage, round: number) => Promise<unknown>,
  storage: () => DocumentStorage,
  warm: boolean,
): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const documents = storage()
    if (warm) await work(documents, round)
    const startedAt = performance.now()
    await work(documents, round)
    times.push(performance.now() - startedAt)
  }
  return times
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`.padStart(9)
const print = (line: string) => process.stdout.write(`${line}\n`)

function report(what: string, times: readonly number[], beside?: readonly number[]): void {
  const ratio = beside ? `  ×${(quantile(times, 0.5) / quantile(beside, 0.5)).toFixed(1)}` : ''
  print(`    ${what.padEnd(24)} p50 ${ms(quantile(times, 0.5))}  p95 ${ms(quantile(times, 0.95))}${ratio}`)
}

const folder = await mkdtemp(join(tmpdir(), 'overheard-bench-'))
const peer = fork(fileURLToPath(new URL('./support/s3-process.js', import.meta.url)), [values.delay])
const safeFetch = createSafeFetch()
try {
  const [environment] = (await once(peer, 'message')) as [Record<string, string>]
  const config = readConfig(environment, '/')
  const storage = () => documentStorageOf(config, () => safeFetch)
  const all = [...lines()]
  const inRows = await openDatabase(join(folder, 'rows.db'))
  const inBucket = await openDatabase(join(folder, 'bucket.db'))

  print(`${episodes} episodes of about ${words} words; ${values.delay} ms an answer; ${machine()}`)
  const [rows, objects] = [
    await importAll(inRows, IN_DATABASE, all),
    await importAll(inBucket, storage(), all),
  ]
  const perSecond = (milliseconds: number) => (episodes / (milliseconds / 1000)).toFixed(0)
  print(`  import, episodes a second: database ${perSecond(rows)}, bucket ${perSecond(objects)}`)

  const ids = await inRows.all<{ id: number }>('SELECT id FROM episodes ORDER BY id LIMIT :limit', {
    limit: ROUNDS,
  })
  const idOf = (round: number) => ids[round % ids.length]!.id
  print('  a transcript, unpacked')
  const fromRow = await timed(
    (documents, round) => readTranscript(inRows, documents, idOf(round)),
    () => IN_DATABASE,
    false,
  )
  const read = (documents: DocumentStorage, round: number) => readTranscript(inBucket, documents, idOf(round))
  report('database', fromRow)
  report('bucket', await timed(read, storage, false), fromRow)
  report('bucket, read lately', await timed(read, storage, true), fromRow)

  const { dated, undated } = keyRanges(NOW - 500 * 86_400_000, NOW)
  const page = (db: Db) => (documents: DocumentStorage) =>
    searchCalls(db, documents).episodesByTime({
      query: parseQuery(wordInShare(0.5, words)),
      scope: 'transcript',
      ranges: [dated, undated],
      direction: 'desc',
      limit: 25,
    })
  print('  a first page of 25 hits with excerpts')
  const pageOfRows = await timed(page(inRows), () => IN_DATABASE, false)
  report('database', pageOfRows)
  report('bucket', await timed(page(inBucket), storage, false), pageOfRows)
  report('bucket, read lately', await timed(page(inBucket), storage, true), pageOfRows)
  await inRows.close()
  await inBucket.close()
} finally {
  peer.kill()
  await safeFetch.close()
  await rm(folder, { recursive: true, force: true })
}
