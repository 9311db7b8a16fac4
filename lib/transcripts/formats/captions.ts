import { MAX_CUES, type ParsedCue, type ParsedTranscript } from './parsed.js'
import { parseTimestamp } from './timestamp.js'

/** Lines read from one file. A day of single words takes a fifth of that. */
const MAX_LINES = 1_000_000

const SRT_TIMING = /^\s*([\d:.,]+)\s*-{1,2}>\s*([\d:.,]+)/
const VTT_TIMING = /^\s*([\d:.,]+)\s*-->\s*([\d:.,]+)/
export const SBV_TIMING = /^\s*(\d+:\d{2}:\d{2}\.\d{1,3}),(\d+:\d{2}:\d{2}\.\d{1,3})\s*$/
const VTT_VOICE = /<v(?:\.[^\s<>]{0,100})?[ \t]+([^<>]{1,200})>/g

/** SubRip. Accepts one-digit hours, points for commas, missing numbers and blank lines inside a caption. */
export const parseSrt = (text: string): ParsedTranscript => ({ cues: readCaptions(text, SRT_TIMING) })

/** YouTube's caption format: both times on one line, separated by a comma. */
export function parseSbv(text: string): ParsedTranscript {
  const cues = readCaptions(text, SBV_TIMING)
  for (const cue of cues) cue.text = cue.text.replaceAll('[br]', '\n')
  return { cues }
}

/** WebVTT. Accepts times of seconds alone and files without the `WEBVTT` line. */
export function parseVtt(text: string): ParsedTranscript {
  const [header = ''] = text.slice(0, 1000).split(/\r?\n\r?\n/, 1)
  const cues = readCaptions(text, VTT_TIMING, { endsAtBlank: true })
  return { language: /^language:\s*([\w-]+)\s*$/im.exec(header)?.[1], cues: cues.flatMap(splitVoices) }
}

/** One cue for each voice in a caption, all with the caption's times. */
function splitVoices(cue: ParsedCue): ParsedCue[] {
  if (!cue.text.includes('<v')) return [cue]
  const [before, ...voices] = cue.text.split(VTT_VOICE)
  const cues: ParsedCue[] = [{ ...cue, text: before ?? '' }]
  for (let index = 0; index < voices.length; index += 2) {
    cues.push({ ...cue, text: voices[index + 1] ?? '', speaker: voices[index]?.trim() })
  }
  return cues.filter(({ text }) => text.trim() !== '')
}

/**
 * Reads any caption format that writes a line of times above the text. Skips cue numbers, cue names, and VTT comment
 * and style blocks.
 * @param timing a line of times; its first two groups are the times as written
 * @param endsAtBlank whether text after a blank line no longer belongs to the caption above it
 */
function readCaptions(text: string, timing: RegExp, { endsAtBlank = false } = {}): ParsedCue[] {
  const lines = splitLines(text)
  const timings = findTimings(lines, timing)
  const cues: ParsedCue[] = []
  for (const [order, { at, start, end }] of timings.entries()) {
    const next = timings[order + 1]?.at ?? lines.length
    const body = bodyOf(lines.slice(at + 1, next), next < lines.length, endsAtBlank)
    if (body !== '') cues.push({ start, end, text: body })
  }
  return cues
}

export const splitLines = (text: string): string[] => text.split(/\r\n|[\n\r\u2028\u2029]/, MAX_LINES)

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
    const start = parseTimestamp(times[1])
    const end = parseTimestamp(times[2])
    if (start !== null || end !== null) timings.push({ at, start, end })
    if (timings.length === MAX_CUES) break
  }
  return timings
}

function bodyOf(lines: string[], isFollowed: boolean, endsAtBlank: boolean): string {
  if (isFollowed && endsWithIdentifier(lines)) lines.pop()
  const body: string[] = []
  for (const [at, line] of lines.entries()) {
    if (line.trim() !== '') {
      const opensBlock = at > 0 && lines[at - 1]?.trim() === ''
      if (opensBlock && /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(line)) break
      body.push(line)
    } else if (line === '' && body.length > 0 && endsAtBlank) {
      break
    }
  }
  return body.join('\n').trim()
}

/** Whether the last line is the number or the name of the next caption. */
function endsWithIdentifier(lines: string[]): boolean {
  const last = lines.at(-1)?.trim() ?? ''
  if (last === '' || lines.length < 2) return false
  return lines.at(-2)?.trim() === '' || /^\d+$/.test(last)
}
