import { copyFileSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { migrate, openServedDatabase } from '../../../lib/db/open.js'
import { openConnection, SqliteDatabase } from '../../../lib/db/sqlite.js'
import { describeOnSqlite, makeDatabase, type TestDatabase } from '../../support/engine.js'

const MIB = 1024 * 1024

describeOnSqlite("SQLite's write-ahead log", () => {
  let place: TestDatabase
  let log: string

  beforeEach(async () => {
    place = await makeDatabase('log')
    await migrate(place.database)
    log = `${place.database}-wal`
  })

  afterEach(() => place.remove())

  const writeMib = (db: SqliteDatabase, count: number) =>
    db.run('INSERT OR REPLACE INTO settings (name, value) VALUES (:name, hex(zeroblob(:bytes)))', {
      name: 'large',
      bytes: (count * MIB) / 2,
    })

  it('the write-ahead log is in the file once the served database is closed', async () => {
    const db = await openServedDatabase(place.database)
    await db.get('SELECT name FROM settings')
    await db.run("INSERT INTO settings (name, value) VALUES ('a', '1')")
    await db.get('SELECT name FROM settings')

    await db.close()

    expect(existsSync(log)).to.equal(false)
    const copy = join(place.folder, 'copy.db')
    copyFileSync(place.database, copy)
    const copied = openConnection(copy, { readonly: true })
    expect(copied.prepare('SELECT name FROM settings').pluck().all()).to.deep.equal(['a'])
    copied.close()
  })

  it('the write-ahead log is empty once the served database is closed, even if another process has the file open', async () => {
    const other = openConnection(place.database, { readonly: true })
    other.prepare('SELECT count(*) FROM settings').get()
    const db = await openServedDatabase(place.database)
    await db.run("INSERT INTO settings (name, value) VALUES ('a', '1')")

    await db.close()

    expect(statSync(log).size).to.equal(0)
    other.close()
  })

  it('the write-ahead log shrinks by itself after a long read during many writes', async () => {
    const db = new SqliteDatabase(place.database)
    const reader = openConnection(place.database, { readonly: true })
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM settings').get()
    for (let n = 0; n < 5; n++) await writeMib(db, 20)
    const before = statSync(log).size
    reader.close()

    for (let n = 0; n < 3; n++) await writeMib(db, 1)

    expect(before).to.be.above(90 * MIB)
    expect(statSync(log).size).to.be.at.most(64 * MIB)
    await db.close()
  })

  it('the write-ahead log is emptied on request', async () => {
    const db = new SqliteDatabase(place.database)
    await writeMib(db, 1)

    await db.truncateLog()

    expect(statSync(log).size).to.equal(0)
    await db.close()
  })
})
