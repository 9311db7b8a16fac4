import { WordCuts } from '../text/word-cuts.js'
import { toMilliseconds } from './sentence-times.js'
import type { Segment, TranscriptDocument } from './types.js'

/** Sentences that belong together; seconds. */
export interface Paragraph {
  start: number
  end: number
  text: string
}

/** A pause from which on a new paragraph begins, and the longest that a paragraph lasts; seconds. */
const PAUSE_SECONDS = 2
const LONGEST_SECONDS = 30
/** About where paragraphs of a text without times are split; characters. */
const LONGEST_CHARACTERS = 1000

/** Rounding of times that were computed must not break a paragraph. */
const ROUNDING = 1e-6

/** A transcript's paragraphs in order. Joined by blank lines they are its `txt` file. */
export function paragraphsOf({
  segments,
  timed,
}: Pick<TranscriptDocument, 'segments' | 'timed'>): Paragraph[] {
  return timed ? timedParagraphs(segments) : untimedParagraphs(segments)
}

function timedParagraphs(segments: Segment[]): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let open: Paragraph | undefined
  for (const segment of segments) {
    let mayJoin = segment.speakerChange !== true
    for (const part of isTooLong(segment) ? splitByTime(segment) : [segment]) {
      if (open && mayJoin && joins(open, part)) {
        open.text += ` ${part.text}`
        open.end = Math.max(open.end, part.end)
      } else {
        open = { start: part.start, end: part.end, text: part.text }
        paragraphs.push(open)
      }
      mayJoin = true
    }
  }
  return paragraphs
}

function joins(open: Paragraph, part: Paragraph): boolean {
  const isAfterPause = part.start - open.end >= PAUSE_SECONDS - ROUNDING
  return !isAfterPause && Math.max(open.end, part.end) - open.start <= LONGEST_SECONDS + ROUNDING
}

function isTooLong({ start, end }: Segment): boolean {
  return end - start > LONGEST_SECONDS + ROUNDING
}

/** Parts of a long sentence, each of as many words as fit, with times interpolated by position. */
function splitByTime({ start, end, text }: Segment): Paragraph[] {
  const parts: Paragraph[] = []
  const secondsAt = (offset: number) => toMilliseconds(start + ((end - start) * offset) / text.length)
  const words = new WordCuts(text)
  for (let from = 0; from < text.length; ) {
    const fits = Math.floor(from + (text.length * LONGEST_SECONDS) / (end - start))
    const cut = cutOf(words, from, fits)
    const isLast = cut >= text.length
    const partEnd = isLast ? end : secondsAt(cut)
    // A single word that lasts longer still is not cut: it stands in the last seconds or the first.
    const partStart = from === 0 ? start : secondsAt(from)
    parts.push({
      start: isLast && from > 0 ? Math.max(partStart, end - LONGEST_SECONDS) : partStart,
      end: isLast && from > 0 ? partEnd : Math.min(partEnd, toMilliseconds(partStart + LONGEST_SECONDS)),
      text: text.slice(from, cut).trim(),
    })
    from = nextStart(text, cut)
  }
  return parts
}

function untimedParagraphs(segments: Segment[]): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let open: Paragraph | undefined
  for (const segment of segments) {
    let begins = segment.paragraphStart === true
    for (const part of segment.text.length > LONGEST_CHARACTERS ? splitByLength(segment) : [segment]) {
      if (open && !begins && open.text.length + 1 + part.text.length <= LONGEST_CHARACTERS) {
        open.text += ` ${part.text}`
        open.end = part.end
      } else {
        open = { start: part.start, end: part.end, text: part.text }
        paragraphs.push(open)
      }
      begins = false
    }
  }
  return paragraphs
}

function splitByLength({ start, end, text }: Segment): Paragraph[] {
  const parts: Paragraph[] = []
  const secondsAt = (offset: number) => toMilliseconds(start + ((end - start) * offset) / text.length)
  const words = new WordCuts(text)
  for (let from = 0; from < text.length; ) {
    const cut = cutOf(words, from, from + LONGEST_CHARACTERS)
    parts.push({ start: secondsAt(from), end: secondsAt(cut), text: text.slice(from, cut).trim() })
    from = nextStart(text, cut)
  }
  return parts
}

/** The last end of a word that fits; the first one after it where there is none, for a word is never split. */
function cutOf(words: WordCuts, from: number, fits: number): number {
  if (fits >= words.text.length) return words.text.length
  const last = words.lastEndWithin(from, fits)
  return last > 0 ? last : words.firstEndAfter(Math.max(from, fits))
}

function nextStart(text: string, end: number): number {
  return text.charAt(end) === ' ' ? end + 1 : end
}
