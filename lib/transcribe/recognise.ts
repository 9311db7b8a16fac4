import { listActiveKeywords } from '../alerts/alert-store.js'
import { DAY_MS, SECOND_MS } from '../clock.js'
import type { IngestContext } from '../ingest-context.js'
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

/** Episodes stored longer ago than this are not recognised any more: alerts about them would come too late. */
export const RECOGNISED_WITHIN_MS = 14 * DAY_MS

/** Transcribes episodes with the recogniser, one at a time: it needs every processor, and only one file has a checkpoint. */
export function recogniseStep({ config, safeFetch, logger, signals, feeds }: Services): Step<DueRecognition> {
  const { context } = feeds
  const saver = new ResultSaver(context)
  let warned = ''

  /** Asked anew each time: the recogniser may be installed while the service runs. */
  function currentTranscriber(): Transcriber | undefined {
    const { transcriber, warning = '' } = selectTranscriber(config, safeFetch)
    if (warning !== '' && warning !== warned) logger.warn(warning)
    warned = warning
    return transcriber
  }

  return {
    name: 'recognise',
    queue: QUEUES.recognise,
    policy: POLICIES.recognise,
    concurrency: 1,
    counts: { recognised: 0 },

    async lease({ now, until }) {
      if (!currentTranscriber()) return []
      return leaseRecognition(context.db, { now, until, heldSince: now - RECOGNISED_WITHIN_MS })
    },

    async work(due, pass) {
      const { counts, abort } = pass
      const folder = workFolder(config)
      const transcriber = currentTranscriber()
      if (!transcriber) throw new TranscribeFault('unavailable', 'the recogniser is no longer installed')
      const audio = await downloadAudio(due.audioUrl, { safeFetch, folder, key: due.uuid, signal: abort })
      try {
        const isNew = await transcribe(context, transcriber, { due, audio, saver }, pass)
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

/** Returns false if the recognition was cancelled or another transcript was stored meanwhile. */
async function transcribe(
  context: IngestContext,
  transcriber: Transcriber,
  { due, audio, saver }: { due: DueRecognition; audio: { path: string }; saver: ResultSaver },
  pass: Pass,
): Promise<boolean> {
  const { db, clock, logger, feedThread } = context
  const keywords = await listActiveKeywords(db, MOST_KEYWORDS)
  const startedAt = clock.now()
  let progress = { doneSeconds: 0, totalSeconds: 0 }
  // A failed write does no harm: the next one follows soon.
  const storeProgress = () => void recordProgress(db, due, progress).catch(() => undefined)
  const timer = setInterval(storeProgress, PROGRESS_EVERY_MS)
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
      return feedThread.calls.saveRecognised(request)
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
