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
