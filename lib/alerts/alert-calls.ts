import type { Config } from '../config.js'
import type { Db } from '../db/types.js'
import { systemIds } from '../ids.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { type Breadth, type BreadthQuestion, measureBreadth } from './breadth.js'
import { type BreadthPreview, previewBreadth } from './breadth-preview.js'
import { TranscriptMatcher, type Written } from './transcript-matcher.js'

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
    measureBreadth: (question: BreadthQuestion): Promise<Breadth> => measureBreadth(db, documents, question),
    previewBreadth: (question: BreadthQuestion): Promise<BreadthPreview> =>
      previewBreadth(db, documents, question),
    matchTranscript: ({ episodeId, now }: { episodeId: number; now: number }): Promise<Written> =>
      matcher.match(episodeId, now),
  }
}
