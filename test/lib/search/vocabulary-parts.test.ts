import { expect } from 'chai'
import { openDatabase } from '../../../lib/db/open.js'
import type { Database } from '../../../lib/db/types.js'
import { searcherOf, writerOf } from '../../../lib/search/engines.js'
import { parseQuery } from '../../../lib/search/query.js'
import { firstKeyOf, keyRanges } from '../../../lib/search/search-key.js'
import { partOf, VOCABULARY_PARTS, vocabularyInParts } from '../../../lib/search/word-vectors.js'
import { describeOnPostgres, makeDatabase, type TestDatabase } from '../../support/engine.js'

const FRUIT = [
  'kiwi',
  'quince',
  'medlar',
  'papaya',
  'guava',
  'damson',
  'loquat',
  'sloe',
  'bilberry',
  'pomelo',
]
const QUERIES = [
  'kiwi',
  'kiwi quince',
  'kiwi | guava | sloe',
  '"kiwi quince" | pomelo',
  'damson | "quince and"',
]

/** Texts in which each fruit is said so often, and which are so long, as their number has it. */
function textOf(number: number): string {
  const said = FRUIT.flatMap((fruit, index) =>
    Array.from({ length: (number * (index + 3)) % 7 }, () => `${fruit} and`),
  )
  return [...said, ...Array.from({ length: (number * 37) % 400 }, () => 'so')].join(' ')
}

describe('the parts of a vocabulary', () => {
  it('the parts of a vocabulary together contain all its words, each word in its own part', () => {
    const { whole, parts } = vocabularyInParts([{ words: textOf(5).split(' '), weight: 1 }], 100)

    expect(parts).to.have.length(VOCABULARY_PARTS)
    expect(parts.flatMap((part) => part.split(' ').filter(Boolean)).sort()).to.deep.equal(
      whole.split(' ').sort(),
    )
    for (const word of FRUIT) if (whole.includes(word)) expect(parts[partOf(word)]).to.include(`'${word}':`)
  })

  it('words keep the parts that the database has stored', () => {
    expect(['kiwi', 'quince', 'état', '東', 'und'].map(partOf)).to.deep.equal([1, 4, 5, 4, 2])
  })
})

describeOnPostgres('a ranking', () => {
  const from = Date.parse('2026-11-01T00:00:00Z')
  const { dated } = keyRanges(from, Date.parse('2026-12-01T00:00:00Z'))
  let place: TestDatabase
  let db: Database

  before(async () => {
    place = await makeDatabase('parts')
    db = await openDatabase(place.database)
    await db.transaction(async (db) => {
      for (let number = 1; number <= 60; number++) {
        const searchKey = firstKeyOf(from) + number * 1024
        await writerOf(db).putTranscript(db, { searchKey, podcastId: 1, text: textOf(number) }, from)
      }
    })
  })
  after(async () => {
    await db.close()
    await place.remove()
  })

  const found = () =>
    Promise.all(
      QUERIES.map((q) =>
        searcherOf(db).byRank(db, { query: parseQuery(q), scope: 'transcript' }, [dated], 100),
      ),
    )

  it('ranking by parts equals ranking by whole vocabularies, which older rows have', async () => {
    const byParts = await found()
    const columns = Array.from({ length: VOCABULARY_PARTS }, (_, part) => `words${part} = NULL`)
    await db.run(`UPDATE transcript_index SET ${columns.join(', ')}`)

    expect(byParts.map((keys) => keys.length)).to.satisfy((counts: number[]) =>
      counts.every((count) => count > 5),
    )
    expect(byParts).to.deep.equal(await found())
  })
})
