/** Zero crossings of the filter on either side: enough for speech, and most of the cost of decoding. */
const HALF_WIDTH = 8
/** Ratios that need more distinct filters than this use the nearest of as many. */
const MAX_PHASES = 1024

/**
 * Changes the sample rate of a stream that comes in pieces (windowed sinc, one filter for each position
 * between two input samples). Its own delay is taken out, so times stay right.
 */
export class Resampler {
  readonly #ratio: number
  readonly #taps: number
  readonly #phases: Float32Array[]
  /** The last input samples that coming outputs still need. */
  #kept: Float32Array
  /** Position of the next output, in input samples from the start of `#kept`. */
  #position: number

  constructor(from: number, to: number) {
    this.#ratio = from / to
    const stretch = Math.max(1, this.#ratio)
    const half = Math.ceil(HALF_WIDTH * stretch)
    this.#taps = half * 2
    const phases = Math.min(MAX_PHASES, to / greatestCommonDivisor(from, to))
    this.#phases = Array.from({ length: phases + 1 }, (_, phase) => lowPass(half, phase / phases, stretch))
    this.#kept = new Float32Array(half)
    this.#position = half
  }

  /** The outputs that can be computed now; the rest follows with later input, or with `end`. */
  push(input: Float32Array): Float32Array {
    const samples = new Float32Array(this.#kept.length + input.length)
    samples.set(this.#kept)
    samples.set(input, this.#kept.length)

    const half = this.#taps / 2
    const last = samples.length - half
    const output = new Float32Array(Math.max(0, Math.ceil((last - this.#position) / this.#ratio)))
    const phases = this.#phases.length - 1
    for (let at = 0; at < output.length; at++) {
      const position = this.#position + at * this.#ratio
      const whole = Math.floor(position)
      const filter = this.#phases[Math.round((position - whole) * phases)]!
      const start = whole - half + 1
      let sum = 0
      for (let tap = 0; tap < filter.length; tap++) sum += filter[tap]! * samples[start + tap]!
      output[at] = sum
    }

    this.#position += output.length * this.#ratio
    const drop = Math.max(0, Math.floor(this.#position) - half)
    this.#kept = samples.slice(drop)
    this.#position -= drop
    return output
  }

  /** The last outputs. */
  end(): Float32Array {
    return this.push(new Float32Array(this.#taps / 2))
  }
}

/** Filter of a sample that lies `fraction` of an input sample after the middle; its gain is 1. */
function lowPass(half: number, fraction: number, stretch: number): Float32Array {
  const filter = new Float32Array(half * 2)
  let gain = 0
  for (let tap = 0; tap < filter.length; tap++) {
    const distance = tap - half + 1 - fraction
    const x = (Math.PI * distance) / stretch
    const sinc = x === 0 ? 1 : Math.sin(x) / x
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (half + 1))
    filter[tap] = sinc * window
    gain += filter[tap]!
  }
  return filter.map((weight) => weight / gain)
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
