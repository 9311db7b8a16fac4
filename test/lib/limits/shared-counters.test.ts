import { expect } from 'chai'
import { connect } from '../../../lib/db/open.js'
import type { Database } from '../../../lib/db/types.js'
import type { CounterKey } from '../../../lib/limits/counter-store.js'
import { SharedCounters } from '../../../lib/limits/counters.js'
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

  const ofMonth: CounterKey = { ...key, scope: 'per_month' }
  const inOrder = (counts: readonly number[]) => [...counts].sort((a, b) => a - b)

  it('give every request a number of its own', async () => {
    const counters = servers.map((db) => new SharedCounters(db))
    const upTo100 = Array.from({ length: 100 }, (_, index) => index + 1)

    await counters[0]!.add(ofMonth, 1000)
    const counts = await Promise.all(
      upTo100.map((turn) =>
        counters[turn % 2]!.addToAll(turn % 3 === 0 ? [ofMonth, key] : [key, ofMonth], 1),
      ),
    )
    const ofMinute = counts.map(([first = 0, second = 0]) => Math.min(first, second))
    const months = counts.map(([first = 0, second = 0], index) => ((index + 1) % 3 === 0 ? first : second))

    expect(inOrder(ofMinute)).to.deep.equal(upTo100)
    expect(inOrder(months)).to.deep.equal(upTo100.map((number) => 1000 + number))
  })

  it('lose nothing that is counted while the database is away', async () => {
    const counters = new SharedCounters(servers[0]!)
    await counters.add(key, 3)

    const comeBack = await sendAway(place.database)
    await counters.add(key, 1)
    await counters.addToAll([key, ofMonth], 1)
    await comeBack()
    await counters.flush()

    const other = new SharedCounters(servers[1]!)
    expect([await other.used(key), await other.used(ofMonth)]).to.deep.equal([5, 1])
  })
})
