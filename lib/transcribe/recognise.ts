import { listActiveKeywords } from '../alerts/alert-store.js'
import { DAY_MS, SECOND_MS } from '../clock.js'
import type { Db } from '../db/types.js'
import type { IngestContext } from '../ingest-context.js'
import { POLICIES } from '../queue/policies.js'
import { QUEUES } from '../queue/queues.js'
import { ResultSaver } from '../queue/result-saver.js'
import type { Pass, Step } from '../queue/worker.js'
import type { Services } from '../services.js'
import {
  type DueRecognition,
  hasRecognition,
  leaseRecognition,
  recordProgress,
} from '../transcripts/due-transcript-store.js'
import { discardAudio, downloadAudio } from './download.js'
import { workFolder } from './folders.js'
import { selectTranscriber } from './select-transcriber.js'
import { type AudioSource, TranscribeFault, type TranscribeHints, type Transcriber } from './transcriber.js'

const PROGRESS_EVERY_MS = SECOND_MS
const MOST_KEYWORDS = 200

/** Episodes stored longer ago than this are not recognised any more: alerts about them would come too late. */
export const RECOGNISED_WITHIN_MS = 14 * DAY_MS

/** Transcribes episodes with the recogniser, one at a time: it needs every processor, and only one file has a checkpoint. */
export function recogniseStep(services: Services): Step<DueRecognition> {
  const { config, safeFetch, signals, feeds } = services
  const { context } = feeds
  const saver = new ResultSaver(context)
  const currentTranscriber = transcriberOf(services)
  const placeOf = ({ uuid }: DueRecognition) => ({ folder: workFolder(config), key: uuid })
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
      const transcriber = currentTranscriber()
      if (!transcriber) throw new TranscribeFault('unavailable', 'the recogniser is no longer installed')
      const audio = await endIfLeaseLost(context.db, due, pass.abort, ({ signal }) =>
        downloadAudio(due.audioUrl, { ...placeOf(due), safeFetch, signal }),
      )
      if (!audio) return
      const isNew = await transcribe(context, transcriber, { due, audio, saver }, pass)
      // If the lease was lost but the row is there, the next worker continues with the audio and its checkpoint.
      if (isNew || !(await hasRecognition(context.db, due.id))) await discardAudio(placeOf(due))
      if (!isNew) return
      pass.counts.recognised!++
      signals.emit('transcript')
    },

    async saveFailure(_db, due, { dueAt }) {
      if (dueAt === null) await discardAudio(placeOf(due))
    },
  }
}

/** Asked anew each time: the recogniser may be installed while the service runs. Logs each warning once. */
function transcriberOf({ config, safeFetch, logger }: Services): () => Transcriber | undefined {
  let warned = ''
  return () => {
    const { transcriber, warning = '' } = selectTranscriber(config, safeFetch)
    if (warning !== '' && warning !== warned) logger.warn(warning)
    warned = warning
    return transcriber
  }
}

/** Returns false if the recognition was cancelled, its lease lost, or another transcript stored meanwhile. */
async function transcribe(
  { db, clock, logger, feedThread }: IngestContext,
  transcriber: Transcriber,
  { due, audio, saver }: { due: DueRecognition; audio: AudioSource; saver: ResultSaver },
  pass: Pass,
): Promise<boolean> {
  const { model } = transcriber
  const startedAt = clock.now()
  const language = due.language || undefined
  const keywords = await listActiveKeywords(db, MOST_KEYWORDS)
  const recognised = await endIfLeaseLost(db, due, pass.abort, (work) =>
    transcriber.transcribe(audio, { language, keywords, ...work }),
  )
  if (!recognised) return false
  const { isSaved } = await saver.save(due, pass, () =>
    feedThread.calls.saveRecognised({ episode: due, recognised, model, now: clock.now() }),
  )
  const seconds = (clock.now() - startedAt) / SECOND_MS
  logger.info({ episode: due.uuid, audioSeconds: recognised.durationSeconds, seconds }, 'episode recognised')
  return isSaved
}

/**
 * Does a part of the work on a recognition, and records the progress. Undefined if the recognition was cancelled or its
 * lease lost, which ends the work.
 */
async function endIfLeaseLost<T>(
  db: Db,
  due: DueRecognition,
  abort: AbortSignal,
  work: (hints: Required<Pick<TranscribeHints, 'signal' | 'onProgress'>>) => Promise<T>,
): Promise<T | undefined> {
  let progress = { doneSeconds: 0, totalSeconds: 0 }
  const onProgress = (doneSeconds: number, totalSeconds: number) => {
    progress = { doneSeconds, totalSeconds }
  }
  const lost = new AbortController()
  const storeProgress = async () => {
    if (!(await recordProgress(db, due, progress))) lost.abort()
  }
  // A failed write does no harm: the next one follows soon.
  const timer = setInterval(() => storeProgress().catch(() => undefined), PROGRESS_EVERY_MS)
  try {
    return await work({ signal: AbortSignal.any([abort, lost.signal]), onProgress })
  } catch (error) {
    if (lost.signal.aborted) return undefined
    throw error
  } finally {
    clearInterval(timer)
  }
}
