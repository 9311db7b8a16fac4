import { codePointAfter, codePointBefore, isSpaceless } from '../text/scripts.js'
import { sentenceEnds } from '../text/sentences.js'
import { WordCuts } from '../text/word-cuts.js'
import type { Segment } from './types.js'

/** Words spoken without interruption; seconds. */
export interface Piece {
  start: number
  end: number
  text: string
  /** A new speaker begins with this piece. */
  isChange: boolean
  isListItem?: boolean
}

/** A pause that ends a sentence, with or without a full stop. */
const PAUSE_SECONDS = 2
/** Computed times that differ by less are equal; seconds. */
const ROUNDING = 1e-6
/** Longer sentences are cut: texts without punctuation have no other ends. */
const MAX_CHARACTERS = 600
const MAX_SECONDS = 45
/** About how long the parts of a cut sentence are. */
const PART_CHARACTERS = 240
const PART_SECONDS = 20

const SAYS_SOMETHING = /[\p{L}\p{N}]/u
/** Characters written without a space beside them, even next to a Latin letter or a number. */
const NO_SPACE_BESIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u
const CLOSING = /^[.,!?;:…%)\]»”。、！？]/u

/** Sentences of captions: joins text that continues, cuts it at the ends of sentences, and interpolates times. */
export function toSentences(pieces: Piece[], language: string): Segment[] {
  const segments: Segment[] = []
  for (let from = 0; from < pieces.length; ) {
    let to = from + 1
    while (to < pieces.length && continues(pieces[to - 1]!, pieces[to]!)) to++
    const run = new Run(pieces.slice(from, to))
    const first = segments.length
    for (const [start, end] of run.sentences(language)) segments.push(run.segment(start, end))
    if (pieces[from]!.isChange && segments[first]) segments[first].beginsParagraph = true
    from = to
  }
  return sortByStart(segments)
}

/** Whether a piece continues the previous one: same speaker, no pause, not spoken during it. */
function continues(before: Piece, piece: Piece): boolean {
  if (piece.isChange || piece.isListItem || before.isListItem) return false
  return piece.start - before.end < PAUSE_SECONDS && piece.end > before.end - ROUNDING
}

/** Sorts sentences by start. If an interruption comes between two of them, they begin paragraphs before and after it. */
function sortByStart(segments: Segment[]): Segment[] {
  if (segments.every(({ start }, index) => index === 0 || segments[index - 1]!.start <= start))
    return segments
  const before = new Map(segments.map((segment, index) => [segment, segments[index - 1]]))
  const sorted = segments.toSorted((one, other) => one.start - other.start)
  for (const [index, segment] of sorted.entries()) {
    if (index > 0 && sorted[index - 1] !== before.get(segment)) segment.beginsParagraph = true
  }
  return sorted
}

/** Captions without pauses between them, as one text with a time for every character. */
class Run {
  readonly text: string
  /** The offset of each piece in `text`. */
  readonly #offsets: number[] = []
  #piece = 0
  readonly #words: WordCuts

  constructor(readonly pieces: Piece[]) {
    const parts: string[] = []
    let length = 0
    for (const { text } of pieces) {
      const space = length > 0 && needsSpace(parts.at(-1)!, text) ? ' ' : ''
      this.#offsets.push(length + space.length)
      parts.push(space + text)
      length += space.length + text.length
    }
    this.text = parts.join('')
    this.#words = new WordCuts(this.text)
  }

  *sentences(language: string): Generator<[start: number, end: number]> {
    let start = 0
    for (const end of sentenceEnds(this.text, language)) {
      for (const part of this.#parts(start, end)) {
        const sentence = this.text.slice(...part)
        if (SAYS_SOMETHING.test(sentence)) yield part
      }
      start = end
    }
  }

  segment(start: number, end: number): Segment {
    const text = this.text.slice(start, end)
    const lead = text.length - text.trimStart().length
    const from = this.#timeAt(start + lead)
    const to = this.#timeAt(start + text.trimEnd().length, true)
    return { start: toMilliseconds(from), end: toMilliseconds(Math.max(from, to)), text: text.trim() }
  }

  *#parts(start: number, end: number): Generator<[number, number]> {
    const seconds = this.#timeAt(end, true) - this.#timeAt(start)
    const length = end - start
    if (length <= MAX_CHARACTERS && seconds <= MAX_SECONDS) return yield [start, end]
    const size = Math.max(
      20,
      Math.min(PART_CHARACTERS, Math.ceil(length / Math.ceil(seconds / PART_SECONDS || 1))),
    )
    let from = start
    while (end - from > size * 1.5) {
      const cut = Math.min(end, this.#cutNear(from, size))
      yield [from, cut]
      from = cut
    }
    if (from < end) yield [from, end]
  }

  /** The longest pause near `from + size`, else the last word end before it, else the first one after it. */
  #cutNear(from: number, size: number): number {
    const target = from + size
    let best = -1
    let longest = -1
    let index = this.#pieceAt(from + Math.ceil(size / 2)) + 1
    for (; index < this.pieces.length && this.#offsets[index]! <= target + size / 4; index++) {
      const pause = this.pieces[index]!.start - this.pieces[index - 1]!.end
      if (pause >= longest && this.#words.isCut(this.#offsets[index]!)) {
        longest = pause
        best = this.#offsets[index]!
      }
    }
    if (best > from) return best
    const before = this.#words.lastEndWithin(from, target)
    const cut = before > 0 ? before : this.#words.firstEndAfter(target)
    return this.text.charAt(cut) === ' ' ? cut + 1 : cut
  }

  #timeAt(offset: number, isEnd = false): number {
    const index = this.#pieceAt(isEnd ? offset - 1 : offset)
    const { start, end, text } = this.pieces[index]!
    const share = Math.min(1, Math.max(0, (offset - this.#offsets[index]!) / text.length))
    return start + (end - start) * share
  }

  /** The piece at an offset. Offsets nearly always ascend, so the search starts from the last result. */
  #pieceAt(offset: number): number {
    while (this.#piece > 0 && this.#offsets[this.#piece]! > offset) this.#piece--
    while (this.#piece + 1 < this.pieces.length && this.#offsets[this.#piece + 1]! <= offset) this.#piece++
    return this.#piece
  }
}

/** Captions of scripts without spaces may end inside a word, and some recognisers write punctuation as a caption. */
function needsSpace(before: string, text: string): boolean {
  if (text.length <= 2 && CLOSING.test(text)) return false
  const last = codePointBefore(before, before.length)
  const first = codePointAfter(text, 0)
  if (last < 0x0e01 && first < 0x0e01) return true
  if (NO_SPACE_BESIDE.test(String.fromCodePoint(last, first))) return false
  return !(isSpaceless(last) && isSpaceless(first))
}

export function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
