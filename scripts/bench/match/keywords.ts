import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { KeywordIndex } from '../../../lib/alerts/keyword-index.js'
import { prepareText } from '../../../lib/text/as-written.js'
import { corpus } from '../corpus.js'
import { ms, quantile } from '../support/numbers.js'

const COUNTS = [1, 1_000, 100_000, 1_000_000]
const AIMS: Record<number, string> = { 1000: 'at most 2', 100000: 'at most 10' }
const KEYWORDS_AN_ALERT = 10
const MOST_WORDS = 4
const WORDS_A_TRANSCRIPT = 8_000
const TRANSCRIPTS = 10
const ROUNDS = 5
const NOW = Date.parse('2026-11-20T12:00:00Z')

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function usedBytes(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Distinct phrases of one to four words from the generated speech. */
function* phrases(count: number): Generator<string> {
  const known = new Set<string>()
  let length = 0
  // Enough episodes for all phrases. The matched transcripts are others.
  for (const { sentences } of corpus(10_000, WORDS_A_TRANSCRIPT, NOW)) {
    const words = sentences.join(' ').toLowerCase().replaceAll('.', '').split(' ')
    for (let at = 0; at + MOST_WORDS < words.length; at += length) {
      length = (length % MOST_WORDS) + 1
      const phrase = words.slice(at, at + length).join(' ')
      if (known.has(phrase)) continue
      known.add(phrase)
      yield phrase
      if (known.size === count) return
    }
  }
}

function transcripts(): string[] {
  const texts: string[] = []
  for (const { sentences } of corpus(TRANSCRIPTS * 4, WORDS_A_TRANSCRIPT * 2, NOW + 1)) {
    const words = sentences.join(' ').split(' ')
    if (words.length >= WORDS_A_TRANSCRIPT) texts.push(words.slice(0, WORDS_A_TRANSCRIPT).join(' '))
    if (texts.length === TRANSCRIPTS) break
  }
  return texts
}

function fill(index: KeywordIndex, count: number): void {
  let alert = 0
  let batch: string[] = []
  for (const phrase of phrases(count)) {
    batch.push(phrase)
    if (batch.length === KEYWORDS_AN_ALERT) {
      index.set(++alert, batch)
      batch = []
    }
  }
  if (batch.length > 0) index.set(++alert, batch)
}

function timesOf(texts: readonly string[], work: (text: string) => void): number[] {
  const times: number[] = []
  for (let round = -1; round < ROUNDS; round++) {
    for (const text of texts) {
      const startedAt = performance.now()
      work(text)
      if (round >= 0) times.push(performance.now() - startedAt)
    }
  }
  return times
}

/** The alternative without an index: the keywords of each alert as one regular expression. */
function regularExpressions(count: number): RegExp[] {
  return [...phrases(count)].map((phrase) => new RegExp(`\\b${phrase}\\b`, 'i'))
}

/** Prepares, matches and verifies one transcript of 8,000 words against all keywords. */
export async function keywords(): Promise<void> {
  const texts = transcripts()
  console.log('one transcript of 8,000 words against distinct keywords of one to four words, ten an alert')
  for (const count of COUNTS) {
    const before = usedBytes()
    const index = new KeywordIndex()
    const startedAt = performance.now()
    fill(index, count)
    const builtIn = (performance.now() - startedAt) / 1000
    const megabytes = (usedBytes() - before) / 1e6
    let alerts = 0
    const times = timesOf(texts, (text) => {
      alerts = index.find(prepareText(text)).alerts.size
    })
    const aim = AIMS[count] ? ` (${AIMS[count]} ms)` : ''
    console.log(
      `  ${count.toLocaleString('en').padStart(9)} keywords  p50 ${ms(quantile(times, 0.5))}${aim}, p95 ${ms(quantile(times, 0.95))}; ` +
        `${megabytes.toFixed(0)} MB; ${alerts} alerts met; generated and built in ${builtIn.toFixed(1)} s`,
    )
    if (count === 1_000) compare(texts, quantile(times, 0.5))
  }
}

function compare(texts: readonly string[], ours: number): void {
  const expressions = regularExpressions(1_000)
  const theirs = timesOf(texts, (text) => expressions.filter((expression) => expression.test(text)))
  const p50 = quantile(theirs, 0.5)
  console.log(
    `      1,000 regular expressions in turn  p50 ${ms(p50)}: ${(p50 / ours).toFixed(1)} times as long (at least 15)`,
  )
}
