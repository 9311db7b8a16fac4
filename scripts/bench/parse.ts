// Feeds parsed, in MB a second, against the XML tokenizer underneath that only counts what it sees. The feeds are the
// .xml files of a folder, given as the argument.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Parser } from 'htmlparser2'
import { decodeDocument } from '../../lib/feeds/charset.js'
import { parseFeed } from '../../lib/feeds/parse-feed.js'
import { plainText } from '../../lib/text/plain.js'

const AIM = 0.3
const ROUNDS = 9
const WARM_UP = 3

const folder = process.argv[2]
if (folder === undefined) {
  console.log('parse: skipped; it wants a folder of feeds as its argument')
  process.exit()
}
const files = readdirSync(folder).filter((name) => name.endsWith('.xml'))
const documents = files.map((name) => readFileSync(join(folder, name)))
const megabytes = documents.reduce((sum, { length }) => sum + length, 0) / 1e6

function tokenize(bytes: Buffer): number {
  let seen = 0
  const count = () => {
    seen++
  }
  const parser = new Parser({ onopentag: count, ontext: count, onclosetag: count }, { xmlMode: true })
  parser.end(bytes.toString('utf8'))
  return seen
}

const parse = (bytes: Buffer) => parseFeed(decodeDocument(bytes), 'https://example.org/feed.xml').items
/** Stores every item, as on the day when a whole feed is new. */
const parseAndHold = (bytes: Buffer) => parse(bytes).map((item) => plainText(item.descriptionMarkup))

function rate(work: (bytes: Buffer) => unknown): number {
  const startedAt = performance.now()
  for (const bytes of documents) work(bytes)
  return (megabytes / (performance.now() - startedAt)) * 1000
}

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!

const rounds = Array.from({ length: WARM_UP + ROUNDS }, () => ({
  bare: rate(tokenize),
  ours: rate(parse),
  held: rate(parseAndHold),
})).slice(WARM_UP)
const bare = median(rounds.map((round) => round.bare))
for (const name of ['ours', 'held'] as const) {
  const ratio = median(rounds.map((round) => round[name] / round.bare))
  const what = name === 'ours' ? 'feeds parsed' : 'with every description made plain'
  console.log(
    `${what.padEnd(36)} ${median(rounds.map((round) => round[name])).toFixed(1)} MB/s; bare tokenizer ${bare.toFixed(1)}; ratio ${ratio.toFixed(2)} (at least ${AIM})`,
  )
}
