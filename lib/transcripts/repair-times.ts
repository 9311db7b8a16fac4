import { countWhile } from '../binary-search.js'
import { hasSpacelessScript } from '../text/scripts.js'
import { MAX_SECONDS, type ParsedCue } from './formats/parsed.js'

/**
 * A caption with repaired times: sorted by `start`, `start` ≤ `end`. Captions may overlap: two people may speak at
 * once.
 */
export interface TimedCue {
  start: number
  end: number
  text: string
  speaker?: string
  isListItem?: boolean
}

/** Characters a second: the usual rate of speech, and a rate so slow that the caption must contain silence. */
const USUAL_RATE = 15
const SLOW_RATE = 5
/** A character of a script without spaces carries about three times as much. */
const SPACELESS_FACTOR = 1 / 3
/** A text this short, in seconds, is timed well enough by its start alone. */
const SHORT_SECONDS = 60
/** Nobody speaks fewer characters a second than this. */
const MIN_RATE = 0.04

/** If this share of captions overlaps the next one, overlapping is only a display style. */
const ROLLING_SHARE = 0.5
/** A shorter overlap, in seconds, is an inexact end rather than two people at once. */
const INEXACT_SECONDS = 0.25

/**
 * Sorts captions by time. An interrupted caption keeps its own end. Inexact or impossible ends, and the ends of
 * rolling captions, move to where the next caption begins.
 */
export function repairCaptionTimes(cues: ParsedCue[]): TimedCue[] {
  const scale = areMilliseconds(cues) ? 0.001 : 1
  const rates = ratesOf(cues)
  const timed: TimedCue[] = []
  let last: number | undefined
  for (const cue of cues) {
    const start = cue.start ?? last ?? (cue.end === null ? undefined : 0)
    if (start === undefined || !(start * scale < MAX_SECONDS)) continue
    const end = Math.max(start, cue.end ?? start)
    last = end
    timed.push({ ...cue, start: Math.max(0, start * scale), end: Math.max(0, end * scale) })
  }
  timed.sort((one, other) => one.start - other.start)
  const once = timed.filter((cue, index) => !isRepeated(cue, timed[index - 1]))
  const isRolling =
    once.filter((cue, index) => runsInto(cue, once[index + 1])).length > once.length * ROLLING_SHARE
  for (let from = 0; from < once.length; ) {
    let to = from + 1
    while (to < once.length && sharesTimes(once[from]!, once[to]!)) to++
    divideTime(once.slice(from, to), once[to], isRolling, rates.usual)
    from = to
  }
  return once
}

/** Whether the next caption begins before this one ends, and ends after it. */
function runsInto(cue: TimedCue, next: TimedCue | undefined): boolean {
  return next !== undefined && next.start > cue.start && next.start < cue.end && next.end >= cue.end
}

/** Whether two captions share one time span: equal starts, and equal ends if both have a length. */
function sharesTimes(one: TimedCue, other: TimedCue): boolean {
  if (one.start !== other.start) return false
  return one.end === other.end || one.end === one.start || other.end === other.start
}

function isRepeated(cue: TimedCue, before: TimedCue | undefined): boolean {
  return before !== undefined && before.start === cue.start && before.text === cue.text
}

/** Divides one time span among the captions that share it, by their lengths. */
function divideTime(group: TimedCue[], next: TimedCue | undefined, isRolling: boolean, rate: number): void {
  const start = group[0]!.start
  const length = group.reduce((sum, { text }) => sum + text.length, 0)
  let end = group.reduce((latest, cue) => Math.max(latest, cue.end), start)
  const isGuess = end === start
  if (isGuess) end = Math.min(MAX_SECONDS, start + length / rate)
  if (next !== undefined && next.start < end) {
    const isInexact = end - next.start < INEXACT_SECONDS || length < (end - start) * MIN_RATE
    if (isGuess || isInexact || (isRolling && next.end >= end)) end = next.start
  }
  let done = 0
  for (const cue of group) {
    cue.start = start + ((end - start) * done) / length
    done += cue.text.length
    cue.end = start + ((end - start) * done) / length
  }
}

