import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { finishRow } from '../queue/queue.js'
import { QUEUES } from '../queue/queues.js'
import { prepareText } from '../text/as-written.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { Timeline } from '../transcripts/timeline.js'
import { readTranscript } from '../transcripts/transcript-store.js'
import type { TranscriptDocument } from '../transcripts/types.js'
import { findKeywords } from './keyword-hits.js'
import type { SaidKeywords } from './keyword-index.js'
import { LiveIndex } from './live-index.js'
import type { MatchedEpisode } from './match.js'
import { findMatchedEpisode } from './match-store.js'
import { insertQuestion } from './question-store.js'
import { lockWatchingAlerts, recordMatch, type WatchingAlert } from './record-match.js'
import { type ListenedTranscript, transcriptHit, transcriptPassages } from './transcript-hit.js'

/** Time limits for reading a transcript from a bucket. */
const READING = { headMs: 3000, wholeMs: 6000, tries: 2 }

export interface MatcherOptions {
  db: Db
  documents: DocumentStorage
  ids: Ids
  matchesPerDay: number
  /** When false, alerts with `use_classifier` record nothing. */
  hasClassifier: boolean
}

/** What matching one transcript wrote. */
export interface Written {
  matches: number
  questions: number
  paused: number
}

const NOTHING: Written = { matches: 0, questions: 0, paused: 0 }

/**
 * Matches new transcripts against all active alerts. One transaction per transcript writes its matches,
 * deliveries, pauses and questions, and marks it as matched, so a crash repeats all of it or nothing.
 */
export class TranscriptMatcher {
  private readonly index = new LiveIndex()
  private turn: Promise<unknown> = Promise.resolve()

  constructor(private readonly options: MatcherOptions) {}

  /** Reads transcripts in parallel and matches them one at a time. */
  async match(episodeId: number, now: number): Promise<Written> {
    const { db, documents } = this.options
    const document = await readTranscript(db, documents, episodeId, READING)
    if (!document) return NOTHING
    const matched = this.turn.then(() => this.matchDocument(episodeId, document, now))
    this.turn = matched.catch(() => undefined)
    return matched
  }

  private async matchDocument(
    episodeId: number,
    document: TranscriptDocument,
    now: number,
  ): Promise<Written> {
    const { db } = this.options
    await this.index.catchUp(db)
    const episode = await findMatchedEpisode(db, episodeId)
    if (!episode) return NOTHING
    const timeline = new Timeline(document.segments)
    const transcript = { timeline, prepared: prepareText(timeline.text), timed: document.timed }
    const said = this.index.keywords.match(transcript.prepared)
    // Read committed: the row of the queue and then the alerts are locked first.
    return db.transaction(async (db) => {
      const written = { ...NOTHING }
      if (!(await finishRow(db, QUEUES.match, episodeId))) return written
      for (const alert of await lockWatchingAlerts(db, said.alerts)) {
        const outcome = await this.write(db, { alert, said, transcript, episode, now })
        if (outcome) written[outcome]++
      }
      return written
    }, 'read committed')
  }

  /**
   * Records a hit of one alert, by the alert's present state: it may have changed since the index was
   * updated.
   */
  private async write(db: Db, found: Found): Promise<keyof Written | undefined> {
    const { alert, said, transcript, episode, now } = found
    const { ids, matchesPerDay, hasClassifier } = this.options
    if (alert.useClassifier && !hasClassifier) return undefined
    const hits = this.isUnchanged(alert)
      ? said.hitsOf(alert.id)
      : findKeywords(transcript.prepared, alert.keywords)
    if (!hits) return undefined
    const hit = transcriptHit(transcript, hits, alert.keywords)
    if (alert.useClassifier) {
      const passages = transcriptPassages(transcript, hits)
      const isNew = await insertQuestion(db, { alertId: alert.id, episodeId: episode.id, hit, passages, now })
      return isNew ? 'questions' : undefined
    }
    const outcome = await recordMatch(db, { alert, episode, hit, matchesPerDay, now, ids })
    if (outcome === 'known') return undefined
    return outcome === 'paused' ? 'paused' : 'matches'
  }

  private isUnchanged({ id, changeNumber }: WatchingAlert): boolean {
    return this.index.changeNumber(id) === changeNumber
  }
}

interface Found {
  alert: WatchingAlert
  said: SaidKeywords
  transcript: ListenedTranscript
  episode: MatchedEpisode
  now: number
}
