import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { finishRow, type RowLease } from '../queue/queue.js'
import { QUEUES } from '../queue/queues.js'
import { prepareText } from '../text/as-written.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { Timeline } from '../transcripts/timeline.js'
import { readTranscript } from '../transcripts/transcript-store.js'
import type { TranscriptDocument } from '../transcripts/types.js'
import { ActiveAlertIndex } from './active-alert-index.js'
import type { LockedAlert } from './alert-store.js'
import { findKeywords } from './keyword-hits.js'
import type { HitsByAlert } from './keyword-index.js'
import type { MatchedEpisode } from './match.js'
import { classifierPassages, type MatchableTranscript, matchDetails } from './match-details.js'
import { findMatchedEpisode } from './match-store.js'
import { insertQuestion } from './question-store.js'
import { lockAlertsToRecord, recordMatchOrPause } from './record-match.js'

/** Time limits for reading a transcript from a bucket. */
const READING = { headMs: 3000, wholeMs: 6000, tries: 2 }

interface MatcherOptions {
  db: Db
  documents: DocumentStorage
  ids: Ids
  matchesPerDay: number
  /** When false, alerts with `use_classifier` record nothing. */
  hasClassifier: boolean
}

/** How many rows matching one transcript wrote. */
export interface MatchCounts {
  matches: number
  questions: number
  paused: number
}

const NOTHING: MatchCounts = { matches: 0, questions: 0, paused: 0 }

/**
 * Matches new transcripts against all active alerts. One transaction per transcript writes its matches,
 * deliveries, pauses and questions, and marks it as matched, so a crash repeats all of it or nothing.
 */
export class TranscriptMatcher {
  private readonly index = new ActiveAlertIndex()
  private turn: Promise<unknown> = Promise.resolve()

  constructor(private readonly options: MatcherOptions) {}

  /** Reads transcripts in parallel and matches them one at a time. */
  async matchTranscript(lease: RowLease, now: number): Promise<MatchCounts> {
    const { db, documents } = this.options
    const document = await readTranscript(db, documents, lease.id, READING)
    if (!document) return NOTHING
    const matched = this.turn.then(() => this.matchDocument(lease, document, now))
    this.turn = matched.catch(() => undefined)
    return matched
  }

  private async matchDocument(
    lease: RowLease,
    document: TranscriptDocument,
    now: number,
  ): Promise<MatchCounts> {
    const { db } = this.options
    await this.index.catchUp(db)
    const episode = await findMatchedEpisode(db, lease.id)
    if (!episode) return NOTHING
    const timeline = new Timeline(document.segments)
    const transcript = { timeline, prepared: prepareText(timeline.text), timed: document.timed }
    const hits = this.index.keywords.find(transcript.prepared)
    // Read committed: the row of the queue and then the alerts are locked first.
    return db.transaction(async (db) => {
      const counts = { ...NOTHING }
      if (!(await finishRow(db, QUEUES.match, lease))) return counts
      for (const alert of await lockAlertsToRecord(db, hits.alerts)) {
        const outcome = await this.record(db, { alert, hits, transcript, episode, now })
        if (outcome) counts[outcome]++
      }
      return counts
    }, 'read committed')
  }

  /**
   * Records the hits of one alert by the alert's present state: it may have changed since the index was read.
   */
  private async record(db: Db, found: AlertFound): Promise<keyof MatchCounts | undefined> {
    const { alert, transcript, episode, now } = found
    const { ids, matchesPerDay, hasClassifier } = this.options
    if (alert.useClassifier && !hasClassifier) return undefined
    const hits = this.isUnchanged(alert)
      ? found.hits.hitsOf(alert.id)
      : findKeywords(transcript.prepared, alert.keywords)
    if (!hits) return undefined
    const details = matchDetails(transcript, hits, alert.keywords)
    if (alert.useClassifier) {
      const passages = classifierPassages(transcript, hits)
      const isNew = await insertQuestion(db, {
        alertId: alert.id,
        episodeId: episode.id,
        details,
        passages,
        now,
      })
      return isNew ? 'questions' : undefined
    }
    const outcome = await recordMatchOrPause(db, { alert, episode, details, matchesPerDay, now, ids })
    if (outcome === 'known') return undefined
    return outcome === 'paused' ? 'paused' : 'matches'
  }

  private isUnchanged({ id, changeNumber }: LockedAlert): boolean {
    return this.index.changeNumber(id) === changeNumber
  }
}

interface AlertFound {
  alert: LockedAlert
  hits: HitsByAlert
  transcript: MatchableTranscript
  episode: MatchedEpisode
  now: number
}
