import { DAY_MS, HOUR_MS, SECOND_MS } from '../clock.js'
import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import type { Logger } from '../logger.js'
import type { Answer } from './answer.js'
import type { Classifier, Verdict } from './classifier.js'
import { findMatchedEpisode } from './match-store.js'
import {
  type DueQuestion,
  deleteQuestion,
  findQuestionOf,
  leaseDueQuestions,
  postponeQuestion,
  releaseQuestion,
} from './question-store.js'
import { lockWatchingAlerts, recordMatch } from './record-match.js'

/** Questions put at a time: a slow classifier is not given more than it can bear. */
const AT_A_TIME = 4
/** Longer than the classifier may take over one answer; a crash costs no more. */
const LEASE_MS = 45 * SECOND_MS
const FIRST_PAUSE_MS = 5 * SECOND_MS
const LONGEST_PAUSE_MS = HOUR_MS
/** How long an answer is waited for. */
const ASKED_FOR_MS = DAY_MS

export interface AskOptions {
  db: Db
  clock: { now(): number }
  ids: Ids
  logger: Logger
  /** Undefined where none is configured: nothing is asked then. */
  classifier: Classifier | undefined
  matchesPerDay: number
  /** Told about every answer, for metrics. */
  onVerdict?(verdict: Verdict): void
  /** Told about every question that was given up. */
  onDropped?(): void
}

export interface AskCounts {
  asked: number
  yes: number
  no: number
  unanswered: number
  dropped: number
  matches: number
}

/** When a question that was not answered is put again: pauses double from five seconds to an hour. */
function nextAskAt(now: number, tries: number): number {
  return now + Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries, 30), LONGEST_PAUSE_MS)
}

/** Puts every due question once, a few at a time; a match is recorded only where the answer is yes. */
export async function askDueQuestions(options: AskOptions, abort: AbortSignal): Promise<AskCounts> {
  const counts: AskCounts = { asked: 0, yes: 0, no: 0, unanswered: 0, dropped: 0, matches: 0 }
  const { db, clock, classifier } = options
  if (!classifier) return counts
  const asker = new Asker(options, classifier, counts, abort)
  const lane = async () => {
    while (!abort.aborted) {
      const now = clock.now()
      const [question] = await leaseDueQuestions(db, { now, until: now + LEASE_MS, limit: 1 })
      if (!question) return
      await asker.settle(question)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, lane))
  return counts
}

/** What came of putting a question: an answer, or why there is none. */
type Reply = { answer: Answer } | { answer: null; error: string }

class Asker {
  constructor(
    private readonly options: AskOptions,
    private readonly classifier: Classifier,
    private readonly counts: AskCounts,
    private readonly abort: AbortSignal,
  ) {}

  async settle(question: DueQuestion): Promise<void> {
    const { db } = this.options
    const alert = await findQuestionOf(db, question.alertId)
    if (!alert?.isActive) return void (await deleteQuestion(db, question.id))
    if (!alert.useClassifier) return this.record(question)
    const reply = await this.put(question, alert.question)
    if (reply.answer === null) {
      return this.abort.aborted ? releaseQuestion(db, question.id) : this.tryAgain(question, reply.error)
    }
    this.counts[reply.answer]++
    if (reply.answer === 'yes') await this.record(question)
    else await deleteQuestion(db, question.id)
  }

  private async put(question: DueQuestion, text: string): Promise<Reply> {
    const episode = await findMatchedEpisode(this.options.db, question.episodeId)
    this.counts.asked++
    try {
      const verdict = await this.classifier.ask(
        {
          question: text,
          podcastTitle: episode?.podcast.title ?? '',
          episodeTitle: episode?.title ?? '',
          passages: question.passages,
        },
        this.abort,
      )
      this.options.onVerdict?.(verdict)
      if (verdict.answer) return { answer: verdict.answer }
      return { answer: null, error: 'the answer was neither yes nor no' }
    } catch (error) {
      return { answer: null, error: error instanceof Error ? error.message : String(error) }
    }
  }

  /** Acts on a yes: the question goes and the match comes in one transaction. */
  private async record(question: DueQuestion): Promise<void> {
    const { db, clock, ids, matchesPerDay } = this.options
    const outcome = await db.transaction(async (db) => {
      if (!(await deleteQuestion(db, question.id))) return undefined
      const [alert] = await lockWatchingAlerts(db, [question.alertId])
      const episode = await findMatchedEpisode(db, question.episodeId)
      if (!alert || !episode) return undefined
      return recordMatch(db, { alert, episode, hit: question.hit, matchesPerDay, now: clock.now(), ids })
    }, 'read committed')
    if (outcome === 'recorded') this.counts.matches++
  }

  private async tryAgain(question: DueQuestion, error: string): Promise<void> {
    const { db, clock, logger } = this.options
    const about = { alert: question.alertId, episode: question.episodeId, tries: question.tries + 1, error }
    const now = clock.now()
    const endsAt = question.createdAt + ASKED_FOR_MS
    if (now >= endsAt) {
      await deleteQuestion(db, question.id)
      this.counts.dropped++
      this.options.onDropped?.()
      return logger.error(about, 'a question was dropped: no answer for a day')
    }
    this.counts.unanswered++
    logger.warn(about, 'a question got no answer; it is asked again')
    await postponeQuestion(db, {
      id: question.id,
      dueAt: Math.min(nextAskAt(now, question.tries), endsAt),
      error,
    })
  }
}
