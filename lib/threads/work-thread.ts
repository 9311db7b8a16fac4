import { workerData } from 'node:worker_threads'
import { alertCalls } from '../alerts/alert-calls.js'
import type { Config } from '../config.js'
import { connectToWork } from '../db/open.js'
import { feedCalls } from '../feeds/feed-calls.js'
import { systemIds } from '../ids.js'
import { createSafeFetch } from '../safe-fetch.js'
import { writerOf } from '../search/engines.js'
import { documentStorageOf } from '../transcripts/document-storage.js'
import { transcriptCalls } from '../transcripts/transcript-calls.js'
import { Reader } from './reader.js'
import { serveThread } from './serve-thread.js'

/** A thread for heavy work, with its own database connection. The main thread has migrated the database. */
const { config } = workerData as { config: Config }
const db = connectToWork(config.database)
const documents = documentStorageOf(config, createSafeFetch)

/** Arguments and results cross by structured clone. */
const calls = {
  ...alertCalls(db, documents, config),
  ...feedCalls({ db, documents, reader: new Reader(), ids: systemIds }),
  ...transcriptCalls,
  completeTranscripts: (limit: number) => writerOf(db).completeTranscripts(db, documents, limit),
}

export type WorkCalls = typeof calls

serveThread(calls)
