import { Percolator } from '../../lib/alerts/percolate.js'
import { openDatabase } from '../../lib/db/open.js'
import { systemIds } from '../../lib/ids.js'
import { IN_DATABASE } from '../../lib/transcripts/document-storage.js'

// Matches what is due in the database of its first argument, as of the instant of its second, until nothing is.
const [path, now] = process.argv.slice(2)
const db = await openDatabase(path!)
const percolator = new Percolator({
  db,
  documents: IN_DATABASE,
  ids: systemIds,
  matchesPerDay: 1_000_000,
  hasClassifier: false,
})
process.stdout.write('ready\n')
for (;;) {
  const { transcripts } = await percolator.matchSome(Number(now))
  if (transcripts === 0) break
}
await db.close()
