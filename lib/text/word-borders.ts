import { wholeCharacter } from './scripts.js'
import { segmenter } from './segmenter.js'

/** Code units segmented at a time, and read on either side so that the cut does not show. */
const BLOCK = 256
const CONTEXT = 64
/** Blocks remembered: texts are mostly asked about from their start to their end. */
const MOST_BLOCKS = 64

/**
 * Word borders of one text where only a dictionary knows them. The segmenter takes time that grows with the square
 * of what it is given, so the text is segmented in blocks, each when it is first asked about.
 */
export class WordBorders {
  readonly #blocks = new Map<number, Set<number>>()

  constructor(readonly text: string) {}

  isBorder(offset: number): boolean {
    if (offset <= 0 || offset >= this.text.length) return true
    const index = Math.floor(offset / BLOCK)
    let borders = this.#blocks.get(index)
    if (!borders) {
      borders = this.#segment(index * BLOCK)
      if (this.#blocks.size === MOST_BLOCKS) this.#blocks.clear()
      this.#blocks.set(index, borders)
    }
    return borders.has(offset)
  }

  #segment(start: number): Set<number> {
    const from = wholeCharacter(this.text, Math.max(0, start - CONTEXT))
    const to = wholeCharacter(this.text, Math.min(this.text.length, start + BLOCK + CONTEXT))
    const borders = new Set<number>()
    for (const { index } of segmenter('word').segment(this.text.slice(from, to))) borders.add(from + index)
    return borders
  }
}
