import { WorkFailure } from '../queue/failure.js'
import type { Cue } from '../transcripts/types.js'

/** An audio file on this machine. Its bytes decide its format, whatever the publisher says. */
export interface AudioSource {
  path: string
  /** File for the checkpoint, which survives a crash; without it nothing is stored. */
  checkpoint?: string
  /** Folder for this file's pieces; the next try empties it. */
  pieces?: string
}

export interface TranscribeHints {
  /** Language of the feed, as a BCP 47 tag (`en`, `pt-BR`). */
  language?: string
  /** Keywords of the alerts, as hints for spelling. */
  keywords?: string[]
  /** Stops the work; the checkpoint keeps what was recognised so far. */
  signal: AbortSignal
  /** `totalSeconds` is an estimate, 0 while nothing is known. */
  onProgress?(doneSeconds: number, totalSeconds: number): void
}

export interface Recognised {
  /** BCP 47 tag, or '' when the recogniser does not say. */
  language: string
  /** Measured from the audio; null when it could not be measured. */
  durationSeconds: number | null
  /** False when the recogniser gave no times; the cues are then only in order. */
  timed: boolean
  cues: Cue[]
}

export interface Transcriber {
  readonly name: 'embedded' | 'http'
  readonly model: string
  /**
   * Throws a `TranscribeFault` when the audio, the recogniser or its server is at fault, and the signal's
   * reason after an abort.
   */
  transcribe(audio: AudioSource, hints: TranscribeHints): Promise<Recognised>
}

/**
 * - `bad_audio`: not audio, unreadable, or nothing can be decoded from it
 * - `too_large`: over the size or time that one episode may take
 * - `unsupported_language`: the recogniser does not know the language of the feed
 * - `unreachable_audio`: the publisher's server did not hand the file over
 * - `failed`: recognising this file failed: its process crashed or hung, no decoder for it is installed, or the server
 *   refused it
 * - `unavailable`: the recogniser is not installed, or its server is down or refuses every request
 */
export type TranscribeFaultReason =
  | 'bad_audio'
  | 'too_large'
  | 'unsupported_language'
  | 'unreachable_audio'
  | 'failed'
  | 'unavailable'

const PERMANENT = new Set<TranscribeFaultReason>(['bad_audio', 'too_large', 'unsupported_language'])

/** Why an episode could not be transcribed, in words for the operator. */
export class TranscribeFault extends WorkFailure {
  override readonly name = 'TranscribeFault'
  readonly reason: TranscribeFaultReason

  constructor(reason: TranscribeFaultReason, message: string, options?: ErrorOptions) {
    super(message, { isPermanent: PERMANENT.has(reason), isServerAway: reason === 'unavailable' })
    this.reason = reason
    this.cause = options?.cause
  }
}
