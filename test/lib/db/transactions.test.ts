import type { Worker } from 'node:worker_threads'
import { expect } from 'chai'
import { migrate, openDatabase, openServedDatabase } from '../../../lib/db/open.js'
import { ServedSqlite } from '../../../lib/db/served-sqlite.js'
import type { Database, Db } from '../../../lib/db/types.js'
import { among } from '../../../lib/db/values.js'
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

    it('a transaction accepts no statement after its end', async () => {
      let ended: Db | undefined
      await db.transaction(async (db) => {
        ended = db
        await insert(db, 'a')
      })

      expect(await messageOf(insert(ended!, 'b'))).to.contain('has already ended')
      expect(await namesIn(db)).to.deep.equal(['a'])
    })

    it('a flag is bound as 0 or 1 and a list as JSON, in a transaction and outside', async () => {
      const read = (db: Db) =>
        db.all(
          `SELECT CAST(:list AS TEXT) AS list, CAST(:flag AS INTEGER) AS flag FROM settings
            WHERE name IN (${among(db, 'names', 'TEXT')}) ORDER BY name`,
          { list: ['a', 1], flag: true, names: ['a', 'c'] },
        )
      for (const name of ['a', 'b', 'c']) await insert(db, name)

      const bound = { list: '["a",1]', flag: 1 }
      expect(await read(db)).to.deep.equal([bound, bound])
      expect(await db.transaction(read)).to.deep.equal([bound, bound])
    })

    it('a transaction cannot contain one with more isolation', async () => {
      const nested = db.transaction((db) => db.transaction(async (db) => insert(db, 'a')), 'read committed')

      expect(await messageOf(nested)).to.contain('cannot be part of a read committed one')
      expect(await namesIn(db)).to.deep.equal([])
    })

    it('a transaction may contain one with the same or less isolation', async () => {
      await db.transaction((db) => db.transaction((db) => insert(db, 'a'), 'read committed'))
      await db.transaction(
        (db) => db.transaction((db) => insert(db, 'b'), 'read committed'),
        'read committed',
      )

      expect(await namesIn(db)).to.deep.equal(['a', 'b'])
    })

    describeOnSqlite('that SQLite itself rolled back', () => {
      it('a transaction that SQLite rolled back stores nothing more and reports no success', async () => {
        await insert(db, 'a')
        const work = db.transaction(async (db) => {
          await insert(db, 'b')
          await db
            .run("INSERT OR ROLLBACK INTO settings (name, value) VALUES ('a', '2')")
            .catch(() => undefined)
          await insert(db, 'c').catch(() => undefined)
        })

        expect(await messageOf(work)).to.contain('has already ended')
        expect(await namesIn(db)).to.deep.equal(['a'])
      })
    })

    describeOnPostgres('with a failed statement', () => {
      it('a transaction with a failed statement reports no success, even if its work continues', async () => {
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
    (db as unknown as { writer: { members: Array<{ worker: Worker }> } }).writer.members[0]!.worker
  const killWriter = () => writer().terminate()

  it('a transaction whose writer thread dies stores nothing', async () => {
    const work = db.transaction(async (db) => {
      await insert(db, 'before')
      await killWriter()
      await insert(db, 'after').catch(() => undefined)
    })

    expect(await messageOf(work)).to.equal('The writer thread has ended.')
    expect(await namesIn(db)).to.deep.equal([])
  })

  it('a dead writer thread fails the waiting statements, and the next transaction has a new thread', async () => {
    const failed = db.transaction(async (db) => {
      const waiting = insert(db, 'a')
      void killWriter()
      await waiting
    })
    expect(await messageOf(failed)).to.equal('The writer thread has ended.')

    await db.transaction((db) => insert(db, 'b'))

    expect(await namesIn(db)).to.deep.equal(['b'])
  })

  it('a dead writer thread does not fail a later transaction', async () => {
    db.warmUp()
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
