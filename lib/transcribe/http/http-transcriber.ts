import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ModelServer } from '../../config.js'
import type { SafeFetch } from '../../safe-fetch.js'
import type { Cue } from '../../transcripts/types.js'
import { detectFormat } from '../audio/format.js'
import { Checkpoint } from '../checkpoint.js'
import {
  type AudioSource,
  type Recognised,
  TranscribeFault,
  type TranscribeHints,
  type Transcriber,
} from '../transcriber.js'
import type { AudioPiece, CutOrder, Report } from '../worker/protocol.js'
import { runAudioProcess } from '../worker/run-audio-process.js'
import type { Transcription } from './answer.js'
import { modelOf, sendAudio, UploadTooLarge } from './send-audio.js'

/** OpenAI's limit. Servers with a lower limit answer 413. */
const MOST_UPLOAD_BYTES = 25_000_000
const LEAST_UPLOAD_BYTES = 200_000

export interface HttpTranscriberOptions {
  server: ModelServer
  safeFetch: SafeFetch
  /** For the pieces of large files. */
  workFolder: string
  /** Folder of the embedded recogniser, where it is installed, for its decoders. */
  installation?: string
  /** The largest file sent in one piece; for tests. */
  mostUploadBytes?: number
}

/**
 * Recognition by an OpenAI-compatible server. Large files are sent in pieces, and the result of each piece is stored.
 */
export function httpTranscriber(options: HttpTranscriberOptions): Transcriber {
  const { server, mostUploadBytes = MOST_UPLOAD_BYTES } = options
  return {
    name: 'http',
    model: modelOf(server),
    async transcribe(audio, hints) {
      const { size } = await stat(audio.path)
      if ((await detectFormat(audio.path)) === 'text') {
        throw new TranscribeFault('bad_audio', 'the file is text, not audio')
      }
      for (
        let limit = mostUploadBytes;
        limit >= LEAST_UPLOAD_BYTES;
        limit = Math.floor(Math.min(limit, size) / 2)
      ) {
        try {
          return size <= limit
            ? await sendWhole(options, audio, hints)
            : await sendPieces(options, audio, hints, limit)
        } catch (error) {
          if (!(error instanceof UploadTooLarge)) throw error
        }
      }
      throw new TranscribeFault('failed', 'the transcription server refuses even small files')
    },
  }
}

async function sendWhole(
  options: HttpTranscriberOptions,
  { path }: AudioSource,
  hints: TranscribeHints,
): Promise<Recognised> {
  const answer = await sendAudio(options, path, hints)
  const durationSeconds = answer.durationSeconds ?? (await measure(path, hints.signal))
  const place = { startSeconds: 0, seconds: durationSeconds ?? 0 }
  return {
    language: answer.language,
    durationSeconds,
    timed: answer.cues !== undefined,
    cues: cuesAt(place, answer),
  }
}

async function sendPieces(
  options: HttpTranscriberOptions,
  audio: AudioSource,
  hints: TranscribeHints,
  pieceBytes: number,
): Promise<Recognised> {
  const { path } = audio
  const checkpoint = await Checkpoint.open(audio.checkpoint, path, modelOf(options.server))
  const folder = await emptyFolder(audio, options.workFolder)
  const order: CutOrder = {
    task: 'cut',
    path,
    folder,
    pieceBytes,
    fromSeconds: checkpoint.untilSeconds,
    installation: options.installation,
  }
  const isTimed = () => checkpoint.steps.every((step) => step.timed)
  try {
    const durationSeconds = await cutAndSend(order, hints, async (piece, signal) => {
      // If the server gave no times for one piece, do not ask it for times again: it would refuse each piece first.
      const answer = await sendAudio(options, piece.path, { ...hints, signal, timed: isTimed() })
      const until = piece.startSeconds + piece.seconds
      const { language, cues } = answer
      await checkpoint.add({ until, language, timed: cues !== undefined, cues: cuesAt(piece, answer) })
      await rm(piece.path, { force: true })
    })
    return {
      language: checkpoint.steps.find((step) => step.language)?.language ?? '',
      durationSeconds,
      timed: isTimed(),
      cues: checkpoint.cues,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates the folder for pieces and removes what a crash left in it. */
async function emptyFolder({ pieces }: AudioSource, workFolder: string): Promise<string> {
  await mkdir(workFolder, { recursive: true, mode: 0o700 })
  if (pieces === undefined) return mkdtemp(join(workFolder, 'pieces-'))
  await rm(pieces, { recursive: true, force: true })
  await mkdir(pieces, { mode: 0o700 })
  return pieces
}

/**
 * Sends pieces one by one while the next are cut. An unreachable server is noticed with the first piece,
 * before the rest of a long file is cut. Resolves with the file's length in seconds.
 */
async function cutAndSend(
  order: CutOrder,
  { signal, onProgress }: TranscribeHints,
  send: (piece: AudioPiece, signal: AbortSignal) => Promise<void>,
): Promise<number> {
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  let totalSeconds = 0
  let sending = Promise.resolve()
  const sendNext = async (piece: AudioPiece) => {
    await send(piece, either)
    onProgress?.(piece.startSeconds + piece.seconds, totalSeconds)
  }
  const onReport = (report: Report) => {
    if (report.kind === 'progress') totalSeconds = report.totalSeconds
    if (report.kind !== 'piece') return
    sending = sending.then(() => sendNext(report.piece))
    sending.catch((error) => failed.abort(error))
  }
  try {
    totalSeconds = await runAudioProcess(order, { signal: either, onReport })
    await sending
    return totalSeconds
  } catch (error) {
    failed.abort(error)
    await sending.catch(() => undefined)
    throw error
  }
}

/** Shifts times to the whole audio. Text without times becomes one long cue. */
function cuesAt({ startSeconds, seconds }: Omit<AudioPiece, 'path'>, { cues, text }: Transcription): Cue[] {
  if (cues)
    return cues.map((cue) => ({ ...cue, start: cue.start + startSeconds, end: cue.end + startSeconds }))
  return text === '' ? [] : [{ start: startSeconds, end: startSeconds + seconds, text }]
}

/** In the process for audio, because the bytes are the publisher's. Null where the length cannot be told. */
async function measure(path: string, signal: AbortSignal): Promise<number | null> {
  try {
    return await runAudioProcess({ task: 'measure', path }, { signal, onReport: () => undefined })
  } catch (error) {
    if (error instanceof TranscribeFault) return null
    throw error
  }
}
