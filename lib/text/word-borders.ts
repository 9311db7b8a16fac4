import { memo } from '../memo.js'
import { wholeCharacter } from './scripts.js'
import { segmenter } from './segmenter.js'

/** Code units segmented at a time, and read on either side so that the cut has no effect. */
const BLOCK = 256
const CONTEXT = 64
/** Cached blocks. Most texts are read from start to end. */
const MAX_CACHED_BLOCKS = 64

/**
 * Word borders of a text in a script without spaces, found by a dictionary. The segmenter's time grows with the
 * square of the length, so the text is segmented in blocks, on demand.
 */
export class WordBorders {
  readonly #bordersOf = memo(MAX_CACHED_BLOCKS, (block: number) => this.#segment(block * BLOCK))

  constructor(readonly text: string) {}

  isBorder(offset: number): boolean {
    if (offset <= 0 || offset >= this.text.length) return true
    return this.#bordersOf(Math.floor(offset / BLOCK)).has(offset)
  }

  #segment(start: number): Set<number> {
    const from = wholeCharacter(this.text, Math.max(0, start - CONTEXT))
    const to = wholeCharacter(this.text, Math.min(this.text.length, start + BLOCK + CONTEXT))
    const borders = new Set<number>()
    for (const { index } of segmenter('word').segment(this.text.slice(from, to))) borders.add(from + index)
    return borders
  }
}
