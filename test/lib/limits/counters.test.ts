import { expect } from 'chai'
import { openServedDatabase } from '../../../lib/db/open.js'
import type { Database } from '../../../lib/db/types.js'
import { type CounterKey, countersOf } from '../../../lib/limits/counters.js'
import { makeDatabase, type TestDatabase } from '../../support/engine.js'

describe('counters of two servers of one database', () => {
  const key: CounterKey = { scope: 'per_month', subjectId: 1, windowStartAt: 0 }
  let place: TestDatabase
  let databases: Database[]

  beforeEach(async () => {
    place = await makeDatabase('counters')
    databases = [await openServedDatabase(place.database), await openServedDatabase(place.database)]
  })

  afterEach(async () => {
    for (const db of databases) await db.close()
    await place.remove()
  })

  it('go on from what the other one has stored', async () => {
    const [one, other] = databases.map((db) => countersOf(db))
    const counts: number[] = []

    for (const counters of [one!, one!, other!, other!, one!, other!]) {
      counts.push(await counters.add(key, 1))
      await counters.flush()
    }

    expect(counts).to.deep.equal([1, 2, 3, 4, 5, 6])
  })

  it('lose nothing that both count at the same time', async () => {
    const [one, other] = databases.map((db) => countersOf(db))

    const counts = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        (index % 2 === 0 ? one! : other!).add(key, index % 5 === 0 ? -1 : 2),
      ),
    )
    await Promise.all([one!.flush(), other!.flush()])

    expect(counts).to.have.length(200)
    expect([await one!.used(key), await other!.used(key)]).to.deep.equal([280, 280])
  })
})
