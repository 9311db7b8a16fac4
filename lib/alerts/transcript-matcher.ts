import { letOthersWrite } from '../db/in-batches.js'
import type { Db } from '../db/types.js'
import type { EpisodeInPodcast } from '../episodes/episode.js'
import { findEpisode } from '../episodes/episode-query-store.js'
import type { Ids } from '../ids.js'
import { Capacity } from '../queue/capacity.js'
import { finishRow, isLeaseKept, type Lease } from '../queue/queue.js'
import { QUEUES } from '../queue/queues.js'
import { prepareText } from '../text/as-written.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { Timeline } from '../transcripts/timeline.js'
import { readTranscript } from '../transcripts/transcript-store.js'
import type { TranscriptDocument } from '../transcripts/types.js'
import { ActiveAlertIndex } from './active-alert-index.js'
import type { LockedAlert } from './alert-store.js'
import { findKeywords, type HitsByAlert } from './keyword-index.js'
import { classifierPassages, type MatchableTranscript, matchDetails } from './match-details.js'
import { insertQuestion } from './question-store.js'
import { lockUnmatchedAlerts, recordMatchOrPause } from './record-match.js'

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
interface MatchCounts {
  matches: number
  questions: number
  paused: number
}

const NOTHING: MatchCounts = { matches: 0, questions: 0, paused: 0 }

/** Alerts per transaction. Others can write between two transactions. */
const BATCH = 50

/**
 * Matches new transcripts against all active alerts. A transaction writes the matches, deliveries, pauses and questions
 * of a batch of alerts; the last one marks the transcript as matched. A crash before it repeats all batches, which
 * records nothing twice, because an alert has one match and one open question in an episode. If the
 * classifier answered no before the repeat, it is asked again.
 */
export class TranscriptMatcher {
  private readonly index = new ActiveAlertIndex()
  private readonly turns = new Capacity({ total: 1 })

  constructor(private readonly options: MatcherOptions) {}

  /** Reads transcripts in parallel and matches them one at a time. */
  async matchTranscript(lease: Lease, now: number): Promise<MatchCounts> {
    const { db, documents } = this.options
    const document = await readTranscript(db, documents, lease.id, READING)
    if (!document) return NOTHING
    return this.turns.run('', () => this.matchDocument(lease, document, now))
  }

  private async matchDocument(lease: Lease, document: TranscriptDocument, now: number): Promise<MatchCounts> {
    const { db } = this.options
    await this.index.catchUp(db)
    const episode = await findEpisode(db, lease.id)
    if (!episode) return NOTHING
    const timeline = new Timeline(document.segments)
    const transcript = { timeline, prepared: prepareText(timeline.text), timed: document.timed }
    const hits = this.index.keywords.find(transcript.prepared)
    const found = { hits, transcript, episode, now }
    const alerts = [...hits.alerts]
    const total = { ...NOTHING }
    for (let start = 0; ; start += BATCH) {
      const isLast = start + BATCH >= alerts.length
      // Read committed: the alerts are locked before their matches are looked for, also if the lease is lost meanwhile.
      const counts = await db.transaction(async (db) => {
        const isKept = await (isLast
          ? finishRow(db, QUEUES.match, lease)
          : isLeaseKept(db, QUEUES.match, lease))
        return isKept ? this.recordAll(db, alerts.slice(start, start + BATCH), found) : undefined
      }, 'read committed')
      if (!counts) return total
      total.matches += counts.matches
      total.questions += counts.questions
      total.paused += counts.paused
      if (isLast) return total
      await letOthersWrite()
    }
  }

  private async recordAll(db: Db, alerts: readonly number[], found: Found): Promise<MatchCounts> {
    const counts = { ...NOTHING }
    for (const alert of await lockUnmatchedAlerts(db, alerts, found.episode.id)) {
      const outcome = await this.record(db, alert, found)
      if (outcome) counts[outcome]++
    }
    return counts
  }

  /** Records the hits of one alert by the alert's present state: it may have changed since the index was read. */
  private async record(db: Db, alert: LockedAlert, found: Found): Promise<keyof MatchCounts | undefined> {
    const { transcript, episode, now } = found
    const { ids, matchesPerDay, hasClassifier } = this.options
    if (alert.useClassifier && !hasClassifier) return undefined
    const hits = this.isUnchanged(alert)
      ? found.hits.hitsOf(alert.id)
      : findKeywords(transcript.prepared, alert.keywords)
    if (hits.spans.length === 0) return undefined
    const details = matchDetails(transcript, hits, alert.keywords)
    if (alert.useClassifier) {
      const passages = classifierPassages(transcript, hits)
      const question = { alertId: alert.id, episodeId: episode.id, details, passages, now }
      return (await insertQuestion(db, question)) ? 'questions' : undefined
    }
    const match = { alert, episode, details, matchesPerDay, now, ids }
    return (await recordMatchOrPause(db, match)) ? 'matches' : 'paused'
  }

  private isUnchanged({ id, changeNumber }: LockedAlert): boolean {
    return this.index.changeNumber(id) === changeNumber
  }
}

/** What was found in one transcript. */
interface Found {
  hits: HitsByAlert
  transcript: MatchableTranscript
  episode: EpisodeInPodcast
  now: number
}
