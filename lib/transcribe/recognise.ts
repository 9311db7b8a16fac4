import { listActiveKeywords } from '../alerts/alert-store.js'
import { DAY_MS, SECOND_MS } from '../clock.js'
import type { FeedContext } from '../feeds/poll-feed.js'
import { POLICIES } from '../queue/policies.js'
import { QUEUES } from '../queue/queues.js'
import { ResultSaver } from '../queue/result-saver.js'
import type { Pass, Step } from '../queue/worker.js'
import type { Services } from '../services.js'
import { type DueRecognition, leaseRecognition, recordProgress } from '../transcripts/due-transcript-store.js'
import type { SaveRecognisedRequest } from '../transcripts/save-incoming.js'
import { downloadAudio } from './download.js'
import { workFolder } from './folders.js'
import { selectTranscriber } from './select-transcriber.js'
import { TranscribeFault, type Transcriber } from './transcriber.js'

const PROGRESS_EVERY_MS = 5 * SECOND_MS
const MOST_KEYWORDS = 200

/** Episodes stored longer ago than this are not recognised any more: their alerts are past. */
export const RECOGNISED_WITHIN_MS = 14 * DAY_MS

/** Has a recogniser hear episodes, one by one: it needs every processor, and its checkpoints are of one file. */
export function recogniseStep({ config, safeFetch, logger, signals, feeds }: Services): Step<DueRecognition> {
  const { context } = feeds
  const saver = new ResultSaver(context)
  let warned = ''

  /** The recogniser of the moment: it may be installed while the service runs. */
  function chosenTranscriber(): Transcriber | undefined {
    const { transcriber, warning = '' } = selectTranscriber(config, safeFetch)
    if (warning !== '' && warning !== warned) logger.warn(warning)
    warned = warning
    return transcriber
  }

  return {
    name: 'recognise',
    queue: QUEUES.recognise,
    policy: POLICIES.recognise,
    total: 1,
    counts: { recognised: 0 },

    async lease({ now, until }) {
      if (!chosenTranscriber()) return []
      return leaseRecognition(context.db, { now, until, heldSince: now - RECOGNISED_WITHIN_MS })
    },

    async work(due, pass) {
      const { counts, abort } = pass
      const folder = workFolder(config)
      const transcriber = chosenTranscriber()
      if (!transcriber) throw new TranscribeFault('unavailable', 'the recogniser is no longer installed')
      const audio = await downloadAudio(due.audioUrl, { safeFetch, folder, key: due.uuid, signal: abort })
      try {
        const isNew = await hear(context, transcriber, { due, audio, saver }, pass)
        await audio.discard()
        if (!isNew) return
        counts.recognised!++
        signals.emit('transcript')
      } catch (error) {
        if (error instanceof TranscribeFault && error.isPermanent) await audio.discard()
        throw error
      }
    },
  }
}

/** False: the publisher was faster. */
async function hear(
  context: FeedContext,
  transcriber: Transcriber,
  { due, audio, saver }: { due: DueRecognition; audio: { path: string }; saver: ResultSaver },
  pass: Pass,
): Promise<boolean> {
  const { db, clock, logger, work } = context
  const keywords = await listActiveKeywords(db, MOST_KEYWORDS)
  const startedAt = clock.now()
  let progress = { doneSeconds: 0, totalSeconds: 0 }
  // A missed one is made good by the next.
  const show = () => void recordProgress(db, due.id, progress).catch(() => undefined)
  const timer = setInterval(show, PROGRESS_EVERY_MS)
  try {
    const recognised = await transcriber.transcribe(audio, {
      language: due.language || undefined,
      keywords,
      signal: pass.abort,
      onProgress: (doneSeconds, totalSeconds) => {
        progress = { doneSeconds, totalSeconds }
      },
    })
    const { isSaved } = await saver.save(due, pass, () => {
      const request: SaveRecognisedRequest = {
        episode: due,
        recognised,
        model: transcriber.model,
        now: clock.now(),
      }
      return work.calls.saveRecognised(request)
    })
    const seconds = (clock.now() - startedAt) / SECOND_MS
    logger.info(
      { episode: due.uuid, audioSeconds: recognised.durationSeconds, seconds },
      'episode recognised',
    )
    return isSaved
  } finally {
    clearInterval(timer)
  }
}
