import { MOST_CUES, type ParsedCue } from './parsed.js'
import { parseTimestamp } from './timestamp.js'

export interface CaptionDialect {
  /** A timing line; its first two groups are the times as written. */
  timing: RegExp
  /** Whether text after a blank line still belongs to the caption above it. */
  goesOnAfterBlank: boolean
}

/**
 * Reads captions of any format in which a line of times stands above its text, whatever else is between them.
 * Numbers and names above a timing line are no text; nor is a VTT comment or style block.
 */
export function readCaptions(text: string, dialect: CaptionDialect): ParsedCue[] {
  const lines = splitLines(text)
  const timings = findTimings(lines, dialect.timing)
  const cues: ParsedCue[] = []
  for (const [order, { at, start, end }] of timings.entries()) {
    const next = timings[order + 1]?.at ?? lines.length
    const body = bodyOf(lines.slice(at + 1, next), next < lines.length, dialect.goesOnAfterBlank)
    if (body !== '') cues.push({ start, end, text: body })
  }
  return cues
}

/** Lines read of a file; a day of single words has a fifth of that. */
const MOST_LINES = 1_000_000

export const splitLines = (text: string): string[] => text.split(/\r\n|[\n\r\u2028\u2029]/, MOST_LINES)

interface Timing {
  at: number
  start: number | null
  end: number | null
}

function findTimings(lines: string[], pattern: RegExp): Timing[] {
  const timings: Timing[] = []
  for (const [at, line] of lines.entries()) {
    const times = line.length < 1000 ? pattern.exec(line) : null
    if (!times) continue
    const start = parseTimestamp(times[1] ?? '') ?? null
    const end = parseTimestamp(times[2] ?? '') ?? null
    if (start !== null || end !== null) timings.push({ at, start, end })
    if (timings.length === MOST_CUES) break
  }
  return timings
}

function bodyOf(lines: string[], isFollowed: boolean, goesOnAfterBlank: boolean): string {
  if (isFollowed && isIdentifier(lines)) lines.pop()
  const body: string[] = []
  for (const [at, line] of lines.entries()) {
    if (line.trim() !== '') {
      const opensBlock = at > 0 && lines[at - 1]?.trim() === ''
      if (opensBlock && /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(line)) break
      body.push(line)
    } else if (line === '' && body.length > 0 && !goesOnAfterBlank) {
      break
    }
  }
  return body.join('\n').trim()
}

/** Whether the last of the lines above a timing line is the number or name of the caption that begins there. */
function isIdentifier(lines: string[]): boolean {
  const last = lines.at(-1)?.trim() ?? ''
  if (last === '' || lines.length < 2) return false
  return lines.at(-2)?.trim() === '' || /^\d+$/.test(last)
}
