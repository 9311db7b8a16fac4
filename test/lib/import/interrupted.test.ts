import { Readable } from 'node:stream'
import { expect } from 'chai'
import { systemClock } from '../../../lib/clock.js'
import { migrate } from '../../../lib/db/open.js'
import { SqliteDatabase } from '../../../lib/db/sqlite.js'
import { systemIds } from '../../../lib/ids.js'
import { Importer } from '../../../lib/import/importer.js'
import { IN_DATABASE } from '../../../lib/transcripts/document-storage.js'
import { describeOnSqlite, holdWrites, makeDatabase, type TestDatabase } from '../../support/engine.js'

describeOnSqlite('an interrupted import', () => {
  let place: TestDatabase

  before(async () => {
    place = await makeDatabase('interrupted')
    await migrate(place.database)
  })

  after(() => place.remove())

  it('an import ends when the database is unavailable, and says that it can be repeated', async () => {
    const db = new SqliteDatabase(place.database, { busyTimeoutMs: 1 })
    const release = await holdWrites(place.database)
    const importer = new Importer(db, { clock: systemClock, ids: systemIds, documents: IN_DATABASE })
    const line = JSON.stringify({ type: 'podcast', feed_url: 'https://example.org/feed.xml', title: 'One' })

    const message = await importer
      .run({ stream: Readable.from([Buffer.from(line)]), folder: place.folder })
      .catch((error: Error) => error.message)
    await release()
    await db.close()

    expect(message).to.include('database is locked').and.to.include('Run the same import again')
  })
})
