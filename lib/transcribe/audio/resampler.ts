/** Zero crossings of the filter on each side. Enough for speech; more would make decoding much slower. */
const HALF_WIDTH = 8
/** Ratios that need more distinct filters than this use the nearest available one. */
const MAX_PHASES = 1024
/** Independent partial sums, which a processor can compute in parallel. */
const LANES = 4

/**
 * Changes the sample rate of a stream (windowed sinc, one filter for each position between two input
 * samples). It compensates its own delay, so times stay right.
 */
export class Resampler {
  readonly #ratio: number
  readonly #taps: number
  readonly #phases: number
  /** The filters of all phases in one array. */
  readonly #filters: Float32Array
  /** The last input samples, which the next outputs still need. */
  #kept: Float32Array
  /** Position of the next output, in input samples from the start of `#kept`. */
  #position: number

  constructor(from: number, to: number) {
    this.#ratio = from / to
    const stretch = Math.max(1, this.#ratio)
    const half = Math.ceil((HALF_WIDTH * stretch * 2) / LANES) * (LANES / 2)
    this.#taps = half * 2
    this.#phases = Math.min(MAX_PHASES, to / greatestCommonDivisor(from, to))
    this.#filters = new Float32Array((this.#phases + 1) * this.#taps)
    for (let phase = 0; phase <= this.#phases; phase++)
      this.#filters.set(lowPass(half, phase / this.#phases, stretch), phase * this.#taps)
    this.#kept = new Float32Array(half)
    this.#position = half
  }

  /** The outputs that can be computed now; the rest follows with later input, or with `end`. */
  push(input: Float32Array): Float32Array {
    const samples = new Float32Array(this.#kept.length + input.length)
    samples.set(this.#kept)
    samples.set(input, this.#kept.length)

    const taps = this.#taps
    const half = taps / 2
    const last = samples.length - half
    const output = new Float32Array(Math.max(0, Math.ceil((last - this.#position) / this.#ratio)))
    for (let at = 0; at < output.length; at++) {
      const position = this.#position + at * this.#ratio
      const whole = Math.floor(position)
      const phase = Math.round((position - whole) * this.#phases)
      output[at] = sumOfProducts(this.#filters, phase * taps, samples, whole - half + 1, taps)
    }

    this.#position += output.length * this.#ratio
    const drop = Math.max(0, Math.floor(this.#position) - half)
    this.#kept = samples.slice(drop)
    this.#position -= drop
    return output
  }

  /** The last outputs, after the end of the input. */
  end(): Float32Array {
    return this.push(new Float32Array(this.#taps / 2))
  }
}

/** Sum of products of `count` numbers of each array, from `a` and `b` on. `count` is a multiple of `LANES`. */
function sumOfProducts(as: Float32Array, a: number, bs: Float32Array, b: number, count: number): number {
  let first = 0
  let second = 0
  let third = 0
  let fourth = 0
  for (let at = 0; at < count; at += LANES) {
    first += as[a + at]! * bs[b + at]!
    second += as[a + at + 1]! * bs[b + at + 1]!
    third += as[a + at + 2]! * bs[b + at + 2]!
    fourth += as[a + at + 3]! * bs[b + at + 3]!
  }
  return first + second + (third + fourth)
}

/** The filter for a sample that lies `fraction` of an input sample after the middle. Its gain is 1. */
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
