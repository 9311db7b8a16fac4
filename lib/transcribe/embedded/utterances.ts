import { SPEECH_RATE } from '../audio/pcm.js'
import { quietestCut } from '../audio/quietest-cut.js'

/** Samples that the voice detector takes per call. */
export const WINDOW = 512

/** Finds speech in a stream of windows. Positions are in samples from the beginning. */
export interface VoiceDetector {
  hear(window: Float32Array): SpeechSpan[]
  end(): SpeechSpan[]
}

export interface SpeechSpan {
  start: number
  end: number
}

/** Speech between two silences: its position in samples from the beginning, and its sound. */
export interface Utterance extends SpeechSpan {
  samples: Float32Array
}

const LEAD = Math.round(0.3 * SPEECH_RATE)
const TRAIL = Math.round(0.2 * SPEECH_RATE)
/** The model works best below half a minute, and invents repetitions far beyond. */
const LONGEST = 20 * SPEECH_RATE
/** How much audio to remember, because the detector reports speech without a pause late. */
const REMEMBERED = 150 * SPEECH_RATE

/**
 * Splits audio into utterances at silences. A detector notices a first consonant late, so each utterance begins a
 * little earlier and ends a little later than reported. Speech without a pause is cut at its quietest moment.
 */
export class Utterances {
  readonly #detector: VoiceDetector
  readonly #history = new History(REMEMBERED)
  #window = new Float32Array(WINDOW)
  #filled = 0
  #previousEnd = 0
  #heard = 0

  constructor(detector: VoiceDetector) {
    this.#detector = detector
  }

  /** Takes the next samples; yields the utterances that have ended. */
  *hear(samples: Float32Array): Generator<Utterance> {
    this.#heard += samples.length
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + WINDOW - this.#filled)
      this.#window.set(part, this.#filled)
      this.#filled += part.length
      at += part.length
      if (this.#filled === WINDOW) yield* this.#hearWindow()
    }
  }

  /** Yields the utterance under way when the audio ended. */
  *end(): Generator<Utterance> {
    if (this.#filled > 0) yield* this.#hearWindow()
    for (const span of this.#detector.end()) yield* this.#cut(span)
  }

  *#hearWindow(): Generator<Utterance> {
    this.#window.fill(0, this.#filled)
    this.#history.push(this.#window)
    const spans = this.#detector.hear(this.#window)
    this.#window = new Float32Array(WINDOW)
    this.#filled = 0
    for (const span of spans) yield* this.#cut(span)
  }

  *#cut(span: SpeechSpan): Generator<Utterance> {
    const end = Math.min(span.end + TRAIL, this.#heard)
    for (let start = Math.max(this.#previousEnd, span.start - LEAD); start < end; ) {
      const whole = this.#history.slice(start, end)
      const samples = whole.length > LONGEST ? whole.slice(0, quietestCut(whole, LONGEST)) : whole
      if (samples.length === 0) break
      yield { start, end: start + samples.length, samples }
      start += samples.length
    }
    this.#previousEnd = span.end
  }
}

/** The most recent samples of a stream, addressed by their position from the beginning. Memory is bounded. */
export class History {
  readonly #ring: Float32Array
  #end = 0

  constructor(longestSamples: number) {
    this.#ring = new Float32Array(longestSamples)
  }

  push(samples: Float32Array): void {
    const at = this.#end % this.#ring.length
    const room = this.#ring.length - at
    this.#ring.set(samples.subarray(0, room), at)
    if (samples.length > room) this.#ring.set(samples.subarray(room), 0)
    this.#end += samples.length
  }

  /** A copy of the samples from `start` to `end`, as far as they are still known. */
  slice(start: number, end: number): Float32Array {
    const from = Math.max(start, this.#end - this.#ring.length, 0)
    const samples = new Float32Array(Math.max(0, Math.min(end, this.#end) - from))
    const at = from % this.#ring.length
    const straight = this.#ring.subarray(at, at + samples.length)
    samples.set(straight)
    samples.set(this.#ring.subarray(0, samples.length - straight.length), straight.length)
    return samples
  }
}
