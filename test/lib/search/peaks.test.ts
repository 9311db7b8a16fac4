import { expect } from 'chai'
import { DAY_MS } from '../../../lib/clock.js'
import type { Db, Params } from '../../../lib/db/types.js'
import { searcherOf } from '../../../lib/search/engines.js'
import { Fts5Writer } from '../../../lib/search/fts5-writer.js'
import { rankByPeaks } from '../../../lib/search/peak-ranking.js'
import { peaksOf } from '../../../lib/search/peaks.js'
import { parseQuery } from '../../../lib/search/query.js'
import { keyRanges } from '../../../lib/search/search-key.js'
import { IN_DATABASE } from '../../../lib/transcripts/document-storage.js'
import { anEpisode, aPodcast } from '../../support/catalogue.js'
import { useDatabase } from '../../support/database.js'
import { describeOnSqlite } from '../../support/engine.js'
import { saveTranscript } from '../../support/transcripts.js'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const EPISODES = 400
const QUERIES = 500
const PAGE = 25
const WORDS = ['solar', 'wind', 'grid', 'pump', 'naïve', 'heat', 'barn', '電', 'tax', 'rain', 'the', 'a']

/** Always the same numbers in [0, 1). */
function numbers(): () => number {
  let state = 7
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

describeOnSqlite('a best match by peaks', () => {
  const database = useDatabase()
  const random = numbers()
  const word = () => WORDS[Math.floor(random() ** 2 * WORDS.length)]!
  const speech = () => Array.from({ length: 100 + Math.floor(random() * 400) }, word).join(' ')
  const { dated, undated } = keyRanges(NOW - 600 * DAY_MS, NOW + DAY_MS)
  const searchFor = (q: string) => ({ query: parseQuery(q), scope: 'transcript' as const })

  const byPeaks = (q: string) =>
    rankByPeaks(database(), searchFor(q), [dated, undated], { limit: PAGE, onlyPhrases: false })

  const addMissingPeaks = () => new Fts5Writer().completeTranscripts(database(), IN_DATABASE, 100)
  const peaksAreMissing = () =>
    database().run("INSERT INTO settings (name, value) VALUES ('peaks_missing', '1')")

  async function exhaustively(q: string): Promise<number[]> {
    await peaksAreMissing()
    const keys = await searcherOf(database()).byRank(database(), searchFor(q), [dated, undated], PAGE)
    await database().run("DELETE FROM settings WHERE name = 'peaks_missing'")
    return keys
  }

  /** An episode that says a word so often, and others that say it less. @returns their keys. */
  async function episodesWith(word: string, { times, of }: { times: number; of: number }) {
    const holder = { db: database(), now: NOW }
    const podcast = await aPodcast({}, holder)
    const keyOf = async (says: string) => {
      const { id } = await anEpisode({ podcast, says, publishedAt: NOW - DAY_MS }, holder)
      return (await database().get<{ key: number }>('SELECT search_key AS key FROM episodes WHERE id = :id', {
        id,
      }))!.key
    }
    const others: number[] = []
    while (others.length < PAGE - 1)
      others.push(await keyOf(`${`${word} `.repeat(100)}${'other '.repeat(900 + others.length)}`))
    return { long: await keyOf(`${`${word} `.repeat(times)}${'other '.repeat(of - times)}`), others }
  }

  const questions = new Set<string>()

  before(async () => {
    const holder = { db: database(), now: NOW }
    const podcast = await aPodcast({}, holder)
    for (let number = 0; number < EPISODES; number++) {
      const publishedAt = number % 50 === 0 ? null : NOW - Math.floor(random() * 500) * DAY_MS
      const episode = await anEpisode({ podcast, says: speech(), publishedAt }, holder)
      const segments = [{ start: 0, end: 1, text: speech() }]
      const document = { language: 'en', durationSeconds: null, timed: false, segments }
      if (number % 10 === 0)
        await saveTranscript(database(), { episode, document, source: 'import', now: NOW })
    }
    while (questions.size < QUERIES) {
      const words = Array.from({ length: 1 + Math.floor(random() * 3) }, word).join(' ')
      questions.add(random() < 0.3 ? `"${words}" -"${word()} ${word()}"` : `"${words}"`)
    }
  })

  it('a best match by peaks has the order of bm25 over all matches in 500 random queries', async function () {
    this.timeout(120_000)
    let decided = 0
    for (const q of questions) {
      const keys = await byPeaks(q)
      if (!keys) continue
      decided++
      expect(keys, q).to.deep.equal(await exhaustively(q))
    }
    expect(decided).to.be.above(QUERIES / 10)
  })

  it('a best match by peaks leaves what is no peak, and several terms, to the index of words', async () => {
    for (const q of ['solar wind', 'solar | wind', 'absent', '"solar wind grid pump"', '-solar']) {
      expect(await byPeaks(q), q).to.equal(undefined)
    }
  })

  it('a best match by peaks finds the episode that says a word thousands of times', async () => {
    const { long, others } = await episodesWith('zebra', { times: 6000, of: 60_000 })

    const found = await byPeaks('zebra')

    expect(found).to.have.members([long, ...others])
    expect(found).to.deep.equal(await exhaustively('zebra'))
  })

  it('a best match by peaks gives up when most peaks of the word are outside the window', async () => {
    await episodesWith('quagga', { times: 300, of: 3000 })
    const outside = async (rows: number) => {
      const { from } = keyRanges(NOW - 900 * DAY_MS, NOW - 800 * DAY_MS).dated
      const peaks = peaksOf('quagga '.repeat(500))
      for (let row = 0; row < rows; row++) {
        const params = { key: BigInt(from + row), peaks }
        await database().run(
          'INSERT OR REPLACE INTO transcript_peaks (rowid, peaks) VALUES (:key, :peaks)',
          params,
        )
      }
    }

    await outside(400)
    const amongFew = await byPeaks('quagga')
    await outside(600)

    expect(amongFew).to.have.length(PAGE)
    expect(await byPeaks('quagga')).to.equal(undefined)
  })

  it('a best match by peaks gives up soon when hardly any of the heaviest peaks match the whole query', async () => {
    let statements = 0
    const db: Db = Object.assign(Object.create(database()) as Db, {
      all: (sql: string, params?: Params) => {
        statements++
        return database().all(sql, params)
      },
    })

    const found = await rankByPeaks(db, searchFor('solar -the'), [dated, undated], {
      limit: 1,
      onlyPhrases: false,
    })

    expect(found).to.equal(undefined)
    expect(statements).to.be.within(3, 5)
  })

  it('a best match by peaks waits until the transcripts of an older version have their peaks', async () => {
    const before = await byPeaks('solar')
    await peaksAreMissing()
    await database().run('DELETE FROM transcript_peaks WHERE rowid % 3 = 0')

    const without = await byPeaks('solar')
    const counts: number[] = []
    do counts.push(await addMissingPeaks())
    while (counts.at(-1) === 100)

    expect(without).to.equal(undefined)
    expect(counts.length).to.be.above(1)
    expect(await byPeaks('solar')).to.deep.equal(before)
    expect(await addMissingPeaks()).to.equal(0)
  })
})
