import { openDatabase } from '../../lib/db/open.js'
import type { Database } from '../../lib/db/types.js'
import { makeDatabase, type TestDatabase } from './engine.js'

/** A migrated database of its own for the tests of a `describe`. */
export function useDatabase(): () => Database {
  const databases = useDatabases(1)
  return () => databases()[0]!
}

/** The same database, opened `count` times, as by several processes. */
export function useDatabases(count: number): () => Database[] {
  let place: TestDatabase
  const databases: Database[] = []
  before(async () => {
    place = await makeDatabase('db')
    while (databases.length < count) databases.push(await openDatabase(place.database))
  })
  after(async () => {
    for (const db of databases) await db.close()
    await place?.remove()
  })
  return () => databases
}
