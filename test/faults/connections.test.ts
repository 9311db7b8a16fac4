import { expect } from 'chai'
import { isDatabaseUnavailable } from '../../lib/db/errors.js'
import { PostgresDatabase } from '../../lib/db/postgres.js'
import { CuttableWay } from '../support/cuttable-way.js'
import { describeOnPostgres, makeDatabase, type TestDatabase } from '../support/engine.js'

const ONE = 'SELECT 1 AS one'
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'it did not fail',
    (error: unknown) => error,
  )

describeOnPostgres('a connection to PostgreSQL', () => {
  let place: TestDatabase
  let way: CuttableWay
  let db: PostgresDatabase

  beforeEach(async () => {
    place = await makeDatabase('connections')
    way = await CuttableWay.to(place.database)
    db = new PostgresDatabase(way.url, 2, { statementMs: 300 })
  })
  afterEach(async () => {
    await db.close()
    await way.close()
    await place.remove()
  })

  it('that ends between two statements fails its transaction, and nothing else', async () => {
    const other = new PostgresDatabase(place.database, 1)

    const error = await failure(
      db.transaction(async (inner) => {
        const { pid } = (await inner.get<{ pid: number }>('SELECT pg_backend_pid() AS pid'))!
        await other.get('SELECT pg_terminate_backend(CAST(:pid AS INT), 5000)', { pid })
        await inner.get(ONE)
      }),
    )
    await other.close()

    expect(isDatabaseUnavailable(error), String(error)).to.equal(true)
    expect(await db.get(ONE)).to.deep.equal({ one: 1 })
  })

  it('is rid of a statement that takes too long, and goes on', async () => {
    const error = await failure(db.get('SELECT pg_sleep(3600)'))

    expect(isDatabaseUnavailable(error), String(error)).to.equal(true)
    expect(await db.get(ONE)).to.deep.equal({ one: 1 })
    const left = await db.get<{ count: number }>(
      "SELECT count(*) AS count FROM pg_stat_activity WHERE query LIKE '%pg_sleep(3600)' AND state = 'active'",
    )
    expect(left!.count).to.equal(0)
  })

  it('over which nothing comes any more is given up, and another one made', async () => {
    await db.get(ONE)
    way.cut()
    const error = await failure(db.get(ONE))
    way.mend()

    expect(isDatabaseUnavailable(error), String(error)).to.equal(true)
    expect(await db.get(ONE)).to.deep.equal({ one: 1 })
  })

  it('that is cut in a transaction leaves nothing of it', async () => {
    const error = await failure(
      db.transaction(async (inner) => {
        await inner.run("INSERT INTO settings (name, value) VALUES ('half', 'done')")
        way.cut()
        await inner.get(ONE)
      }),
    )
    way.mend()

    expect(isDatabaseUnavailable(error), String(error)).to.equal(true)
    expect(await db.get("SELECT value FROM settings WHERE name = 'half'")).to.equal(undefined)
  })

  it('that cannot be made in time is reported as a database that is away', async () => {
    way.cut()
    const error = await failure(db.get(ONE))
    way.mend()

    expect(isDatabaseUnavailable(error), String(error)).to.equal(true)
  })

  it('prepares what is asked of it where that is wanted, up to a number, and nothing elsewhere', async () => {
    const preparing = new PostgresDatabase(place.database, 1, { prepares: true })
    const count = async (of: PostgresDatabase) =>
      (await of.get<{ count: number }>('SELECT count(*) AS count FROM pg_prepared_statements'))!.count
    for (let number = 0; number < 300; number++)
      await preparing.get(`SELECT :value AS v${number}`, { value: 'x' })
    const again = await preparing.get('SELECT :value AS v0', { value: 'y' })
    await db.get(ONE)

    expect(again).to.deep.equal({ v0: 'y' })
    expect(await count(preparing)).to.equal(200)
    expect(await count(db)).to.equal(0)
    await preparing.close()
  })
})
