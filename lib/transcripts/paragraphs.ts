import { WordCuts } from '../text/word-cuts.js'
import { toMilliseconds } from './sentence-times.js'
import type { Segment, TranscriptDocument } from './types.js'

/** Sentences that belong together; seconds. */
export interface Paragraph {
  start: number
  end: number
  text: string
}

/** A paragraph ends at a pause this long, and before it would last longer than this; seconds. */
const PAUSE_SECONDS = 2
const MAX_SECONDS = 30
/** The longest paragraph of a text without times; characters. */
const MAX_CHARACTERS = 1000

/** Rounding of computed times must not split a paragraph. */
const ROUNDING = 1e-6

/** How sentences become paragraphs. */
interface Rules {
  /** The parts of a sentence, each short enough for one paragraph. */
  split(segment: Segment): Paragraph[]
  /** Whether a part fits into the paragraph before it. */
  fits(open: Paragraph, part: Paragraph): boolean
}

const TIMED: Rules = {
  split: (segment) => (isTooLong(segment) ? splitByTime(segment) : [segment]),
  fits: (open, part) =>
    part.start - open.end < PAUSE_SECONDS - ROUNDING &&
    Math.max(open.end, part.end) - open.start <= MAX_SECONDS + ROUNDING,
}

const UNTIMED: Rules = {
  split: (segment) =>
    segment.text.length > MAX_CHARACTERS ? splitAtWords(segment, MAX_CHARACTERS) : [segment],
  fits: (open, part) => open.text.length + 1 + part.text.length <= MAX_CHARACTERS,
}

/** The paragraphs of a transcript in order. Joined by blank lines they are its `txt` file. */
export function paragraphsOf({
  segments,
  timed,
}: Pick<TranscriptDocument, 'segments' | 'timed'>): Paragraph[] {
  const rules = timed ? TIMED : UNTIMED
  const paragraphs: Paragraph[] = []
  let open: Paragraph | undefined
  for (const segment of segments) {
    for (const [index, part] of rules.split(segment).entries()) {
      const begins = index === 0 && segment.beginsParagraph
      if (open && !begins && rules.fits(open, part)) {
        open.text += ` ${part.text}`
        open.end = Math.max(open.end, part.end)
      } else {
        open = { start: part.start, end: part.end, text: part.text }
        paragraphs.push(open)
      }
    }
  }
  return paragraphs
}

const isTooLong = ({ start, end }: Segment) => end - start > MAX_SECONDS + ROUNDING

/** Parts that last 30 seconds at most. A single longer word is not split: it gets the last or the first 30 seconds. */
function splitByTime(segment: Segment): Paragraph[] {
  const { start, end, text } = segment
  const parts = splitAtWords(segment, (text.length * MAX_SECONDS) / (end - start))
  return parts.map((part, index) =>
    index > 0 && index === parts.length - 1
      ? { ...part, start: Math.max(part.start, part.end - MAX_SECONDS) }
      : { ...part, end: Math.min(part.end, toMilliseconds(part.start + MAX_SECONDS)) },
  )
}

/** Parts of as many words as fit into a number of characters, with times interpolated by position. */
function splitAtWords({ start, end, text }: Segment, characters: number): Paragraph[] {
  const parts: Paragraph[] = []
  const secondsAt = (offset: number) => toMilliseconds(start + ((end - start) * offset) / text.length)
  const words = new WordCuts(text)
  for (let from = 0; from < text.length; ) {
    const cut = wordEndNear(words, from, Math.floor(from + characters))
    parts.push({
      start: from === 0 ? start : secondsAt(from),
      end: cut >= text.length ? end : secondsAt(cut),
      text: text.slice(from, cut).trim(),
    })
    from = text.charAt(cut) === ' ' ? cut + 1 : cut
  }
  return parts
}

/** The last end of a word up to `limit`, or the first one after it: words are never split. */
function wordEndNear(words: WordCuts, from: number, limit: number): number {
  if (limit >= words.text.length) return words.text.length
  const last = words.lastEndWithin(from, limit)
  return last > 0 ? last : words.firstEndAfter(Math.max(from, limit))
}
