import { openDatabase } from '../../lib/db/open.js'
import type { Database } from '../../lib/db/types.js'
import { makeDatabase, type TestDatabase } from './engine.js'

/** A migrated database of its own for the tests of a `describe`. */
export function useDatabase(): () => Database {
  let place: TestDatabase
  let db: Database
  before(async () => {
    place = await makeDatabase('db')
    db = await openDatabase(place.database)
  })
  after(async () => {
    await db?.close()
    await place?.remove()
  })
  return () => db
}
