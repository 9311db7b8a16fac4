import { expect } from 'chai'
import { inBatches } from '../../../lib/db/in-batches.js'
import { SqliteDatabase } from '../../../lib/db/sqlite.js'
import { describeOnSqlite, makeDatabase, type TestDatabase } from '../../support/engine.js'

describeOnSqlite('work in batches', () => {
  let place: TestDatabase

  before(async () => {
    place = await makeDatabase('batches')
  })

  after(() => place.remove())

  it('another connection can write between two batches', async () => {
    const [db, other] = [new SqliteDatabase(place.database), new SqliteDatabase(place.database)]
    await db.run('CREATE TABLE numbers (number INTEGER)')
    let left = 20
    const takeOne = () =>
      db.transaction(async (db) => {
        await db.run('INSERT INTO numbers VALUES (:left)', { left })
        return left-- > 0 ? 1 : 0
      })

    const done = inBatches(1, takeOne)
    const leftAtWrite = await new Promise((resolve, reject) => {
      setImmediate(() => other.run('INSERT INTO numbers VALUES (0)').then(() => resolve(left), reject))
    })

    expect(await done).to.equal(20)
    expect(leftAtWrite).to.be.greaterThan(0)
    await db.close()
    await other.close()
  })
})
