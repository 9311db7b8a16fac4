import { expect } from 'chai'
import fc from 'fast-check'
import { DAY_MS } from '../../../lib/clock.js'
import { searcherOf } from '../../../lib/search/engines.js'
import { matchingPodcasts, type PodcastField } from '../../../lib/search/podcast-matches.js'
import { parseQuery } from '../../../lib/search/query.js'
import { keyRanges } from '../../../lib/search/search-key.js'
import type { SearchScope } from '../../../lib/search/searcher.js'
import { anEpisode, aPodcast } from '../../support/catalogue.js'
import { useDatabase } from '../../support/database.js'
import { meets } from '../../support/evaluate.js'

const NOW = Date.parse('2026-11-20T12:00:00Z')

/** Few words, so that random texts and queries meet; of many scripts, with all that gets between words. */
const words = fc.constantFrom(
  ...[
    'heat',
    'Heat',
    'pump',
    'pumps',
    'AI',
    'ai',
    'covid',
    '19',
    'covid-19',
    'C++',
    "don't",
    'don’t',
    'all',
    'p1',
  ],
  ...[
    'Größe',
    'grosse',
    'STRASSE',
    'Straße',
    'crème',
    'creme',
    'Ёлка',
    'елка',
    'ΟΔΟΣ',
    'οδός',
    'İzmir',
    'izmir',
  ],
  ...[
    '東京',
    '東京タワー',
    '京都',
    '東',
    'ไทย',
    'ภาษาไทย',
    '서울',
    '서울에',
    'हिन्दी',
    'हिन्द',
    'שָׁלוֹם',
    'שלום',
    'مُحَمَّد',
    'محمد',
  ],
  ...['Apple™', 'ＡＢＣ', 'abc', '½', 'm²', 'co\u00adop', 'coop', '👍', '…', '-', '\0', '\ud83d'],
)
const joints = fc.constantFrom(' ', ' ', ' ', ' ', ', ', '-', '.\n', '')
const text = (maxLength: number) =>
  fc
    .array(fc.tuple(words, joints), { maxLength })
    .map((parts) => parts.map(([word, joint]) => word + joint).join(''))

const operators = fc.constantFrom(' ', ' ', ' ', ' | ', '|', ' -', '-', '"', '" "', ' "', ' -"', ' (', ') ')
const queries = fc.oneof(
  fc
    .array(fc.tuple(operators, words), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.map(([operator, word]) => operator + word).join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
)

interface Document {
  title: string
  description: string
  said: string[] | undefined
}
const documents = fc.array(
  fc.record<Document>({
    title: text(3),
    description: text(8),
    said: fc.option(fc.array(text(5), { minLength: 1, maxLength: 3 }), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 8 },
)

describe('search and its evaluator in plain JavaScript', () => {
  const database = useDatabase()
  const everything = keyRanges(NOW - 10 * DAY_MS, NOW + DAY_MS).dated

  async function found(q: string, scope: SearchScope, podcastId: number): Promise<number[]> {
    const db = database()
    const search = { query: parseQuery(q), scope, podcastId }
    const byTime = await searcherOf(db).byTime(db, search, everything, 'asc', 1000)
    const byRank = await searcherOf(db).byRank(db, search, [everything], 1000)
    expect([...byRank].sort((a, b) => a - b)).to.deep.equal(byTime)
    return byTime
  }

  it('search finds the same episodes as the evaluator for any query', async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.array(queries, { minLength: 5, maxLength: 5 }), async (given, asked) => {
        const holder = { db: database(), now: NOW }
        const podcast = await aPodcast({}, holder)
        const held: Array<Document & { searchKey: number }> = []
        for (const { said, ...document } of given) {
          const { searchKey } = await anEpisode({ ...document, says: said, podcast }, holder)
          held.push({ ...document, said, searchKey })
        }

        for (const q of asked) {
          const query = parseQuery(q)
          const spoken = held.filter(({ said }) => said && meets(query, { texts: [said.join(' ')] }))
          const written = held.filter((one) => meets(query, { texts: [one.title, one.description] }))

          expect(await found(q, 'transcript', podcast.id), q).to.deep.equal(keysOf(spoken))
          expect(await found(q, 'metadata', podcast.id), q).to.deep.equal(keysOf(written))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('search finds the same podcasts as the evaluator in any fields', async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.array(queries, { minLength: 5, maxLength: 5 }), async (given, asked) => {
        const holder = { db: database(), now: NOW }
        const held: Array<{ id: number; title: string; description: string }> = []
        for (const { title, description } of given) {
          held.push({ title, description, ...(await aPodcast({ title, description }, holder)) })
        }
        const first = held[0]!.id

        for (const q of asked) {
          for (const fields of [['title'], ['description'], ['title', 'description']] as PodcastField[][]) {
            const matching = await matchingPodcasts(database(), parseQuery(q), fields)
            const expected = held.filter(({ title, description }) =>
              meets(parseQuery(q), {
                names: fields.includes('title') ? [title] : [],
                texts: fields.includes('description') ? [description] : [],
              }),
            )

            const ids = [...matching.keys()].filter((id) => id >= first).sort((a, b) => a - b)
            expect(ids, `${q} in ${fields}`).to.deep.equal(expected.map(({ id }) => id))
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})

const keysOf = (held: ReadonlyArray<{ searchKey: number }>) =>
  held.map(({ searchKey }) => searchKey).sort((a, b) => a - b)
