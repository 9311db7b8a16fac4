import { withoutControls } from '../text/control-characters.js'
import { withoutLongMarkRuns } from '../text/mark-runs.js'
import { MAX_SECONDS } from './formats/parsed.js'
import type { Segment } from './types.js'

/** Includes characters that other languages treat as line ends: a sentence is one line. */
const WHITE_SPACE = /[\s\u001c-\u001f\u0085]+/g
/** Most sentences are tidy; one test shows it. */
const UNTIDY = /[^\S ]| {2}|^ | $|[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/

/**
 * Checks imported `segments`, which are sentences already: tidies white space and sorts by start.
 * @throws Error that names the faulty segment by its index, from 0
 */
export function normaliseSegments(raw: unknown): Segment[] {
  if (!Array.isArray(raw)) throw new Error('segments is not an array')
  const segments = raw.map(readSegment)
  return segments.sort((one, other) => one.start - other.start)
}

function readSegment(raw: unknown, index: number): Segment {
  const fault = (what: string) => new Error(`segments[${index}]: ${what}`)
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw fault('not an object')
  const { start, end, text } = raw as Record<string, unknown>
  if (typeof text !== 'string') throw fault('text is missing or not a string')
  const spoken = withoutLongMarkRuns(UNTIDY.test(text) ? tidy(text) : text)
  if (spoken === '') throw fault('text is empty')
  if (!isTime(start)) throw fault(`start is not a time in seconds: ${JSON.stringify(start)}`)
  if (!isTime(end)) throw fault(`end is not a time in seconds: ${JSON.stringify(end)}`)
  if (end < start) throw fault(`end ${end} is before start ${start}`)
  return { start, end, text: spoken }
}

function tidy(text: string): string {
  return withoutControls(text.replace(WHITE_SPACE, ' ')).replace(/ {2,}/g, ' ').trim()
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_SECONDS
}
