import { workerData } from 'node:worker_threads'
import { type BreadthQuery, measureBreadth, previewBreadth } from '../alerts/breadth.js'
import { TranscriptMatcher } from '../alerts/transcript-matcher.js'
import type { Config } from '../config.js'
import { connectToWork } from '../db/open.js'
import {
  type IngestFeedRequest,
  type IngestNewFeedRequest,
  ingestFeed,
  ingestNewFeed,
} from '../feeds/ingest-feed.js'
import { systemIds as ids } from '../ids.js'
import type { Lease } from '../queue/queue.js'
import { createSafeFetch } from '../safe-fetch.js'
import { writerOf } from '../search/engines.js'
import { documentStorageOf } from '../transcripts/document-storage.js'
import {
  type IngestFileRequest,
  ingestTranscriptFile,
  type SaveRecognisedRequest,
  saveRecognised,
} from '../transcripts/save-incoming.js'
import { transcriptCalls } from '../transcripts/transcript-calls.js'
import { Reader } from './reader.js'
import { serveThread } from './serve-thread.js'

/** Runs in `matchThread`, `feedThread` and `previewThread`, each with its own database connection. The main thread has migrated the database. */
const { config } = workerData as { config: Config }
const db = connectToWork(config.database)
const documents = documentStorageOf(config, createSafeFetch)
const reader = new Reader()
const feedParts = { db, documents, reader, ids }
const matcher = new TranscriptMatcher({
  db,
  documents,
  ids,
  matchesPerDay: config.alertMatchesPerDay,
  hasClassifier: config.classifierServer !== undefined,
})

/** Arguments and results cross by structured clone. */
const calls = {
  ingestNewFeed: (request: IngestNewFeedRequest) => ingestNewFeed(feedParts, request),
  ingestFeed: (request: IngestFeedRequest) => ingestFeed(feedParts, request),
  ingestTranscriptFile: (request: IngestFileRequest) => ingestTranscriptFile(db, documents, reader, request),
  saveRecognised: (request: SaveRecognisedRequest) => saveRecognised(db, documents, request),
  measureBreadth: (query: BreadthQuery) => measureBreadth(db, documents, query),
  previewBreadth: (query: BreadthQuery) => previewBreadth(db, documents, query),
  matchTranscript: ({ lease, now }: { lease: Lease; now: number }) => matcher.matchTranscript(lease, now),
  ...transcriptCalls,
  completeTranscripts: (limit: number) => writerOf(db).completeTranscripts(db, documents, limit),
}

export type DomainCalls = typeof calls

serveThread(calls)
