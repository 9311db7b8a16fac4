import { expect } from 'chai'
import { DAY_MS } from '../../../lib/clock.js'
import { searcherOf } from '../../../lib/search/engines.js'
import { parseQuery } from '../../../lib/search/query.js'
import { keyRanges } from '../../../lib/search/search-key.js'
import { anEpisode } from '../../support/catalogue.js'
import { useDatabase } from '../../support/database.js'

const NOW = Date.parse('2026-11-20T12:00:00Z')

/** Words that stand nowhere else, in order. */
const counted = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `w${from + index}`)

describe('a transcript longer than an engine likes', () => {
  const database = useDatabase()
  let searchKey: number

  async function finds(q: string): Promise<boolean> {
    const { dated } = keyRanges(NOW - DAY_MS, NOW + DAY_MS)
    const search = { query: parseQuery(q), scope: 'transcript' as const }
    const keys = await searcherOf(database()).byTime(database(), search, dated, 'desc', 10)
    return keys.includes(searchKey)
  }

  before(async () => {
    // A word that is said a thousand times in between, and one that nobody could say.
    const chorus = Array.from({ length: 1000 }, () => 'and on')
    const says = [
      'begin',
      ...counted(0, 20_000),
      ...chorus,
      'x'.repeat(5000),
      ...counted(20_000, 20_000),
      'end',
    ]
    ;({ searchKey } = await anEpisode({ says: says.join(' ') }, { db: database(), now: NOW }))
  })

  it('a very long transcript is found by its phrases at any position, and by no others', async () => {
    for (const q of [
      '"w0 w1"',
      '"w16381 w16382 w16383 w16384"',
      '"w19999 and on and"',
      '"on and on"',
      '"w39999 end"',
    ]) {
      expect(await finds(q), q).to.equal(true)
    }
    for (const q of ['"w1 w0"', '"on on"', '"begin w1"', '"w19999 w20000"']) {
      expect(await finds(q), q).to.equal(false)
    }
  })

  it('a very long transcript is found by words far apart', async () => {
    expect(await finds('begin end w25000')).to.equal(true)
    expect(await finds('begin -end')).to.equal(false)
    expect(await finds('begin -"on on" "w5 w6"')).to.equal(true)
  })

  it('a very long transcript is found by the longest phrases a query may have', async () => {
    const said = Array.from({ length: 60 }, () => 'and on').join(' ')

    expect(await finds(`"${said}"`)).to.equal(true)
    expect(await finds(`"${said} w1"`)).to.equal(false)
  })
})
