import { SPEECH_RATE } from '../audio/pcm.js'
import { quietestCut } from '../audio/quietest-cut.js'
import { History } from './history.js'

/** Samples that the voice detector takes at once. */
export const WINDOW = 512

/** Finds speech in a stream of windows; places are in samples from the beginning. */
export interface VoiceDetector {
  hear(window: Float32Array): Span[]
  end(): Span[]
}

export interface Span {
  start: number
  end: number
}

/** Speech between two silences: where it stands, in samples from the beginning, and how it sounds. */
export interface Utterance extends Span {
  samples: Float32Array
}

const LEAD = Math.round(0.3 * SPEECH_RATE)
const TRAIL = Math.round(0.2 * SPEECH_RATE)
/** The model is at its best under half a minute, and invents repetitions far beyond. */
const LONGEST = 20 * SPEECH_RATE
/** The detector holds on to speech without a pause for some time before it gives it out. */
const REMEMBERED = 150 * SPEECH_RATE

/**
 * Cuts sound into utterances at silences. A detector is late to notice a first consonant, so each begins a
 * little before and ends a little after what it reports; one without a pause is cut where it is quietest.
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

  /** Utterances that are known to have ended. */
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

  /** What was being said when the sound ended. */
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

  *#cut(span: Span): Generator<Utterance> {
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
