import type { Worker } from 'node:worker_threads'
import { expect } from 'chai'
import { migrate, openDatabase, openServedDatabase } from '../../../lib/db/open.js'
import { ServedSqlite } from '../../../lib/db/served-sqlite.js'
import type { Database, Db } from '../../../lib/db/types.js'
import {
  describeOnPostgres,
  describeOnSqlite,
  makeDatabase,
  type TestDatabase,
} from '../../support/engine.js'

const insert = (db: Db, name: string) =>
  db.run("INSERT INTO settings (name, value) VALUES (:name, '1')", { name })

const namesIn = async (db: Db): Promise<string[]> =>
  (await db.all<{ name: string }>('SELECT name FROM settings ORDER BY name')).map(({ name }) => name)

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: Error) => error.message,
  )

for (const [what, open] of [
  ['a connection', openDatabase],
  ['the served database', openServedDatabase],
] as const) {
  describe(`a transaction of ${what}`, () => {
    let place: TestDatabase
    let db: Database

    beforeEach(async () => {
      place = await makeDatabase('transactions')
      db = await open(place.database)
    })

    afterEach(async () => {
      await db.close()
      await place.remove()
    })

    it('takes no statement after its end', async () => {
      let ended: Db | undefined
      await db.transaction(async (db) => {
        ended = db
        await insert(db, 'a')
      })

      expect(await messageOf(insert(ended!, 'b'))).to.contain('not open any more')
      expect(await namesIn(db)).to.deep.equal(['a'])
    })

    it('cannot contain one that asks for more isolation', async () => {
      const nested = db.transaction((db) => db.transaction(async (db) => insert(db, 'a')), 'read committed')

      expect(await messageOf(nested)).to.contain('cannot be part of a read committed one')
      expect(await namesIn(db)).to.deep.equal([])
    })

    it('may contain one that asks for less isolation or for the same', async () => {
      await db.transaction((db) => db.transaction((db) => insert(db, 'a'), 'read committed'))
      await db.transaction(
        (db) => db.transaction((db) => insert(db, 'b'), 'read committed'),
        'read committed',
      )

      expect(await namesIn(db)).to.deep.equal(['a', 'b'])
    })

    describeOnSqlite('that SQLite itself undid', () => {
      it('stores nothing more, and reports no success', async () => {
        await insert(db, 'a')
        const work = db.transaction(async (db) => {
          await insert(db, 'b')
          await db
            .run("INSERT OR ROLLBACK INTO settings (name, value) VALUES ('a', '2')")
            .catch(() => undefined)
          await insert(db, 'c').catch(() => undefined)
        })

        expect(await messageOf(work)).to.contain('not open any more')
        expect(await namesIn(db)).to.deep.equal(['a'])
      })
    })

    describeOnPostgres('of which a statement failed', () => {
      it('reports no success, also when its work went on', async () => {
        await insert(db, 'a')
        const work = db.transaction(async (db) => {
          await insert(db, 'b')
          await insert(db, 'a').catch(() => undefined)
        })

        expect(await messageOf(work)).to.contain('A statement failed')
        expect(await namesIn(db)).to.deep.equal(['a'])
      })
    })
  })
}

describeOnSqlite('a transaction whose writer thread dies', () => {
  let place: TestDatabase
  let db: ServedSqlite

  beforeEach(async () => {
    place = await makeDatabase('transactions')
    await migrate(place.database)
    db = new ServedSqlite(place.database)
  })

  afterEach(async () => {
    await db.close()
    await place.remove()
  })

  const writer = (): Worker =>
    (db as unknown as { writer: { started(): { worker: Worker } } }).writer.started().worker
  const killWriter = () => writer().terminate()

  it('stores nothing of what came before or after', async () => {
    const work = db.transaction(async (db) => {
      await insert(db, 'before')
      await killWriter()
      await insert(db, 'after').catch(() => undefined)
    })

    expect(await messageOf(work)).to.equal('The writer thread has ended.')
    expect(await namesIn(db)).to.deep.equal([])
  })

  it('fails with what waits, and the next one has a new thread', async () => {
    const failed = db.transaction(async (db) => {
      const waiting = insert(db, 'a')
      void killWriter()
      await waiting
    })
    expect(await messageOf(failed)).to.equal('The writer thread has ended.')

    await db.transaction((db) => insert(db, 'b'))

    expect(await namesIn(db)).to.deep.equal(['b'])
  })

  it('does not take a later one with it', async () => {
    const worker = writer()
    const ended = worker.terminate()
    // A thread that runs out of memory says so before it ends.
    worker.emit('error', new Error('out of memory'))
    const later = db.transaction((db) => insert(db, 'a'))
    await ended
    await later

    expect(await namesIn(db)).to.deep.equal(['a'])
  })
})
