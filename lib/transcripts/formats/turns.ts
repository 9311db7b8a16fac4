import type { ParsedCue } from './parsed.js'
import { parseTimestamp } from './timestamp.js'

const CLOCK = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?`
const BRACKETED_TIME = new RegExp(String.raw`^[[(](${CLOCK})[\])]:?\s*`)
const BARE_TIME = new RegExp(String.raw`^(${CLOCK})(?:\s+-\s+${CLOCK})?(?:\s+|$)`)
const INNER_TIME = new RegExp(String.raw`\[(${CLOCK})\]`, 'g')
/** `**Name:** …` or `**Name**: …` */
const BOLD_NAME = /^\*\*([^*]{1,80}?)\s*(?::\s*\*\*|\*\*\s*:)\s*/
/** `Name (0:12): …` and, with nothing after it, `Name 0:12` */
const NAME_AND_TIME = new RegExp(
  String.raw`^(\p{Lu}[^\n:([]{0,60}?)\s*(?:[[(](${CLOCK})[\])]:?(?:\s+|$)|\s(${CLOCK})$)`,
  'u',
)
/** What stands where a name stands and is none: what was said there is not in the transcript. */
const NOBODY = /^(?:break|ad break|music|jingle|sponsor break)$/i

/** Share of lines that must begin with a time before times without brackets are taken for marks. */
const BARE_TIMES = 0.3

interface Marks {
  start: number | null
  speaker?: string
}

/**
 * Paragraphs (their lines) to captions: a line that begins with a name or a time begins a new caption, so does every
 * paragraph. Marks on a line of their own belong to the paragraph after it.
 */
export function readTurns(paragraphs: string[][]): ParsedCue[] {
  const lines = paragraphs.flat()
  const bare = lines.filter((line) => BARE_TIME.test(line)).length
  const reader = new TurnReader(bare >= 2 && bare >= lines.length * BARE_TIMES)
  for (const paragraph of paragraphs) {
    for (const line of paragraph) reader.line(line)
    reader.endParagraph()
  }
  return reader.cues
}

class TurnReader {
  readonly cues: ParsedCue[] = []
  #marks: Marks = { start: null }
  #lines: string[] = []

  constructor(readonly bareTimes: boolean) {}

  line(line: string): void {
    const { marks, rest, isNobody } = this.#leadingMarks(line)
    if (marks.start !== null || marks.speaker !== undefined || isNobody) {
      this.endParagraph()
      this.#marks = { ...this.#marks, ...marks, start: marks.start ?? this.#marks.start }
    }
    if (!isNobody && rest !== '') this.#lines.push(rest)
  }

  /** Marks without a text wait for the next paragraph. */
  endParagraph(): void {
    if (this.#lines.length === 0) return
    const text = this.#lines.join('\n')
    let from = 0
    let marks = this.#marks
    for (const match of text.matchAll(INNER_TIME)) {
      this.#emit(marks, text.slice(from, match.index))
      marks = { ...marks, start: parseTimestamp(match[1] ?? '') ?? null }
      from = match.index + match[0].length
    }
    this.#emit(marks, text.slice(from))
    this.#marks = { start: null }
    this.#lines = []
  }

  #emit(marks: Marks, text: string): void {
    if (text.trim() !== '') this.cues.push({ ...marks, end: null, text: text.trim() })
  }

  #leadingMarks(line: string): { marks: Marks; rest: string; isNobody: boolean } {
    const marks: Marks = { start: null }
    let rest = line
    for (let count = 0; count < 3; count++) {
      const time = BRACKETED_TIME.exec(rest) ?? (this.bareTimes ? BARE_TIME.exec(rest) : null)
      const name = time ? null : BOLD_NAME.exec(rest)
      const both = time || name ? null : NAME_AND_TIME.exec(rest)
      const found = time ?? name ?? both
      if (!found) break
      if (time) marks.start = parseTimestamp(time[1] ?? '') ?? null
      if (name) marks.speaker = name[1]?.trim()
      if (both) {
        marks.speaker = both[1]?.trim()
        marks.start = parseTimestamp(both[2] ?? both[3] ?? '') ?? null
      }
      rest = rest.slice(found[0].length)
    }
    const isNobody = marks.speaker !== undefined && NOBODY.test(marks.speaker)
    if (isNobody) delete marks.speaker
    return { marks, rest: rest.trim(), isNobody }
  }
}
