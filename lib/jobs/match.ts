import { askDueQuestions } from '../alerts/ask.js'
import { createClassifier } from '../alerts/classifier.js'
import type { PercolateCounts } from '../alerts/percolate.js'
import type { Services } from '../services.js'
import type { Job } from './runner.js'

/** Runs transcripts that were just held against the alerts. */
export const match = ({ work, clock, logger, signals }: Services): Job => ({
  name: 'match',
  schedule: '*/5 * * * * *', // a backstop: a held transcript wakes the job at once
  wakeOn: ['transcript'],

  async run(abort) {
    const total = { transcripts: 0, matches: 0, questions: 0, paused: 0, failed: 0 }
    while (!abort.aborted) {
      const counts = await work.call<PercolateCounts>('matchTranscripts', { now: clock.now() })
      if (counts.transcripts === 0) break
      for (const fault of counts.faults)
        logger.error(fault, 'a transcript could not be matched; it is tried again')
      if (counts.bucketFault !== '') {
        logger.warn({ reason: counts.bucketFault }, 'new transcripts cannot be read; they are matched later')
      }
      total.transcripts += counts.transcripts
      total.matches += counts.matches
      total.questions += counts.questions
      total.paused += counts.paused
      total.failed += counts.faults.length
      if (counts.matches > 0) signals.emit('delivery')
      if (counts.questions > 0) signals.emit('question')
      if (counts.bucketFault !== '') break
    }
    return total
  },
})

/** Puts the questions of matches that wait for an answer: a lane of its own, so that no transcript waits behind. */
export function ask({ config, db, clock, ids, logger, metrics, safeFetch, signals }: Services): Job {
  const classifier = config.classifierServer && createClassifier(config.classifierServer, safeFetch)
  const options = {
    db,
    clock,
    ids,
    logger,
    classifier,
    matchesPerDay: config.alertMatchesPerDay,
    onVerdict: metrics.countVerdict,
    onDropped: metrics.countDroppedQuestion,
  }
  return {
    name: 'ask',
    partOf: 'match',
    schedule: '*/5 * * * * *', // questions become due again without a signal
    wakeOn: ['question'],

    async run(abort) {
      const counts = await askDueQuestions(options, abort)
      if (counts.matches > 0) signals.emit('delivery')
      return { ...counts }
    },
  }
}
