import { expect } from 'chai'
import { openServedDatabase } from '../../../lib/db/open.js'
import { SqliteDatabase } from '../../../lib/db/sqlite.js'
import type { Database } from '../../../lib/db/types.js'
import { systemIds } from '../../../lib/ids.js'
import { addToCounters, type CounterKey, findCounter } from '../../../lib/limits/counter-store.js'
import { Counters } from '../../../lib/limits/counters.js'
import { Servers } from '../../../lib/limits/servers.js'
import { TestClock } from '../../support/clock.js'
import {
  describeOnPostgres,
  describeOnSqlite,
  makeDatabase,
  sendAway,
  type TestDatabase,
} from '../../support/engine.js'
import { until } from '../../support/until.js'

describe('counters of two servers of one database', () => {
  const key: CounterKey = { scope: 'per_month', subjectId: 1, windowStartAt: 0 }
  let place: TestDatabase
  let databases: Database[]
  let clock: TestClock
  const joined: Servers[] = []

  beforeEach(async () => {
    clock = new TestClock('2026-11-20T12:00:00.000Z')
    place = await makeDatabase('counters')
    databases = [await openServedDatabase(place.database), await openServedDatabase(place.database)]
  })

  afterEach(async () => {
    for (const servers of joined.splice(0)) await servers.leave()
    for (const db of databases) await db.close()
    await place.remove()
  })

  const aServer = (db: Database): { servers: Servers; counters: Counters } => {
    const servers = new Servers(db, clock, systemIds)
    joined.push(servers)
    return { servers, counters: new Counters(db, servers) }
  }

  it('counters continue from what the other server has stored', async () => {
    const [one, other] = databases.map((db) => aServer(db).counters)
    const counts: number[] = []

    for (const counters of [one!, one!, other!, other!, one!, other!]) {
      counts.push(await counters.add(key, 1))
      await counters.flush()
    }

    expect(counts).to.deep.equal([1, 2, 3, 4, 5, 6])
  })

  it('counters add up several changes in one statement', async () => {
    const other: CounterKey = { ...key, subjectId: 2 }
    const additions = [
      { key, by: 1 },
      { key: other, by: 5 },
      { key, by: 2 },
    ]

    expect(await addToCounters(databases[0]!, additions)).to.deep.equal([3, 5, 3])
    expect(await findCounter(databases[1]!, key)).to.equal(3)
  })

  it('counters lose nothing that two servers count at the same time', async () => {
    const [one, other] = databases.map((db) => aServer(db).counters)

    const counts = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        (index % 2 === 0 ? one! : other!).add(key, index % 5 === 0 ? -1 : 2),
      ),
    )
    await Promise.all([one!.flush(), other!.flush()])

    expect(counts).to.have.length(200)
    expect([await one!.used(key), await other!.used(key)]).to.deep.equal([280, 280])
  })

  it('every request of two servers gets its own number', async () => {
    const both = databases.map(aServer)
    for (const { servers } of both) await servers.join()

    const counts = await Promise.all(
      Array.from({ length: 40 }, (_, turn) => both[turn % 2]!.counters.add(key, 1)),
    )

    expect(counts.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 40 }, (_, index) => index + 1))
  })

  it('counters continue from what was counted in memory before the other server came', async () => {
    const [one, other] = databases.map(aServer)
    await one!.servers.join()
    for (let count = 0; count < 5; count++) await one!.counters.add(key, 1)

    await other!.servers.join()

    expect(await other!.counters.add(key, 1)).to.equal(6)
    expect(await one!.counters.add(key, 1)).to.equal(7)
    expect(await other!.counters.add(key, -1)).to.equal(6)
  })

  it('every request gets its own numbers, whatever the order of its counters', async () => {
    const both = databases.map(aServer)
    for (const { servers } of both) await servers.join()
    const perMinute: CounterKey = { ...key, scope: 'per_minute' }
    await both[0]!.counters.add(key, 1000)

    const totals = await Promise.all(
      Array.from({ length: 60 }, async (_, turn) => {
        const keys = turn % 3 === 0 ? [key, perMinute] : [perMinute, key]
        return both[turn % 2]!.counters.addToAll(keys, 1)
      }),
    )

    const inOrder = totals.flat().sort((a, b) => a - b)
    const upTo60 = Array.from({ length: 60 }, (_, index) => index + 1)
    expect(inOrder).to.deep.equal([...upTo60, ...upTo60.map((count) => 1000 + count)])
  })

  it('a counter is read once for requests that arrive together', async () => {
    const { servers, counters } = aServer(databases[0]!)
    await servers.join()
    await addToCounters(databases[1]!, [{ key, by: 7 }])

    const totals = await Promise.all([1, 2, 3].map(() => counters.add(key, 1)))

    expect(totals.sort((a, b) => a - b)).to.deep.equal([8, 9, 10])
  })

  describeOnPostgres('a server', () => {
    it('a server loses no counts while the database is unreachable', async () => {
      const [one, other] = databases.map((db) => aServer(db).counters)
      await one!.add(key, 3)

      const comeBack = await sendAway(place.database)
      await one!.add(key, 1)
      await one!.addToAll([key, { ...key, subjectId: 2 }], 1)
      await comeBack()

      // A store that began during the outage may still be running, and fail.
      await until(async () => {
        await one!.flush()
        return (await other!.used(key)) === 5
      })
      expect(await other!.used({ ...key, subjectId: 2 })).to.equal(1)
    })
  })

  describeOnSqlite('a server', () => {
    it('a server counts alone again when the other one has left', async () => {
      const [one, other] = databases.map(aServer)
      await one!.servers.join()
      await other!.servers.join()
      expect(await one!.servers.hasOthers()).to.equal(true)
      for (const { counters } of [one!, other!, one!]) await counters.add(key, 1)

      await other!.counters.flush()
      await other!.servers.leave()

      await until(async () => !(await one!.servers.hasOthers()))
      expect(await one!.counters.add(key, 1)).to.equal(4)
    })

    it('a server counts in memory while the file cannot be written, and loses nothing', async () => {
      const both = databases.map(aServer)
      for (const { servers } of both) await servers.join()
      await both[0]!.counters.add(key, 1)
      const lock = new SqliteDatabase(place.database)
      lock.connection.exec('BEGIN IMMEDIATE')

      const counts = await Promise.all([1, 2, 3].map(() => both[0]!.counters.add(key, 1)))
      counts.push(await both[0]!.counters.add(key, 1))
      lock.connection.exec('ROLLBACK')
      await lock.close()

      expect(counts).to.deep.equal([2, 3, 4, 5])
      await until(async () => {
        await both[0]!.counters.flush()
        return (await both[1]!.counters.used(key)) === 5
      })
      expect(await both[1]!.counters.add(key, 1)).to.equal(6)
    })

    it('a server counts alone again some time after the other one was killed', async () => {
      const [one, other] = databases.map(aServer)
      await one!.servers.join()
      clock.advance(90_000)

      await other!.servers.join()

      expect(await other!.servers.hasOthers()).to.equal(false)
    })
  })
})
