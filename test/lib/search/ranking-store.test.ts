import { expect } from 'chai'
import { pino } from 'pino'
import { systemClock } from '../../../lib/clock.js'
import { openServedDatabase } from '../../../lib/db/open.js'
import type { Database } from '../../../lib/db/types.js'
import { type RankingPosition, StoredRankings } from '../../../lib/search/ranking-store.js'
import { holdWrites, makeDatabase, type TestDatabase } from '../../support/engine.js'

const logger = pino({ level: 'silent' })

/** The rest of a ranking. */
async function readRest(rankings: StoredRankings, position: RankingPosition | null): Promise<number[]> {
  const { results } = await rankings.page(position!, 10, {
    byKey: async (keys) => keys,
    others: async () => ({ hits: [], last: null }),
  })
  return results
}

describe('the order of a best match', () => {
  let place: TestDatabase
  let databases: Database[]

  before(async () => {
    place = await makeDatabase('rankings')
    databases = [await openServedDatabase(place.database), await openServedDatabase(place.database)]
  })

  after(async () => {
    for (const db of databases ?? []) await db.close()
    await place?.remove()
  })

  it('a best match continues on another server once its cursor is issued', async () => {
    const [here, there] = databases.map((db) => new StoredRankings(db, systemClock, logger))
    const release = await holdWrites(place.database)
    const begun = here!.begin(Float64Array.of(3, 1, 2), 1).then((next) => readRest(there!, next))
    setImmediate(() => void release())

    expect(await begun).to.deep.equal([1, 2])
  })

  it('a best match continues on the same server while the database cannot be written', async () => {
    const rankings = new StoredRankings(databases[0]!, systemClock, logger, 10)
    const release = await holdWrites(place.database)
    const next = await rankings.begin(Float64Array.of(5, 4), 1)

    expect(await readRest(rankings, next)).to.deep.equal([4])
    await release()
    await rankings.flush()
  })
})
