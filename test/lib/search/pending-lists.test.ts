import { expect } from 'chai'
import { connect } from '../../../lib/db/open.js'
import type { Db } from '../../../lib/db/types.js'
import { writerOf } from '../../../lib/search/engines.js'
import { firstKeyOf } from '../../../lib/search/search-key.js'
import { IS_SPREAD } from '../../support/citus.js'
import { Cli } from '../../support/cli.js'
import { describeOnPostgres } from '../../support/engine.js'

const FEED = 'https://example.org/feed.xml'
const episode = (number: number) => ({
  type: 'episode',
  feed_url: FEED,
  guid: `episode-${number}`,
  title: `Episode ${number}`,
  published_at: new Date(Date.now() - number * 86_400_000).toISOString(),
  transcript: { language: 'en', segments: [{ start: 0, end: 4, text: `The harbour of number${number}.` }] },
})

const PENDING_PAGES = `
  SELECT COALESCE(sum((pgstatginindex(pg_class.oid)).pending_pages), 0) AS pages
    FROM pg_class JOIN pg_am ON pg_am.oid = relam
   WHERE amname = 'gin' AND relkind = 'i' AND relname NOT LIKE 'podcast_names%'`

/** Pages of new rows that a search reads beside its indexes, on the nodes of Citus too. */
async function pendingPages(db: Db): Promise<number> {
  const row = await db.get<{ pages: number }>(
    IS_SPREAD
      ? `SELECT sum(result::bigint)::bigint AS pages FROM run_command_on_all_nodes($pages$${PENDING_PAGES}$pages$)`
      : PENDING_PAGES,
  )
  return row!.pages
}

describeOnPostgres('the lists of new rows beside the indexes of words', () => {
  const cli = new Cli()
  after(() => cli.close())

  it('the pending lists are empty after an import and after the nightly upkeep', async () => {
    const lines = [{ type: 'podcast', feed_url: FEED, title: 'Harbours' }, ...[1, 40, 80].map(episode)]
    await cli.json(['import', '-'], { input: lines.map((line) => JSON.stringify(line)).join('\n') })
    const db = connect(cli.database)
    await db.run('CREATE EXTENSION pgstattuple')
    const afterImport = await pendingPages(db)
    const added = { searchKey: firstKeyOf(Date.now()), podcastId: 1, text: 'A harbour at night' }
    await db.transaction((db) => writerOf(db).putTranscript(db, added, Date.now()))
    const beforeUpkeep = await pendingPages(db)
    await writerOf(db).tidy(db, Date.now())
    const afterUpkeep = await pendingPages(db)
    await db.close()

    expect({ afterImport, afterUpkeep }).to.deep.equal({ afterImport: 0, afterUpkeep: 0 })
    expect(beforeUpkeep).to.be.above(0)
  })

  it('the pending lists are empty after the nightly job has counted the words of transcripts of an older version', async () => {
    const db = connect(cli.database)
    await db.run("UPDATE transcript_index SET word_count = NULL, words = ''")

    const counts = await cli.json(['job', 'run', 'prune'])
    const pages = await pendingPages(db)
    await db.close()

    expect(counts).to.include({ completed_transcripts: 3 })
    expect(pages).to.equal(0)
  })
})
