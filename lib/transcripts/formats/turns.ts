import type { ParsedCue } from './parsed.js'
import { parseTimestamp } from './timestamp.js'

const CLOCK = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,:]\d{1,3})?`
const TO = String.raw`\s{0,3}(?:-->|[-–—]|to)\s{0,3}`
/** `[0:12]`, `(0:12)`, `[0:12 - 0:15]`; backslashes are what is left of escapes written twice. */
const TIME = String.raw`[[(]\\{0,3}(${CLOCK})(?:${TO}(${CLOCK}))?\\{0,3}[\])]`
const LEADING_TIME = new RegExp(String.raw`^${TIME}(?:${TO}${TIME})?:?\s*`)
const BARE_TIME = new RegExp(String.raw`^(${CLOCK})(?:\s+-\s+(${CLOCK}))?(?:\s+|$)`)
const INNER_TIME = new RegExp(String.raw`\[\\{0,3}(${CLOCK})\\{0,3}\]`, 'g')

const NAME_WORD = String.raw`(?:\p{Lu}[\p{L}\p{M}\p{N}.'’&_-]{0,30}|\p{Lo}{1,12})`
const INNER_WORD = `(?:${NAME_WORD}|de|del|di|da|dos|du|la|le|van|von|der|den|bin|al|and|&|\\d{1,3})`
/** Up to five words with capitals, and a second form in brackets: `Ana de la Cruz (AC)`. */
const NAME = String.raw`${NAME_WORD}(?:,? ${INNER_WORD}){0,4}(?: \([^()\d\n]{1,30}\))?`
const WHOLE_NAME = new RegExp(`^${NAME}$`, 'u')
/** `Name (0:12): …`, `Name: [0:12] …`, and, with nothing after it, `Name 0:12` */
const NAME_AND_TIME = new RegExp(
  String.raw`^(${NAME})(:?)(?:\s{0,3}${TIME}(:?)(?:\s+|$)|\s{1,3}(${CLOCK})$)`,
  'u',
)
/** `**Name:** …`, `**Name**: …` or `**Name** (0:12) …` */
const BOLD_NAME = /^\*\*([^*]{1,80})\*\*(:?)\s*/
/** A name with a time, or a bold one, after the end of a sentence in the middle of a line. */
const INNER_NAME = new RegExp(
  String.raw`(?<=[.?!…—"”’)\]] )(?=(${NAME}) ${TIME}:(?:\s|$)|\*\*(${NAME})(?::\*\*|\*\*:))`,
  'gu',
)
/** What stands where a name stands and is none. */
const NOBODY = /^(?:break|ad break|music|jingle|sponsor break)$/i
export const SENTENCE_END = /[.!?…。！？]["'”’)\]]{0,5}\s{0,3}$/
const LIST_ITEM = /^\d{1,3}[.)]\s+\S/

/** Share of lines that must begin with a mark before it is taken for one, where it could also be speech. */
const BARE_TIMES = 0.3
/** Share of lines that must begin with a name before names that stand only once are taken for names. */
const MOST = 0.5

interface Marks {
  start: number | null
  end: number | null
  speaker?: string
}

/**
 * Paragraphs (their lines) to captions: a line that begins with a name or a time begins a new caption, so does every
 * paragraph and every item of a numbered list. Marks on a line of their own belong to the paragraph after it.
 */
export function readTurns(paragraphs: string[][]): ParsedCue[] {
  const divided = divideAtNames(paragraphs)
  const reader = new TurnReader(divided.flat())
  for (const lines of divided) {
    for (const line of lines) reader.line(line)
    reader.endParagraph()
  }
  return reader.cues
}

/** Begins a new line before a name in the middle of one, when the same name occurs again. */
function divideAtNames(paragraphs: string[][]): string[][] {
  const counts = new Map<string, number>()
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const line of paragraphs.flat()) {
    const first = readBoldName(line) ?? readNameAndTime(line)
    if (first) count(first.speaker)
    for (const [, timed, , , bold] of line.matchAll(INNER_NAME)) count(timed ?? bold ?? '')
  }
  const divide = (_: string, timed?: string, _start?: string, _end?: string, bold?: string) =>
    (counts.get(timed ?? bold ?? '') ?? 0) > 1 ? '\n' : ''
  return paragraphs.map((lines) => lines.flatMap((line) => line.replace(INNER_NAME, divide).split('\n')))
}

class TurnReader {
  readonly cues: ParsedCue[] = []
  #marks: Marks = { start: null, end: null }
  #lines: string[] = []
  readonly #hasBareTimes: boolean
  readonly #hasNamesAndTimes: boolean
  readonly #hasNamesBeforeTimes: boolean
  readonly #boldNames: ReadonlySet<string>

  /** Looks at all lines first: what looks like a mark is one when the file uses it again and again. */
  constructor(lines: string[]) {
    const isUsual = (count: number, share: number) => count >= 2 && count >= lines.length * share
    this.#hasBareTimes = isUsual(lines.filter((line) => BARE_TIME.test(line)).length, BARE_TIMES)
    const heads = lines.map(readNameAndTime).filter((head) => head !== undefined)
    const plain = heads.filter(({ isPlain }) => isPlain).length
    this.#hasNamesAndTimes = plain >= 2 || plain >= lines.length * MOST
    this.#hasNamesBeforeTimes = isUsual(heads.length - plain, BARE_TIMES)
    this.#boldNames = findBoldNames(lines)
  }

  line(line: string): void {
    const { marks, rest } = this.#leadingMarks(line)
    const isNobody = marks.speaker !== undefined && NOBODY.test(marks.speaker)
    const isItem = LIST_ITEM.test(rest)
    if (marks.start !== null || marks.speaker !== undefined || isItem) this.endParagraph()
    if (isNobody) this.#nobody(marks, rest)
    else {
      this.#marks = { ...this.#marks, ...marks, start: marks.start ?? this.#marks.start }
      if (rest !== '') this.#lines.push(rest)
    }
  }

  /** A break or a jingle: the sentences before it end where it begins, those after it begin where it ends. */
  #nobody({ start, end }: Marks, rest: string): void {
    const last = this.cues.at(-1)
    if (last && start !== null && end !== null) last.end = start
    if (rest !== '') this.#emit({ start, end }, rest)
    this.#marks = { start: rest === '' ? (end ?? start) : end, end: null }
  }

  /** Marks without a text wait for the next paragraph. */
  endParagraph(): void {
    if (this.#lines.length === 0) return
    const text = this.#lines.join('\n')
    let from = 0
    let marks = this.#marks
    for (const match of text.matchAll(INNER_TIME)) {
      const start = parseTimestamp(match[1] ?? '') ?? null
      const before = text.slice(from, match.index)
      // A sentence that goes on after the time has no pause there.
      this.#emit({ ...marks, end: SENTENCE_END.test(before) ? null : start }, before)
      marks = { ...marks, start }
      from = match.index + match[0].length
    }
    this.#emit(marks, text.slice(from))
    this.#marks = { start: null, end: null }
    this.#lines = []
  }

  #emit(marks: Marks, text: string): void {
    if (text.trim() === '') return
    this.cues.push({ ...marks, text: text.trim(), ...(LIST_ITEM.test(text) ? { isListItem: true } : {}) })
  }

  #leadingMarks(line: string): { marks: Marks; rest: string } {
    const marks: Marks = { start: null, end: null }
    let rest = line
    for (let count = 0; count < 3; count++) {
      const time = LEADING_TIME.exec(rest) ?? (this.#hasBareTimes ? BARE_TIME.exec(rest) : null)
      const name = time ? undefined : this.#name(rest, marks)
      if (time) {
        marks.start = parseTimestamp(time[1] ?? '') ?? null
        marks.end = parseTimestamp(time[3] ?? time[2] ?? '') ?? null
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

  /** The name that a line begins with; a second one is part of what is said. */
  #name(line: string, { speaker }: Marks): NameMark | undefined {
    if (speaker !== undefined) return undefined
    const bold = readBoldName(line)
    if (bold) return this.#boldNames.has(bold.speaker) ? bold : undefined
    const head = readNameAndTime(line)
    return (head?.isPlain ? this.#hasNamesAndTimes : this.#hasNamesBeforeTimes) ? head : undefined
  }
}

interface NameMark {
  speaker: string
  start: number | null
  /** Characters of the mark. */
  length: number
}

/** `isPlain`: a colon or the end of the line shows that the name is no part of a sentence. */
function readNameAndTime(line: string): (NameMark & { isPlain: boolean }) | undefined {
  const match = NAME_AND_TIME.exec(line)
  if (!match) return undefined
  const [mark, speaker = '', colon, time, , lateColon, bareTime] = match
  const isPlain = colon === ':' || lateColon === ':' || mark.length === line.length
  return { speaker, start: parseTimestamp(time ?? bareTime ?? '') ?? null, length: mark.length, isPlain }
}

function readBoldName(line: string): NameMark | undefined {
  const match = BOLD_NAME.exec(line)
  const written = match?.[1]?.trim() ?? ''
  if (!match) return undefined
  const isMarked = match[2] === ':' || written.endsWith(':') || LEADING_TIME.test(line.slice(match[0].length))
  if (!isMarked) return undefined
  return { speaker: written.replace(/:$/, '').trim(), start: null, length: match[0].length }
}

/** Bold heads that are names: they stand more than once, or look like a name among others. */
function findBoldNames(lines: string[]): Set<string> {
  const counts = new Map<string, number>()
  let heads = 0
  for (const line of lines) {
    const speaker = readBoldName(line.replace(LEADING_TIME, ''))?.speaker
    if (speaker === undefined) continue
    heads++
    counts.set(speaker, (counts.get(speaker) ?? 0) + 1)
  }
  const areNames = heads > counts.size || heads >= lines.length * MOST
  const isName = ([name, count]: [string, number]) =>
    count > 1 || NOBODY.test(name) || (areNames && WHOLE_NAME.test(name))
  return new Set([...counts].filter(isName).map(([name]) => name))
}
