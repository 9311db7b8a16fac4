import { workerData } from 'node:worker_threads'
import { connectToRead } from '../db/open.js'
import { createSafeFetch } from '../safe-fetch.js'
import { serveThread } from '../threads/serve-thread.js'
import { documentStorageOf } from '../transcripts/document-storage.js'
import { searchCalls } from './search-calls.js'
import type { SearchThreadConfig } from './search-pool.js'

/** A thread that only searches, because ranking a common word takes longer than other requests may wait. */
const config = workerData as SearchThreadConfig
const db = connectToRead(config.database)

serveThread(searchCalls(db, documentStorageOf(config, createSafeFetch)))
