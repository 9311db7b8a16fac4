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
import type { Piece } from '../worker/protocol.js'
import { runAudioProcess } from '../worker/run-audio-process.js'
import type { Answer } from './answer.js'
import { measureSeconds } from './measure.js'
import { modelOf, sendAudio, UploadTooLarge } from './send-audio.js'

/** What OpenAI takes; servers that take less say 413. */
const MOST_UPLOAD_BYTES = 25_000_000
const LEAST_UPLOAD_BYTES = 200_000

export interface HttpTranscriberOptions {
  server: ModelServer
  safeFetch: SafeFetch
  /** For the pieces of large files. */
  workFolder: string
  /** Folder with the decoder packages, where they are installed. */
  packagesFolder?: string
  /** The largest file that is sent in one piece; for tests. */
  mostUploadBytes?: number
}

/** Recognition by an OpenAI-compatible server. Large files go up in pieces, and each finished piece is kept. */
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
      throw new TranscribeFault('unavailable', 'the transcription server takes no files, not even small ones')
    },
  }
}

async function sendWhole(
  options: HttpTranscriberOptions,
  { path }: AudioSource,
  hints: TranscribeHints,
): Promise<Recognised> {
  const answer = await sendAudio(options, path, hints)
  const durationSeconds = answer.durationSeconds ?? (await measureSeconds(path))
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
  { path, checkpoint: kept }: AudioSource,
  hints: TranscribeHints,
  pieceBytes: number,
): Promise<Recognised> {
  const checkpoint = await Checkpoint.open(kept, path, modelOf(options.server))
  await mkdir(options.workFolder, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(options.workFolder, 'pieces-'))
  try {
    const { pieces, durationSeconds } = await cutIntoPieces(options, path, hints, {
      folder,
      pieceBytes,
      fromSeconds: checkpoint.untilSeconds,
    })
    for (const piece of pieces) {
      const answer = await sendAudio(options, piece.path, hints)
      const until = piece.startSeconds + piece.seconds
      const { language, cues } = answer
      await checkpoint.add({ until, language, timed: cues !== undefined, cues: cuesAt(piece, answer) })
      hints.onProgress?.(until, durationSeconds)
    }
    return {
      language: checkpoint.steps.find((step) => step.language)?.language ?? '',
      durationSeconds,
      timed: checkpoint.steps.every((step) => step.timed),
      cues: checkpoint.cues,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function cutIntoPieces(
  { packagesFolder }: HttpTranscriberOptions,
  path: string,
  { signal }: TranscribeHints,
  place: { folder: string; pieceBytes: number; fromSeconds: number },
): Promise<{ pieces: Piece[]; durationSeconds: number }> {
  const pieces: Piece[] = []
  const durationSeconds = await runAudioProcess(
    { task: 'cut', path, packagesFolder, ...place },
    { signal, onReport: (report) => report.kind === 'piece' && pieces.push(report.piece) },
  )
  return { pieces, durationSeconds }
}

/** Times within the whole audio. Text without times is one long cue. */
function cuesAt({ startSeconds, seconds }: Omit<Piece, 'path'>, { cues, text }: Answer): Cue[] {
  if (cues)
    return cues.map((cue) => ({ ...cue, start: cue.start + startSeconds, end: cue.end + startSeconds }))
  return text === '' ? [] : [{ start: startSeconds, end: startSeconds + seconds, text }]
}
