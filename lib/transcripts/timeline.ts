import { countWhile } from '../binary-search.js'
import type { Segment } from './types.js'

/** A transcript's sentences joined by single spaces, with a time for every offset. Offsets are UTF-16 code units. */
export class Timeline {
  readonly text: string
  /** The offset of each sentence in `text`. */
  readonly #offsets: Uint32Array

  constructor(readonly segments: readonly Segment[]) {
    this.text = segments.map(({ text }) => text).join(' ')
    this.#offsets = new Uint32Array(segments.length)
    let offset = 0
    for (const [index, { text }] of segments.entries()) {
      this.#offsets[index] = offset
      offset += text.length + 1
    }
  }

  /** Index of the sentence at an offset; the space after a sentence belongs to it. */
  segmentAt(offset: number): number {
    return Math.max(0, countWhile(this.#offsets.length, (index) => this.#offsets[index]! <= offset) - 1)
  }

  /** The time at an offset, in seconds: interpolated by position in its sentence, to a tenth. */
  secondsAt(offset: number): number {
    const index = this.segmentAt(offset)
    const segment = this.segments[index]
    if (!segment) return 0
    const inside = offset - (this.#offsets[index] as number)
    const share = Math.min(1, inside / segment.text.length)
    return Math.round((segment.start + (segment.end - segment.start) * share) * 10) / 10
  }
}
