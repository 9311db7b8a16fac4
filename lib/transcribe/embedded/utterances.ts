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
/** How many windows to keep, 150 seconds: the detector reports speech without a pause late. */
const KEPT_WINDOWS = Math.ceil((150 * SPEECH_RATE) / WINDOW)

/**
 * Splits audio into utterances at silences. A detector notices a first consonant late, so each utterance begins a
 * little earlier and ends a little later than reported. Speech without a pause is cut at its quietest moment.
 */
export class Utterances {
  readonly #detector: VoiceDetector
  /** The last windows, without the `#dropped` ones before them. */
  readonly #windows: Float32Array[] = []
  #dropped = 0
  #window = new Float32Array(WINDOW)
  #filled = 0
  #previousEnd = 0
  #heard = 0

  constructor(detector: VoiceDetector) {
    this.#detector = detector
  }

  /** Takes the next samples; yields the utterances that have ended. */
  *hear(samples: Float32Array): Generator<Utterance> {
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
    const window = this.#window
    this.#heard += this.#filled
    this.#window = new Float32Array(WINDOW)
    this.#filled = 0
    this.#windows.push(window)
    if (this.#windows.length > KEPT_WINDOWS) {
      this.#windows.shift()
      this.#dropped++
    }
    for (const span of this.#detector.hear(window)) yield* this.#cut(span)
  }

  *#cut(span: SpeechSpan): Generator<Utterance> {
    const end = Math.min(span.end + TRAIL, this.#heard)
    const first = Math.max(this.#previousEnd, span.start - LEAD, this.#dropped * WINDOW)
    for (let start = first; start < end; ) {
      const whole = this.#copy(start, end)
      const samples = whole.length > LONGEST ? whole.slice(0, quietestCut(whole, LONGEST)) : whole
      yield { start, end: start + samples.length, samples }
      start += samples.length
    }
    this.#previousEnd = span.end
  }

  #copy(start: number, end: number): Float32Array {
    const samples = new Float32Array(end - start)
    for (let at = start; at < end; ) {
      const from = at % WINDOW
      const part = this.#windows[(at - from) / WINDOW - this.#dropped]!.subarray(from, from + end - at)
      samples.set(part, at - start)
      at += part.length
    }
    return samples
  }
}
