import { setTimeout as wait } from 'node:timers/promises'
import { isBucketUnavailable } from '../bucket/bucket-error.js'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../clock.js'
import type { Config } from '../config.js'
import { type DownloadedAudio, downloadAudio } from '../transcribe/download.js'
import { workFolder } from '../transcribe/folders.js'
import { TranscribeFault, type Transcriber } from '../transcribe/transcriber.js'
import { LEASE_MS } from './lease-keeper.js'
import type { FeedContext } from './poll-feed.js'
import {
  type DueRecognition,
  listActiveKeywords,
  postponeRecognition,
  recordProgress,
  releaseRecognition,
} from './recognition-queue.js'
import { TRANSCRIPT_PATIENCE_MS } from './schedule.js'
import type { TakeRecognisedRequest } from './take-transcript.js'

const PROGRESS_EVERY_MS = LEASE_MS / 4
const MOST_KEYWORDS = 200
const FIRST_PAUSE_MS = 30 * SECOND_MS
/** A server of ours that is being started again is soon back. */
const FIRST_PAUSE_OF_RECOGNISER_MS = 5 * SECOND_MS
const LONGEST_PAUSE_MS = HOUR_MS
/** What was heard is kept at hand for some ten minutes when it can be put nowhere. */
const TAKES = 15
const FIRST_PAUSE_OF_BUCKET_MS = SECOND_MS
const LONGEST_PAUSE_OF_BUCKET_MS = 60 * SECOND_MS

export interface RecognitionContext extends FeedContext {
  config: Config
}

/** `stopped`: the recogniser itself is away, so that trying the next episode is no use. */
export type RecognitionOutcome = 'held' | 'failed' | 'stopped'

/** Tells that the work goes on, while `work` does. */
async function withProgress<T>(
  { db, clock }: FeedContext,
  episodeId: number,
  work: (report: (doneSeconds: number, totalSeconds: number) => void) => Promise<T>,
): Promise<T> {
  let progress = { doneSeconds: 0, totalSeconds: 0 }
  const timer = setInterval(() => {
    const until = clock.now() + LEASE_MS
    // A missed one is made good by the next; the lease has room for that.
    void recordProgress(db, episodeId, { until, ...progress }).catch(() => undefined)
  }, PROGRESS_EVERY_MS)
  try {
    return await work((doneSeconds, totalSeconds) => {
      progress = { doneSeconds, totalSeconds }
    })
  } finally {
    clearInterval(timer)
  }
}

/** Has what was heard held. While the bucket is away it is kept at hand: hearing it again would take longer. */
async function take(
  { work, logger }: FeedContext,
  request: TakeRecognisedRequest,
  signal: AbortSignal,
): Promise<boolean> {
  for (let taken = 1; ; taken++) {
    try {
      return (await work.call<{ isHeld: boolean }>('takeRecognised', request)).isHeld
    } catch (error) {
      if (!isBucketUnavailable(error) || taken === TAKES) throw error
      const reason = error.message
      logger.warn({ episode: request.episode.id, reason }, 'what was recognised cannot be put anywhere yet')
    }
    const pause = FIRST_PAUSE_OF_BUCKET_MS * 2 ** (taken - 1)
    await wait(Math.min(pause, LONGEST_PAUSE_OF_BUCKET_MS), undefined, { signal })
  }
}

async function transcribe(
  context: RecognitionContext,
  transcriber: Transcriber,
  due: DueRecognition,
  audio: DownloadedAudio,
  signal: AbortSignal,
): Promise<RecognitionOutcome> {
  const { db, clock, logger } = context
  const keywords = await listActiveKeywords(db, MOST_KEYWORDS)
  const startedAt = clock.now()
  const { recognised, isHeld } = await withProgress(context, due.episodeId, async (onProgress) => {
    const hints = { language: due.language || undefined, keywords, signal, onProgress }
    const recognised = await transcriber.transcribe(audio, hints)
    const request: TakeRecognisedRequest = {
      episode: { ...due, id: due.episodeId },
      recognised,
      model: transcriber.model,
      now: clock.now(),
    }
    return { recognised, isHeld: await take(context, request, signal) }
  })
  const seconds = (clock.now() - startedAt) / SECOND_MS
  logger.info({ episode: due.uuid, audioSeconds: recognised.durationSeconds, seconds }, 'episode recognised')
  return isHeld ? 'held' : 'failed'
}

/** When a failed recognition is tried again; null: never. */
function nextTryAt(due: DueRecognition, fault: TranscribeFault, now: number): number | null {
  const isOurs = fault.reason === 'unavailable'
  const first = isOurs ? FIRST_PAUSE_OF_RECOGNISER_MS : FIRST_PAUSE_MS
  const at = now + Math.min(first * 2 ** Math.min(due.tries, 20), LONGEST_PAUSE_MS)
  // A recogniser that is away takes nothing from the episode's own patience.
  if (fault.permanent || (!isOurs && at > due.heldAt + TRANSCRIPT_PATIENCE_MS)) return null
  return at
}

/**
 * Has one leased episode recognised and holds what was heard, or arranges for the next try.
 * @throws the reason of `signal` when that ended the work; what was recognised so far is kept
 */
export async function recogniseEpisode(
  context: RecognitionContext,
  transcriber: Transcriber,
  due: DueRecognition,
  signal: AbortSignal,
): Promise<RecognitionOutcome> {
  const { db, clock, config, safeFetch, logger } = context
  let audio: DownloadedAudio | undefined
  try {
    const folder = workFolder(config)
    audio = await withProgress(context, due.episodeId, () =>
      downloadAudio(due.audioUrl, { safeFetch, folder, key: due.uuid, signal }),
    )
    const outcome = await transcribe(context, transcriber, due, audio, signal)
    await audio.discard()
    return outcome
  } catch (error) {
    if (signal.aborted) await releaseRecognition(db, due.episodeId)
    if (signal.aborted || !(error instanceof TranscribeFault)) throw error
    const at = nextTryAt(due, error, clock.now())
    await postponeRecognition(db, due.episodeId, { nextTryAt: at, error: error.message })
    if (at === null) await audio?.discard()
    logger.warn(
      { episode: due.uuid, reason: error.message, again: at !== null },
      'episode could not be recognised',
    )
    return error.reason === 'unavailable' ? 'stopped' : 'failed'
  }
}

/** Episodes held longer ago than this are not recognised any more: their alerts are past. */
export const RECOGNISED_WITHIN_MS = 14 * DAY_MS
