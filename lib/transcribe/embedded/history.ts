/** The last sound that went by, addressed by samples from the beginning; bounded in memory. */
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

  /** A copy of what was heard from `start` to `end`, as far as it is still known. */
  slice(start: number, end: number): Float32Array {
    const from = Math.max(start, this.#end - this.#ring.length, 0)
    const to = Math.min(end, this.#end)
    return Float32Array.from(
      { length: Math.max(0, to - from) },
      (_, at) => this.#ring[(from + at) % this.#ring.length]!,
    )
  }
}
