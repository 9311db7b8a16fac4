import { expect } from 'chai'
import { pino } from 'pino'
import { systemClock } from '../../../lib/clock.js'
import { openServedDatabase } from '../../../lib/db/open.js'
import type { Database } from '../../../lib/db/types.js'
import { Walks } from '../../../lib/search/walks.js'
import { holdWrites, makeDatabase, type TestDatabase } from '../../support/engine.js'

const logger = pino({ level: 'silent' })

describe('the order of a best match', () => {
  let place: TestDatabase
  let databases: Database[]

  before(async () => {
    place = await makeDatabase('walks')
    databases = [await openServedDatabase(place.database), await openServedDatabase(place.database)]
  })

  after(async () => {
    for (const db of databases ?? []) await db.close()
    await place?.remove()
  })

  it('can be continued on another server as soon as its cursor is known', async () => {
    const [here, there] = databases.map((db) => new Walks(db, systemClock, logger))
    const release = await holdWrites(place.database)
    const begun = here!.begin(Float64Array.of(3, 1, 2), 1).then((next) => there!.resume(next!))
    setImmediate(() => void release())

    expect([...(await begun)]).to.deep.equal([3, 1, 2])
  })

  it('can be continued on the same server while the database cannot be written', async () => {
    const walks = new Walks(databases[0]!, systemClock, logger, 10)
    const release = await holdWrites(place.database)
    const next = await walks.begin(Float64Array.of(5, 4), 1)

    expect([...(await walks.resume(next!))]).to.deep.equal([5, 4])
    await release()
    await walks.flush()
  })
})
