import type { Config } from '../config.js'
import type { Db } from '../db/types.js'
import { systemIds } from '../ids.js'
import type { RowLease } from '../queue/queue.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import {
  type Breadth,
  type BreadthPreview,
  type BreadthQuery,
  measureBreadth,
  previewBreadth,
} from './breadth.js'
import { type MatchCounts, TranscriptMatcher } from './transcript-matcher.js'

/** Calls of alerts on the work thread. */
export function alertCalls(db: Db, documents: DocumentStorage, config: Config) {
  const matcher = new TranscriptMatcher({
    db,
    documents,
    ids: systemIds,
    matchesPerDay: config.alertMatchesPerDay,
    hasClassifier: config.classifierServer !== undefined,
  })
  return {
    measureBreadth: (query: BreadthQuery): Promise<Breadth> => measureBreadth(db, documents, query),
    previewBreadth: (query: BreadthQuery): Promise<BreadthPreview> => previewBreadth(db, documents, query),
    matchTranscript: ({ lease, now }: { lease: RowLease; now: number }): Promise<MatchCounts> =>
      matcher.matchTranscript(lease, now),
  }
}
