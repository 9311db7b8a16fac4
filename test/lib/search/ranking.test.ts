import { expect } from 'chai'
import { DAY_MS } from '../../../lib/clock.js'
import { searcherOf, writerOf } from '../../../lib/search/engines.js'
import { tokensOf } from '../../../lib/search/fold.js'
import { parseQuery } from '../../../lib/search/query.js'
import { keyRanges } from '../../../lib/search/search-key.js'
import { COUNT_COLUMNS } from '../../../lib/search/word-counts.js'
import { labelledVector } from '../../../lib/search/word-vectors.js'
import { IN_DATABASE } from '../../../lib/transcripts/document-storage.js'
import { corpus, wordInShare, wordOfRank } from '../../../scripts/bench/corpus.js'
import { bm25, type RankedText, rankedText } from '../../support/bm25.js'
import { anEpisode, aPodcast } from '../../support/catalogue.js'
import { useDatabase } from '../../support/database.js'
import { describeOnPostgres } from '../../support/engine.js'
import { meets } from '../../support/evaluate.js'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const EPISODES = 200
const WORDS = 1500
const PAGE = 10
const AGREEING = 8

const words = [0.05, 0.1, 0.2, 0.35, 0.45, 0.6, 0.8, 0.95].map((share) => wordInShare(share, WORDS))
const frequent = Array.from({ length: 4 }, (_, rank) => wordOfRank(rank))
const phrases = frequent.flatMap((one) => frequent.map((other) => `"${one} ${other}"`))

/** A hundred queries of words that many, some and few episodes say. */
function queries(): string[] {
  const pairs = words.flatMap((one, index) => words.slice(index + 1).map((other) => [one, other] as const))
  return [
    ...words.map((word) => `"${word}"`),
    ...pairs.map(([one, other]) => `"${one}" "${other}"`),
    ...pairs.map(([one, other]) => `"${one}" | "${other}"`),
    ...pairs.slice(0, 20).map(([one, other]) => `"${one}" -"${other}"`),
    ...phrases,
  ]
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!

describe('a best match', function () {
  this.timeout(120_000)
  const database = useDatabase()
  const texts: RankedText[] = []
  const spoken = new Map<number, string>()
  const { dated } = keyRanges(NOW - 60 * DAY_MS, NOW + DAY_MS)
  let counts: number[]

  before(async () => {
    const holder = { db: database(), now: NOW }
    const podcast = await aPodcast({}, holder)
    let number = 0
    for (const { sentences } of corpus(EPISODES, WORDS, NOW)) {
      const says = sentences.join(' ')
      const publishedAt = NOW - (number++ % 50) * DAY_MS
      const { searchKey } = await anEpisode({ podcast, says, publishedAt }, holder)
      texts.push(rankedText(searchKey, says))
      spoken.set(searchKey, says)
    }
    counts = await agreeing()
  })

  const firstOf = (q: string, limit: number): Promise<number[]> =>
    searcherOf(database()).byRank(database(), { query: parseQuery(q), scope: 'transcript' }, [dated], limit)

  /** How many of the first hits of each query are the first by bm25. */
  async function agreeing(): Promise<number[]> {
    const counts: number[] = []
    for (const q of queries()) {
      const query = parseQuery(q)
      const ranks = bm25(texts, query)
      const best = [...ranks.keys()]
        .filter((key) => meets(query, { texts: [spoken.get(key)!] }))
        .sort((a, b) => ranks.get(b)! - ranks.get(a)! || b - a)
        .slice(0, PAGE)
      const found = await firstOf(q, PAGE)
      if (best.length === PAGE) counts.push(found.filter((key) => best.includes(key)).length)
    }
    return counts
  }

  it('a best match has the same first ten hits as bm25 over all matches, on both engines', () => {
    expect(counts.length).to.be.at.least(80)
    expect(median(counts)).to.equal(PAGE)
    expect(counts.filter((count) => count >= AGREEING).length / counts.length).to.be.above(0.9)
  })

  it('the first page of a query that excludes a phrase is the beginning of the ranking of all matches, on both engines', async () => {
    let changed = 0
    for (const word of words) {
      const withAll = await firstOf(word, PAGE)
      for (const phrase of phrases) {
        const page = await firstOf(`${word} -${phrase}`, PAGE)
        const all = await firstOf(`${word} -${phrase}`, EPISODES + 1)

        expect(page, `${word} -${phrase}`).to.deep.equal(all.slice(0, PAGE))
        if (all.length > PAGE && page.some((key, index) => key !== withAll[index])) changed += 1
      }
    }

    expect(changed).to.be.at.least(20)
  })

  describeOnPostgres('among transcripts of an older version', () => {
    /** As the older version stored them. */
    const USUAL_LENGTH = 6000
    const uncounted = ['word_count', ...COUNT_COLUMNS].map((column) => `${column} = NULL`).join(', ')

    it('a best match ranks by labels until the nightly job has counted their words', async () => {
      for (const [key, says] of spoken) {
        await database().run(
          `UPDATE transcript_index SET words = (:words)::tsvector, ${uncounted} WHERE key = :key`,
          { key, words: labelledVector([{ words: tokensOf(says), weight: 1 }], USUAL_LENGTH) },
        )
      }

      const without = await agreeing()
      const counted: number[] = []
      do counted.push(await writerOf(database()).completeTranscripts(database(), IN_DATABASE, 80))
      while (counted.at(-1) === 80)

      // By labels: without them, this would be no more than chance.
      expect(median(without)).to.be.at.least(5)
      expect(counted.reduce((sum, count) => sum + count)).to.equal(EPISODES)
      expect(await agreeing()).to.deep.equal(counts)
    })
  })
})
