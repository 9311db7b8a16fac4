import { SECOND_MS } from '../clock.js'
import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { prepareText } from '../text/as-written.js'
import { Timeline } from '../transcripts/timeline.js'
import { readTranscript } from '../transcripts/transcript-store.js'
import { findKeywords } from './keyword-hits.js'
import type { SaidKeywords } from './keyword-index.js'
import { LiveIndex } from './live-index.js'
import type { MatchedEpisode } from './match.js'
import { findMatchedEpisode } from './match-store.js'
import { leaseDueTranscripts, markPercolated } from './percolate-store.js'
import { insertQuestion } from './question-store.js'
import { findWatchingAlert, recordMatch, type WatchingAlert } from './record-match.js'
import { type ListenedTranscript, transcriptHit, transcriptPassages } from './transcript-hit.js'

/** Far longer than one batch takes, and short enough that a crash is hardly noticed. */
const LEASE_MS = 15 * SECOND_MS
const TRANSCRIPTS_AT_ONCE = 5

export interface PercolatorOptions {
  db: Db
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
    const counts: PercolateCounts = { transcripts: 0, matches: 0, questions: 0, paused: 0, faults: [] }
    const { db } = this.options
    const lease = { now, until: now + LEASE_MS, limit: TRANSCRIPTS_AT_ONCE }
    for (const episodeId of await leaseDueTranscripts(db, lease)) {
      counts.transcripts++
      try {
        await this.index.catchUp(db)
        await this.matchTranscript(episodeId, now, counts)
      } catch (error) {
        counts.faults.push({ episodeId, error: error instanceof Error ? error.message : String(error) })
      }
    }
    return counts
  }

  private async matchTranscript(episodeId: number, now: number, counts: PercolateCounts): Promise<void> {
    const { db } = this.options
    const document = await readTranscript(db, episodeId)
    const episode = await findMatchedEpisode(db, episodeId)
    if (!document || !episode) return
    const timeline = new Timeline(document.segments)
    const transcript = { timeline, prepared: prepareText(timeline.text), timed: document.timed }
    const said = this.index.keywords.match(transcript.prepared)
    const written = await db.transaction(async (db) => {
      const written = { matches: 0, questions: 0, paused: 0 }
      if (!(await markPercolated(db, episodeId))) return written
      for (const alertId of said.alerts) {
        const outcome = await this.write(db, { alertId, said, transcript, episode, now })
        if (outcome) written[outcome]++
      }
      return written
    })
    counts.matches += written.matches
    counts.questions += written.questions
    counts.paused += written.paused
  }

  /** Records what was found for one alert, as the alert is now: it may have been paused, deleted or changed since. */
  private async write(db: Db, found: Found): Promise<'matches' | 'questions' | 'paused' | undefined> {
    const { alertId, said, transcript, episode, now } = found
    const { ids, matchesPerDay, hasClassifier } = this.options
    const alert = await findWatchingAlert(db, alertId)
    if (!alert || (alert.useClassifier && !hasClassifier)) return undefined
    const hits = this.isUnchanged(alert)
      ? said.hitsOf(alertId)
      : findKeywords(transcript.prepared, alert.keywords)
    if (!hits) return undefined
    const hit = transcriptHit(transcript, hits, alert.keywords)
    if (alert.useClassifier) {
      const passages = transcriptPassages(transcript, hits)
      const isNew = await insertQuestion(db, { alertId, episodeId: episode.id, hit, passages, now })
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
  alertId: number
  said: SaidKeywords
  transcript: ListenedTranscript
  episode: MatchedEpisode
  now: number
}
