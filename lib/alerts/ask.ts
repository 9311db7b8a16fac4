import type { Db } from '../db/types.js'
import { findEpisode } from '../episodes/episode-query-store.js'
import { WorkFailure } from '../queue/failure.js'
import { POLICIES } from '../queue/policies.js'
import { deleteRow } from '../queue/queue.js'
import { QUEUES } from '../queue/queues.js'
import type { Pass, Step } from '../queue/worker.js'
import type { Services } from '../services.js'
import { findAlertQuestion } from './alert-store.js'
import { type Classifier, createClassifier } from './classifier.js'
import { type DueQuestion, leaseDueQuestions } from './question-store.js'
import { lockUnmatchedAlerts, recordMatchOrPause } from './record-match.js'

/** Questions asked at a time, so that a slow classifier is not overloaded. */
const CONCURRENCY = 4

/**
 * Asks the classifier about matches that need an answer, and records a match only after a yes. Without a
 * classifier it asks nothing. A question of a paused or inactive alert is deleted. If the alert no longer uses the
 * classifier, its match is recorded without asking. A match has the hits found when the question was stored, even if the
 * alert's keywords have changed.
 */
export function askStep(services: Services): Step<DueQuestion> {
  const { config, db, metrics, safeFetch } = services
  const classifier = config.classifierServer && createClassifier(config.classifierServer, safeFetch)
  return {
    name: 'ask',
    queue: QUEUES.ask,
    policy: POLICIES.ask,
    concurrency: CONCURRENCY,
    counts: { asked: 0, yes: 0, no: 0, unanswered: 0, dropped: 0, matches: 0 },
    lease: async (lease) => (classifier ? leaseDueQuestions(db, lease) : []),

    async work(question, pass) {
      const alert = await findAlertQuestion(db, question.alertId)
      if (!alert?.isActive) return void (await deleteRow(db, QUEUES.ask, question))
      const answer = alert.useClassifier
        ? await ask(services, classifier!, { question, text: alert.question }, pass)
        : 'yes'
      if (answer === 'no') return void (await deleteRow(db, QUEUES.ask, question))
      if (await recordYes(services, question)) {
        pass.counts.matches!++
        services.signals.emit('delivery')
      }
    },

    countFailure(counts, { dueAt }) {
      counts[dueAt === null ? 'dropped' : 'unanswered']!++
      if (dueAt === null) metrics.countDroppedQuestion()
    },
  }
}

async function ask(
  { db, metrics }: Services,
  classifier: Classifier,
  { question, text }: { question: DueQuestion; text: string },
  { counts, abort }: Pass,
): Promise<'yes' | 'no'> {
  const episode = await findEpisode(db, question.episodeId)
  counts.asked!++
  const asked = {
    question: text,
    podcastTitle: episode?.podcast.title ?? '',
    episodeTitle: episode?.title ?? '',
    passages: question.passages,
  }
  const verdict = await classifier(asked, abort).catch((error: Error) => {
    throw new WorkFailure(error.message)
  })
  metrics.countVerdict(verdict)
  if (!verdict.answer) throw new WorkFailure('the answer was neither yes nor no')
  counts[verdict.answer]!++
  return verdict.answer
}

/** Deletes the question and records the match in one transaction. */
async function recordYes({ db, clock, ids, config }: Services, question: DueQuestion): Promise<boolean> {
  // Read committed: the question is deleted first, which only one transaction can do.
  return db.transaction(async (db: Db) => {
    if (!(await deleteRow(db, QUEUES.ask, question))) return false
    const { alertId, episodeId, details } = question
    const [alert] = await lockUnmatchedAlerts(db, [alertId], episodeId)
    const episode = await findEpisode(db, episodeId)
    if (!alert || !episode) return false
    const { alertMatchesPerDay: matchesPerDay } = config
    const match = { alert, episode, details, matchesPerDay, now: clock.now(), ids }
    return recordMatchOrPause(db, match)
  }, 'read committed')
}
