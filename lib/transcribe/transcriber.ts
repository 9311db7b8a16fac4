import type { Cue } from '../transcripts/types.js'

/** An audio file on this machine. Whatever the publisher calls its type: the bytes decide. */
export interface AudioSource {
  path: string
  /** A file in which the work so far is kept, so that a crash does not cost it; without one nothing is kept. */
  checkpoint?: string
  /** A folder for the pieces of it that are sent, of this file alone: the next try removes what a crash left. */
  pieces?: string
}

export interface TranscribeHints {
  /** Language of the feed, as a BCP 47 tag (`en`, `pt-BR`). */
  language?: string
  /** Words worth knowing: what the alerts listen for. */
  keywords?: string[]
  /** Ends the work; what was recognised so far stays in the checkpoint for the next call. */
  signal: AbortSignal
  /** `totalSeconds` is an estimate, 0 while nothing is known. */
  onProgress?(doneSeconds: number, totalSeconds: number): void
}

export interface Recognised {
  /** BCP 47 tag, or '' where the recogniser does not say. */
  language: string
  /** Measured from the audio; null where that was not possible. */
  durationSeconds: number | null
  /** False: the recogniser gave text without times, and the cues only tell the order. */
  timed: boolean
  cues: Cue[]
}

export interface Transcriber {
  readonly name: 'embedded' | 'http'
  readonly model: string
  /**
   * Throws a `TranscribeFault` for anything that the audio, the recogniser or its server is to blame for,
   * and the signal's reason when that was aborted.
   */
  transcribe(audio: AudioSource, hints: TranscribeHints): Promise<Recognised>
}

/**
 * - `bad_audio`: not audio, unreadable, or nothing can be decoded from it
 * - `too_large`: over the size or time that one episode may take
 * - `unsupported_language`: the recogniser does not know the language of the feed
 * - `unreachable_audio`: the publisher's server did not hand the file over
 * - `unavailable`: the recogniser is not installed, is down, crashed, or refused the request
 */
export type TranscribeFaultReason =
  | 'bad_audio'
  | 'too_large'
  | 'unsupported_language'
  | 'unreachable_audio'
  | 'unavailable'

/** Why an episode could not be transcribed, in words for the operator. */
export class TranscribeFault extends Error {
  override readonly name = 'TranscribeFault'
  readonly reason: TranscribeFaultReason

  constructor(reason: TranscribeFaultReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }

  /** Trying the same again later cannot help. */
  get permanent(): boolean {
    return (
      this.reason === 'bad_audio' || this.reason === 'too_large' || this.reason === 'unsupported_language'
    )
  }
}
