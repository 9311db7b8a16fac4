import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { isUniqueViolation } from '../../../lib/db/errors.js'
import { openDatabase, openServedDatabase } from '../../../lib/db/open.js'
import type { Database } from '../../../lib/db/types.js'

const INSERT = 'INSERT INTO settings (name, value) VALUES (:name, :value)'
const COUNT = 'SELECT count(*) AS count FROM settings'

const countOf = async (db: Database): Promise<number> => (await db.get<{ count: number }>(COUNT))!.count

for (const [what, open] of [
  ['a local connection', openDatabase],
  ['the served database', openServedDatabase],
] as const) {
  describe(`database: ${what}`, () => {
    let folder: string
    let db: Database

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'overheard-'))
      db = await open(join(folder, 'test.db'))
    })

    afterEach(async () => {
      await db.close()
      rmSync(folder, { recursive: true })
    })

    it('a new database file is readable by its owner only', () => {
      expect(statSync(join(folder, 'test.db')).mode & 0o077).to.equal(0)
    })

    it('a write is visible to the next read', async () => {
      await db.run(INSERT, { name: 'a', value: '1' })

      expect(await db.all('SELECT name, value FROM settings')).to.deep.equal([{ name: 'a', value: '1' }])
      expect(await db.get('SELECT name FROM settings WHERE name = :name', { name: 'b' })).to.equal(undefined)
    })

    it('RETURNING gives rows, and changes are counted', async () => {
      const row = await db.get<{ name: string }>(`${INSERT} RETURNING name`, { name: 'a', value: '1' })
      const changes = await db.run('UPDATE settings SET value = :value', { value: '2' })

      expect(row).to.deep.equal({ name: 'a' })
      expect(changes).to.equal(1)
    })

    it('blobs are read as Buffers', async () => {
      const row = await db.get<{ blob: Buffer }>('SELECT :blob AS blob', { blob: Buffer.from([1, 2, 3]) })

      expect(Buffer.isBuffer(row!.blob)).to.equal(true)
      expect([...row!.blob]).to.deep.equal([1, 2, 3])
    })

    it('a transaction is rolled back if its work throws', async () => {
      const failing = db.transaction(async (db) => {
        await db.run(INSERT, { name: 'a', value: '1' })
        throw new Error('no')
      })

      expect(await failing.catch((error: Error) => error.message)).to.equal('no')
      expect(await countOf(db)).to.equal(0)
    })

    it('an open transaction is neither visible nor joined from outside', async () => {
      let seenInside = -1
      const outside: Promise<unknown>[] = []
      await db.transaction(async (inner) => {
        await inner.run(INSERT, { name: 'a', value: '1' })
        outside.push(db.run(INSERT, { name: 'b', value: '1' }))
        outside.push(db.transaction((later) => later.run(INSERT, { name: 'c', value: '1' })))
        seenInside = (await inner.get<{ count: number }>(COUNT))!.count
      })
      await Promise.all(outside)

      expect(seenInside).to.equal(1)
      expect(await countOf(db)).to.equal(3)
    })

    it('the database works after a failed transaction', async () => {
      await db.transaction((db) => db.run('INSERT INTO nowhere VALUES (1)')).catch(() => undefined)
      await db.transaction((db) => db.run(INSERT, { name: 'a', value: '1' }))

      expect(await countOf(db)).to.equal(1)
    })

    it('a unique violation is distinguished from other errors', async () => {
      await db.run(INSERT, { name: 'a', value: '1' })

      expect(
        isUniqueViolation(await db.run(INSERT, { name: 'a', value: '2' }).catch((error) => error)),
      ).to.equal(true)
      expect(
        isUniqueViolation(await db.run('INSERT INTO nowhere VALUES (1)').catch((error) => error)),
      ).to.equal(false)
    })
  })
}
