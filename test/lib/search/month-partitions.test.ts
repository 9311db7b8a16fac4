import { expect } from 'chai'
import type { Database } from '../../../lib/db/types.js'
import { ensureMonth, partitionsWithin } from '../../../lib/search/month-partitions.js'
import { firstKeyOf } from '../../../lib/search/search-key.js'
import { useDatabases } from '../../support/database.js'
import { describeOnPostgres } from '../../support/engine.js'
import { until } from '../../support/until.js'

const KEY = firstKeyOf(Date.UTC(2031, 4, 10))
const WAITING = `
  SELECT 1 AS one FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
   WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`

describeOnPostgres('the partition of a month', () => {
  const databases = useDatabases(2)

  it('two processes that need a new month at once both get it', async () => {
    const [db, other] = databases() as [Database, Database]
    let second: Promise<void> | undefined

    await db.transaction(async (tx) => {
      await ensureMonth(tx, KEY)
      second = other.transaction((tx) => ensureMonth(tx, KEY))
      await until(async () => (await db.get(WAITING)) !== undefined)
    })
    await second

    const { names } = await partitionsWithin(db, 'transcript_parts', [{ from: KEY, to: KEY }])
    expect(names).to.deep.equal(['transcript_parts_2031_05'])
  })
})
