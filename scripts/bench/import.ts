// Words a second that an import takes in (parsed, packed, indexed, ready to be matched), against a bare FTS5 insert
// of the same texts in the same run. Usage: node dist/scripts/bench/import.js [--episodes N] [--words N]

import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../../lib/clock.js'
import { openDatabase } from '../../lib/db/open.js'
import { openConnection } from '../../lib/db/sqlite.js'
import { systemIds } from '../../lib/ids.js'
import { Importer } from '../../lib/import/importer.js'
import { IN_DATABASE } from '../../lib/transcripts/document-storage.js'
import { corpus } from './corpus.js'
import { machine } from './support/numbers.js'

const AIM = 0.4
const ROUNDS = 3
const FEED = 'https://example.org/feed.xml'
const BATCH = 10

const { values } = parseArgs({
  options: { episodes: { type: 'string', default: '1000' }, words: { type: 'string', default: '8000' } },
})
const episodes = Number(values.episodes)
const NOW = Date.parse('2026-11-20T12:00:00Z')

/** The corpus as a file of import lines; the number of words in it. */
async function writeLines(file: string): Promise<number> {
  const out = createWriteStream(file)
  out.write(`${JSON.stringify({ type: 'podcast', feed_url: FEED, title: 'Bench' })}\n`)
  let words = 0
  let number = 0
  for (const { publishedAt, title, sentences } of corpus(episodes, Number(values.words), NOW)) {
    const segments = sentences.map((text, index) => ({ start: index * 5, end: index * 5 + 5, text }))
    words += sentences.reduce((sum, sentence) => sum + sentence.split(' ').length, 0)
    const published_at = new Date(publishedAt).toISOString()
    const transcript = { language: 'en', duration_seconds: null, segments }
    const line = { type: 'episode', feed_url: FEED, guid: `e${number++}`, title, published_at, transcript }
    if (!out.write(`${JSON.stringify(line)}\n`)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
  return words
}

async function importAll(file: string, path: string): Promise<number> {
  const db = await openDatabase(path)
  const startedAt = performance.now()
  const importer = new Importer(db, { clock: systemClock, ids: systemIds, documents: IN_DATABASE })
  await importer.run({ stream: createReadStream(file), folder: '.' })
  const milliseconds = performance.now() - startedAt
  await db.close()
  if (importer.faults.length > 0) throw new Error(importer.faults[0]!.error)
  return milliseconds
}

/**
 * The floor: inserts the texts from memory into a bare index, in batches of the same size and order as an
 * import's.
 */
function insertBare(path: string): number {
  const connection = openConnection(path)
  connection.exec("CREATE VIRTUAL TABLE bare USING fts5(body, content = '', contentless_delete = 1)")
  const texts = [...corpus(episodes, Number(values.words), NOW)].map(({ sentences }) => sentences.join(' '))
  const insert = connection.prepare('INSERT INTO bare (rowid, body) VALUES (?, ?)')
  const startedAt = performance.now()
  for (let from = 0; from < texts.length; from += BATCH) {
    connection.transaction(() => {
      for (const [index, text] of texts.slice(from, from + BATCH).entries())
        insert.run(BigInt(from + index), text)
    })()
  }
  const milliseconds = performance.now() - startedAt
  connection.close()
  return milliseconds
}

const folder = await mkdtemp(join(tmpdir(), 'overheard-bench-'))
const file = join(folder, 'lines.jsonl')
const words = await writeLines(file)
const imported: number[] = []
const bare: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  bare.push(insertBare(join(folder, `bare${round}.db`)))
  imported.push(await importAll(file, join(folder, `import${round}.db`)))
}
const perSecond = (times: number[]) => words / (Math.min(...times) / 1000)
console.log(`Import: ${episodes} episodes, ${words} words, the best of ${ROUNDS} rounds; ${machine()}`)
console.log(`  bare FTS5 insert  ${perSecond(bare).toFixed(0).padStart(9)} words/s`)
console.log(
  `  import            ${perSecond(imported).toFixed(0).padStart(9)} words/s  ×${(perSecond(imported) / perSecond(bare)).toFixed(2)} (aim: ${AIM})`,
)
await rm(folder, { recursive: true, force: true })
