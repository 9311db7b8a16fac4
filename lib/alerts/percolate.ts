import { isBucketUnavailable } from '../bucket/bucket-error.js'
import { SECOND_MS } from '../clock.js'
import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
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
import { leaseDueTranscripts, markPercolated } from './percolate-store.js'
import { insertQuestion } from './question-store.js'
import { lockWatchingAlerts, recordMatch, type WatchingAlert } from './record-match.js'
import { type ListenedTranscript, transcriptHit, transcriptPassages } from './transcript-hit.js'

/** Far longer than one batch takes, and short enough that a crash is hardly noticed. */
const LEASE_MS = 15 * SECOND_MS
const TRANSCRIPTS_AT_ONCE = 5
/** Of a bucket: well within the lease. */
const READING = { headMs: 3000, wholeMs: 6000, tries: 2 }

export interface PercolatorOptions {
  db: Db
  documents: DocumentStorage
  ids: Ids
  matchesPerDay: number
  /** Without one, alerts with `use_classifier` record nothing. */
  hasClassifier: boolean
}

export interface PercolateCounts {
  transcripts: number
  matches: number
  questions: number
  paused: number
  faults: Array<{ episodeId: number; error: string }>
  /** Why the bucket could not be read, '' when it could: what is due stays due, and it is no use to go on now. */
  bucketFault: string
}

/**
 * Runs new transcripts against all active alerts. Each transcript is one transaction that writes its matches, their
 * deliveries, pauses, questions, and that it was seen: whatever crashes, a transcript is seen whole or not yet.
 */
export class Percolator {
  private readonly index = new LiveIndex()

  constructor(private readonly options: PercolatorOptions) {}

  /**
   * Matches a few due transcripts; `transcripts` is 0 when none was due. One that fails is due again when its lease runs
   * out, and does not keep the others; its fault is in `faults`.
   */
  async matchSome(now: number): Promise<PercolateCounts> {
    const counts: PercolateCounts = {
      transcripts: 0,
      matches: 0,
      questions: 0,
      paused: 0,
      faults: [],
      bucketFault: '',
    }
    const { db, documents } = this.options
    const lease = { now, until: now + LEASE_MS, limit: TRANSCRIPTS_AT_ONCE }
    const leased = await leaseDueTranscripts(db, lease)
    // Side by side: in a bucket each of them takes its time.
    const read = await Promise.allSettled(
      leased.map((episodeId) => readTranscript(db, documents, episodeId, READING)),
    )
    for (const [index, episodeId] of leased.entries()) {
      counts.transcripts++
      try {
        const document = settled(read[index]!)
        await this.index.catchUp(db)
        if (document) await this.matchTranscript(episodeId, document, now, counts)
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        if (isBucketUnavailable(error)) counts.bucketFault = message
        else counts.faults.push({ episodeId, error: message })
      }
    }
    return counts
  }

  private async matchTranscript(
    episodeId: number,
    document: TranscriptDocument,
    now: number,
    counts: PercolateCounts,
  ): Promise<void> {
    const { db } = this.options
    const episode = await findMatchedEpisode(db, episodeId)
    if (!episode) return
    const timeline = new Timeline(document.segments)
    const transcript = { timeline, prepared: prepareText(timeline.text), timed: document.timed }
    const said = this.index.keywords.match(transcript.prepared)
    const written = await db.transaction(async (db) => {
      const written = { matches: 0, questions: 0, paused: 0 }
      if (!(await markPercolated(db, episodeId))) return written
      for (const alert of await lockWatchingAlerts(db, said.alerts)) {
        const outcome = await this.write(db, { alert, said, transcript, episode, now })
        if (outcome) written[outcome]++
      }
      return written
    }, 'read committed')
    counts.matches += written.matches
    counts.questions += written.questions
    counts.paused += written.paused
  }

  /** Records what was found for one alert, as the alert is now: it may have been changed since. */
  private async write(db: Db, found: Found): Promise<'matches' | 'questions' | 'paused' | undefined> {
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

function settled<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason
  return result.value
}

interface Found {
  alert: WatchingAlert
  said: SaidKeywords
  transcript: ListenedTranscript
  episode: MatchedEpisode
  now: number
}