/** Some recognisers write milliseconds where seconds belong. The rate of speech reveals it. */
function areMilliseconds(cues: ParsedCue[]): boolean {
  const rates: number[] = []
  for (const { start, end, text } of cues) {
    if (start === null || end === null || end <= start) continue
    if (!Number.isInteger(start) || !Number.isInteger(end)) return false
    rates.push(text.length / (end - start))
  }
  rates.sort((one, other) => one - other)
  const median = rates[rates.length >> 1]
  return median !== undefined && median < MIN_RATE
}

/**
 * Times for paragraphs of which some carry a start time. Paragraphs between two times are spread by position. Times
 * that go back are ignored. Undefined if no time is left, or a single one that says little about the whole.
 */
export function timesFromMarks(cues: ParsedCue[]): TimedCue[] | undefined {
  const marked = longestAscending(cues)
  const rates = ratesOf(cues)
  if (marked.length === 0) return undefined
  if (marked.length === 1 && !isShortFromStart(cues, marked[0]!, rates.usual)) return undefined
  const positions = [0]
  for (const { text } of cues) positions.push(positions.at(-1)! + text.length)
  // More text before the first time than fits there: the times belong to something else, such as a translation.
  const first = marked[0]!
  const before = positions[first]! / rates.usual
  if (before > 60 && before > 3 * (cues[first]!.start as number)) return undefined

  const starts = new Array<number>(cues.length).fill(0)
  let from = { index: 0, at: 0 }
  const fill = (until: { index: number; at: number }) => {
    const length = positions[until.index]! - positions[from.index]!
    for (let index = from.index; index < until.index; index++) {
      const share = length === 0 ? 0 : (positions[index]! - positions[from.index]!) / length
      starts[index] = from.at + (until.at - from.at) * share
    }
    from = until
  }
  for (const index of marked) {
    const at = cues[index]!.start as number
    const ended = cues[index - 1]?.end ?? at
    if (ended > from.at && ended < at) fill({ index, at: ended })
    fill({ index, at })
  }
  const rest = positions.at(-1)! - positions[from.index]!
  fill({ index: cues.length, at: from.at + rest / rates.usual })

  const last = from.at
  return cues.map((cue, index) => {
    const start = starts[index]!
    const slowest = start + cue.text.length / rates.slow
    const stated = cue.end !== null && cue.end > start ? cue.end : slowest
    return { ...cue, start, end: Math.min(starts[index + 1] ?? Math.max(last, cue.end ?? 0), stated) }
  })
}

/**
 * A single time is enough for a short text that begins with it. In a longer text it may be part of a date, and the
 * rest would drift.
 */
function isShortFromStart(cues: ParsedCue[], marked: number, rate: number): boolean {
  const length = cues.reduce((sum, { text }) => sum + text.length, 0)
  return marked === 0 && length / rate <= SHORT_SECONDS
}

/** Indices of the longest ascending sequence of times. */
function longestAscending(cues: ParsedCue[]): number[] {
  const tails: number[] = []
  const before = new Array<number>(cues.length).fill(-1)
  for (const [index, { start }] of cues.entries()) {
    if (start === null || start >= MAX_SECONDS) continue
    const length = countWhile(tails.length, (tail) => cues[tails[tail]!]!.start! < start)
    before[index] = tails[length - 1] ?? -1
    tails[length] = index
  }
  const chain: number[] = []
  for (let index = tails.at(-1) ?? -1; index !== -1; index = before[index]!) chain.push(index)
  return chain.reverse()
}

function ratesOf(cues: ParsedCue[]): { usual: number; slow: number } {
  const sample = cues.slice(0, 50).map(({ text }) => text)
  const factor = hasSpacelessScript(sample.join('')) ? SPACELESS_FACTOR : 1
  return { usual: USUAL_RATE * factor, slow: SLOW_RATE * factor }
}
