import type { Marks, ParsedCue } from './parsed.js'
import { parseTimestamp } from './timestamp.js'
import {
  BARE_TIME,
  BREAK,
  findBoldNames,
  INNER_TIME,
  LEADING_TIME,
  NAMED_SHARE,
  readBoldName,
  readNameAndTime,
  readTimeAndName,
  splitAtInnerNames,
} from './turn-marks.js'

export const SENTENCE_END = /[.!?…。！？]["'”’)\]]{0,5}\s{0,3}$/
const LIST_ITEM = /^\d{1,3}[.)]\s+\S/

/** Share of lines that must begin with a mark that could also be speech, before it counts as one. */
const MARKED_SHARE = 0.3
/** Share of lines with a time that must consist of a time and a name, before a name after a time counts as one. */
const HEADINGS_SHARE = 0.8

/**
 * Turns paragraphs, each a list of lines, into captions. Every paragraph, every item of a numbered list and every line
 * that begins with a name or a time begins a new caption. Marks on a line without text belong to the next paragraph.
 */
export function readTurns(paragraphs: string[][]): ParsedCue[] {
  const divided = splitAtInnerNames(paragraphs)
  const reader = new TurnReader(divided.flat())
  for (const lines of divided) {
    for (const line of lines) reader.line(line)
    reader.endParagraph()
  }
  return reader.cues
}

class TurnReader {
  readonly cues: ParsedCue[] = []
  #marks: Marks = { start: null, end: null }
  #lines: string[] = []
  readonly #hasBareTimes: boolean
  readonly #hasPlainNames: boolean
  readonly #hasNamesBeforeTimes: boolean
  readonly #hasTimesBeforeNames: boolean
  readonly #boldNames: ReadonlySet<string>

  /** Looks at all lines first: text that looks like a mark is one if the file uses it repeatedly. */
  constructor(lines: string[]) {
    const isUsual = (count: number) => count >= 2 && count >= lines.length * MARKED_SHARE
    this.#hasBareTimes = isUsual(lines.filter((line) => BARE_TIME.test(line)).length)
    const names = lines.map(readNameAndTime).filter((name) => name !== undefined)
    const plain = names.filter(({ isPlain }) => isPlain).length
    this.#hasPlainNames = plain >= 2 || plain >= lines.length * NAMED_SHARE
    this.#hasNamesBeforeTimes = isUsual(names.length - plain)
    const isTimed = (line = '') => LEADING_TIME.test(line)
    const isHeading = (line: string, at: number) =>
      at + 1 < lines.length && !isTimed(lines[at + 1]) && readTimeAndName(line) !== undefined
    const headings = lines.filter(isHeading).length
    this.#hasTimesBeforeNames = headings >= 2 && headings >= lines.filter(isTimed).length * HEADINGS_SHARE
    this.#boldNames = findBoldNames(lines)
  }

  line(line: string): void {
    const { marks, rest } = this.#leadingMarks(line)
    if (marks.start !== null || marks.speaker !== undefined || LIST_ITEM.test(rest)) this.endParagraph()
    if (marks.speaker !== undefined && BREAK.test(marks.speaker)) {
      this.#addBreak(marks, rest)
    } else {
      this.#marks = { ...this.#marks, ...marks, start: marks.start ?? this.#marks.start }
      if (rest !== '') this.#lines.push(rest)
    }
  }

  /** The cue before a break ends where the break begins. The cue after it begins where the break ends. */
  #addBreak({ start, end }: Marks, rest: string): void {
    const last = this.cues.at(-1)
    if (last && start !== null && end !== null) last.end = start
    if (rest !== '') this.#add({ start, end }, rest)
    this.#marks = { start: rest === '' ? (end ?? start) : end, end: null }
  }

  /** Adds the open paragraph. Marks without text are kept for the next one. */
  endParagraph(): void {
    if (this.#lines.length === 0) return
    const text = this.#lines.join('\n')
    let from = 0
    let marks = this.#marks
    for (const match of text.matchAll(INNER_TIME)) {
      const start = parseTimestamp(match[1])
      const before = text.slice(from, match.index)
      // A sentence that continues after the time has no pause there.
      this.#add({ ...marks, end: SENTENCE_END.test(before) ? null : start }, before)
      marks = { ...marks, start }
      from = match.index + match[0].length
    }
    this.#add(marks, text.slice(from))
    this.#marks = { start: null, end: null }
    this.#lines = []
  }

  #add(marks: Marks, text: string): void {
    if (text.trim() === '') return
    this.cues.push({ ...marks, text: text.trim(), ...(LIST_ITEM.test(text) ? { isListItem: true } : {}) })
  }

  #leadingMarks(line: string): { marks: Marks; rest: string } {
    const heading = this.#hasTimesBeforeNames ? readTimeAndName(line) : undefined
    if (heading) return { marks: heading, rest: '' }
    const marks: Marks = { start: null, end: null }
    let rest = line
    for (let count = 0; count < 3; count++) {
      const time = LEADING_TIME.exec(rest) ?? (this.#hasBareTimes ? BARE_TIME.exec(rest) : null)
      // A second name is part of the speech.
      const name = time || marks.speaker !== undefined ? undefined : this.#leadingName(rest)
      if (time) {
        marks.start = parseTimestamp(time[1])
        marks.end = parseTimestamp(time[3] ?? time[2])
      } else if (name) {
        marks.speaker = name.speaker
        marks.start = name.start ?? marks.start
      }
      const length = time?.[0].length ?? name?.length
      if (length === undefined) break
      rest = rest.slice(length)
    }
    return { marks, rest: rest.trim() }
  }

  #leadingName(line: string) {
    const bold = readBoldName(line)
    if (bold) return this.#boldNames.has(bold.speaker) ? bold : undefined
    const name = readNameAndTime(line)
    return (name?.isPlain ? this.#hasPlainNames : this.#hasNamesBeforeTimes) ? name : undefined
  }
}
