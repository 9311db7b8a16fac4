import { expect } from 'chai'
import { connect } from '../../../lib/db/open.js'
import type { Database } from '../../../lib/db/types.js'
import { type CounterKey, SharedCounters } from '../../../lib/limits/counters.js'
import { describeOnPostgres, makeDatabase, sendAway, type TestDatabase } from '../../support/engine.js'

describeOnPostgres('counters that several servers share', () => {
  let place: TestDatabase
  let servers: Database[]

  beforeEach(async () => {
    place = await makeDatabase('counters')
    servers = [connect(place.database), connect(place.database)]
  })

  afterEach(async () => {
    for (const server of servers) await server.close()
    await place.remove()
  })

  const key: CounterKey = { scope: 'per_minute', subjectId: 7, windowStartAt: 1_800_000_000_000 }

  it('give every request a number of its own', async () => {
    const counters = servers.map((db) => new SharedCounters(db))

    const counts = await Promise.all(
      Array.from({ length: 100 }, (_, turn) => counters[turn % 2]!.add(key, 1)),
    )

    expect(counts.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 100 }, (_, index) => index + 1))
  })

  it('lose nothing that is counted while the database is away', async () => {
    const counters = new SharedCounters(servers[0]!)
    await counters.add(key, 3)

    const comeBack = await sendAway(place.database)
    await counters.add(key, 1)
    await counters.add(key, 1)
    await comeBack()
    await counters.flush()

    expect(await new SharedCounters(servers[1]!).used(key)).to.equal(5)
  })
})
