import { workerData } from 'node:worker_threads'
import { alertCalls } from '../alerts/alert-calls.js'
import type { Config } from '../config.js'
import { connect } from '../db/open.js'
import { feedCalls } from '../feeds/feed-calls.js'
import { transcriptCalls } from '../transcripts/transcript-calls.js'
import { serveThread } from './serve-thread.js'

/** A thread for heavy work. Its database is a connection of its own, migrated before it starts. */
const { config } = workerData as { config: Config }
const db = connect(config.database)

/** From the name of a call to what it does; arguments and results cross by structured clone. */
serveThread({
  ...alertCalls(db, config),
  ...feedCalls(db),
  ...transcriptCalls,
  ping: async () => (await db.get<{ one: number }>('SELECT 1 AS one'))!.one,
})
