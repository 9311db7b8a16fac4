import { expect } from 'chai'
import { DAY_MS } from '../../../lib/clock.js'
import type { Db } from '../../../lib/db/types.js'
import { searcherOf, writerOf } from '../../../lib/search/engines.js'
import { parseQuery } from '../../../lib/search/query.js'
import { keyRanges } from '../../../lib/search/search-key.js'
import { anEpisode, aPodcast } from '../../support/catalogue.js'
import { useDatabase } from '../../support/database.js'
import { describeOnSqlite } from '../../support/engine.js'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const TODAY = Date.parse('2026-11-20T00:00:00Z')

async function found(db: Db, q: string, fromAt: number, toAt: number): Promise<number[]> {
  const { dated, undated } = keyRanges(fromAt, toAt)
  const search = { query: parseQuery(q), scope: 'transcript' as const }
  return searcherOf(db).byRank(db, search, [dated, undated], 1000)
}

describeOnSqlite('the index of recent transcripts', () => {
  const database = useDatabase()
  const rows = async () =>
    (await database().get<{ count: number }>(
      'SELECT COUNT(*) AS count FROM transcript_index_recent_docsize',
    ))!.count

  it('the recent index contains the last two months and answers windows within them', async () => {
    const holder = { db: database(), now: NOW }
    const podcast = await aPodcast({}, holder)
    const fresh = await anEpisode({ podcast, says: 'alpaca', publishedAt: NOW - 61 * DAY_MS }, holder)
    const old = await anEpisode({ podcast, says: 'alpaca', publishedAt: NOW - 63 * DAY_MS }, holder)
    const undated = await anEpisode({ podcast, says: 'alpaca', publishedAt: null }, holder)

    const within = await found(database(), 'alpaca', TODAY - 62 * DAY_MS, TODAY + DAY_MS)
    const beyond = await found(database(), 'alpaca', TODAY - 63 * DAY_MS, TODAY + DAY_MS)

    expect(within).to.have.members([fresh.searchKey, undated.searchKey])
    expect(beyond).to.have.members([fresh.searchKey, undated.searchKey, old.searchKey])
    expect(await rows()).to.equal(2)
  })

  it('a transcript that is no longer recent leaves the recent index and is still found', async () => {
    const holder = { db: database(), now: NOW }
    const { searchKey } = await anEpisode({ says: 'vicuna', publishedAt: NOW - 10 * DAY_MS }, holder)
    const later = NOW + 100 * DAY_MS

    const removed = await writerOf(database()).tidy(database(), later)
    const again = await writerOf(database()).tidy(database(), later)

    expect([removed, again]).to.deep.equal([3, 0])
    expect(await rows()).to.equal(0)
    expect(await found(database(), 'vicuna', TODAY - 20 * DAY_MS, TODAY)).to.deep.equal([searchKey])
  })

  it('the recent index is not used for days that it no longer contains, even if the clock goes back', async () => {
    const holder = { db: database(), now: NOW }
    const { searchKey } = await anEpisode({ says: 'guanaco', publishedAt: NOW - DAY_MS }, holder)

    expect(await found(database(), 'guanaco', TODAY - 10 * DAY_MS, TODAY + DAY_MS)).to.deep.equal([searchKey])
  })
})
