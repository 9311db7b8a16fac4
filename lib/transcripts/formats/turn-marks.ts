import type { Marks } from './parsed.js'
import { parseTimestamp } from './timestamp.js'

const CLOCK = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,:]\d{1,3})?`
const TO = String.raw`\s{0,3}(?:-->|→|[-–—]|to)\s{0,3}`
/** Seconds alone are a time only in a range with an arrow, as recognisers write it. */
const SECONDS = String.raw`\d{1,6}\.\d{1,3}`
/** `[0:12]`, `(0:12)`, `[0:12 - 0:15]`, `[12.0 --> 15.5]`. Doubly escaped brackets leave backslashes. */
const TIME = String.raw`[[(]\\{0,3}(${CLOCK}|${SECONDS}(?=\s{0,3}(?:-->|→)))(?:${TO}(${CLOCK}|${SECONDS}))?\\{0,3}[\])]`
export const LEADING_TIME = new RegExp(String.raw`^${TIME}(?:${TO}${TIME})?:?\s*`)
export const BARE_TIME = new RegExp(String.raw`^(${CLOCK})(?:\s+-\s+(${CLOCK}))?(?:\s+|$)`)
export const INNER_TIME = new RegExp(String.raw`\[\\{0,3}(${CLOCK})\\{0,3}\]`, 'g')

const NAME_WORD = String.raw`(?:\p{Lu}[\p{L}\p{M}\p{N}.'’&_-]{0,30}|\p{Lo}[\p{Lo}\p{M}]{0,11})`
const PARTICLE = 'de|del|della|di|da|das|do|dos|du|la|le|van|von|zu|der|den|ter|ten|bin|ibn|al|el|y|and|&'
/** `de`, `al-Rashid`, `d'Arc`, `2`. */
const INNER_WORD = String.raw`(?:(?:(?:al|el)-|[dl]['’])?${NAME_WORD}|${PARTICLE}|\d{1,3})`
/** Up to five capitalised words, and a second form in brackets: `Ana de la Cruz (AC)`. */
const NAME = String.raw`${NAME_WORD}(?:,? ${INNER_WORD}){0,4}(?: \([^()\d\n]{1,30}\))?`
export const WHOLE_NAME = new RegExp(`^${NAME}$`, 'u')
/** `Name (0:12): …`, `Name: [0:12] …`, `[Name] [0:12] …`, and `Name 0:12` with nothing after it. */
const NAME_AND_TIME = new RegExp(
  String.raw`^(?:\[(?=${NAME}\]))?(${NAME})\]?(:?)(?:\s{0,3}${TIME}(:?)(?:\s+|$)|\s{1,3}(${CLOCK})$)`,
  'u',
)
/** `[0:12] Name` or `[0:12] - Name`, with nothing after it. */
const TIME_AND_NAME = new RegExp(String.raw`^${TIME}\s*(?:[-–—]\s+)?(${NAME}):?$`, 'u')
/** `**Name:** …`, `**Name**: …` or `**Name** (0:12) …`. */
const BOLD_NAME = /^\*\*([^*]{1,80})\*\*(:?)\s*/
/** A name with a time, or a bold name, after the end of a sentence in the middle of a line. */
const INNER_NAME = new RegExp(
  String.raw`(?<=[.?!…—"”’)\]] )(?=(${NAME}) ${TIME}:(?:\s|$)|\*\*(${NAME})(?::\*\*|\*\*:))`,
  'gu',
)
/** Labels that look like a speaker's name but announce a break. */
export const BREAK = /^(?:break|ad break|music|jingle|sponsor break)$/i

/** Share of lines that must begin with a name before a name that occurs once counts as one. */
export const NAMED_SHARE = 0.5

/** A speaker's name at the start of a line. */
interface NameMark {
  speaker: string
  /** Seconds. */
  start: number | null
  /** Characters that the mark takes. */
  length: number
}

/** `isPlain`: brackets, a colon or the end of the line show that the name is not part of a sentence. */
export function readNameAndTime(line: string): (NameMark & { isPlain: boolean }) | undefined {
  const match = NAME_AND_TIME.exec(line)
  if (!match) return undefined
  const [mark, speaker = '', colon, time, , lateColon, bareTime] = match
  const isPlain = line.startsWith('[') || colon === ':' || lateColon === ':' || mark.length === line.length
  return { speaker, start: parseTimestamp(time ?? bareTime), length: mark.length, isPlain }
}

export function readTimeAndName(line: string): Marks | undefined {
  const [, start, end, speaker] = TIME_AND_NAME.exec(line) ?? []
  return speaker === undefined
    ? undefined
    : { start: parseTimestamp(start), end: parseTimestamp(end), speaker }
}

export function readBoldName(line: string): NameMark | undefined {
  const match = BOLD_NAME.exec(line)
  if (!match) return undefined
  const written = match[1]?.trim() ?? ''
  const isMarked = match[2] === ':' || written.endsWith(':') || LEADING_TIME.test(line.slice(match[0].length))
  if (!isMarked) return undefined
  return { speaker: written.replace(/:$/, '').trim(), start: null, length: match[0].length }
}

/** The bold headings that are speakers' names: they recur, or look like a name among other names. */
export function findBoldNames(lines: string[]): Set<string> {
  const headings = lines.map((line) => readBoldName(line.replace(LEADING_TIME, ''))?.speaker)
  const counts = countOf(headings.filter((heading) => heading !== undefined))
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const areNames = total > counts.size || total >= lines.length * NAMED_SHARE
  const isName = ([name, count]: [string, number]) =>
    count > 1 || BREAK.test(name) || (areNames && WHOLE_NAME.test(name))
  return new Set([...counts].filter(isName).map(([name]) => name))
}

/** Begins a new line before a name in the middle of a line, if that name occurs again. */
export function splitAtInnerNames(paragraphs: string[][]): string[][] {
  const counts = countOf(paragraphs.flat().flatMap(namesIn))
  const breakBefore = (_: string, timed?: string, _start?: string, _end?: string, bold?: string) =>
    (counts.get(timed ?? bold ?? '') ?? 0) > 1 ? '\n' : ''
  return paragraphs.map((lines) => lines.flatMap((line) => line.replace(INNER_NAME, breakBefore).split('\n')))
}

function namesIn(line: string): string[] {
  const first = readBoldName(line) ?? readNameAndTime(line)
  const inner = [...line.matchAll(INNER_NAME)].map(([, timed, , , bold]) => timed ?? bold ?? '')
  return first ? [first.speaker, ...inner] : inner
}

function countOf(names: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
