import { codePointAfter, codePointBefore, isSpaceless, wholeCharacter } from './scripts.js'
import { WordBorders } from './word-borders.js'

const SPACE = /\s/
/** A longer run without spaces, in code units, is not a word but an attack. */
const MAX_WORD_LENGTH = 2000
/** East Asian typography forbids the former at the start of a line and the latter at the end. */
const NEVER_FIRST = /^[\p{Pe}\p{Pf}\p{Po}]/u
const NEVER_LAST = /[\p{Ps}\p{Pi}]$/u

/**
 * Offsets at which a text may be cut without splitting a word: beside white space and, in scripts without spaces, where
 * a dictionary ends a word. In other scripts a dictionary would cut web addresses, `[brackets]` and words with hyphens.
 */
export class WordCuts {
  readonly #borders: WordBorders

  constructor(readonly text: string) {
    this.#borders = new WordBorders(text)
  }

  isCut(offset: number): boolean {
    if (offset <= 0 || offset >= this.text.length) return true
    if (SPACE.test(this.text.charAt(offset - 1)) || SPACE.test(this.text.charAt(offset))) return true
    const before = codePointBefore(this.text, offset)
    const after = codePointAfter(this.text, offset)
    if (!isSpaceless(before) && !isSpaceless(after)) return false
    if (NEVER_FIRST.test(String.fromCodePoint(after)) || NEVER_LAST.test(String.fromCodePoint(before)))
      return false
    return this.#borders.isBorder(offset)
  }

  /** The last end of a word at or before `offset` and after `from`, or -1. */
  lastEndWithin(from: number, offset: number): number {
    for (let at = Math.min(offset, this.text.length); at > from; at--) if (this.isEnd(at)) return at
    return -1
  }

  /** The first end of a word after `offset`, which may be the end of the text. */
  firstEndAfter(offset: number): number {
    const furthest = Math.min(this.text.length, offset + MAX_WORD_LENGTH)
    for (let at = offset + 1; at < furthest; at++) if (this.isEnd(at)) return at
    return wholeCharacter(this.text, furthest)
  }

  /** Whether a word, or one of its characters, ends at a cut. */
  isEnd(offset: number): boolean {
    return !SPACE.test(this.text.charAt(offset - 1)) && this.isCut(offset)
  }
}
