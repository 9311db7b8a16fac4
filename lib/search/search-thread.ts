import { workerData } from 'node:worker_threads'
import { connectToRead } from '../db/open.js'
import { serveThread } from '../threads/serve-thread.js'
import { searchCalls } from './search-calls.js'

/** A thread that only searches: a ranking of common words takes longer than a whole request may. */
const { database } = workerData as { database: string }
const db = connectToRead(database)

serveThread(searchCalls(db))
