import type { TimedCue } from './repair-times.js'

/** Captions touch if no more than this many seconds are between them. */
const TOUCHING_SECONDS = 0.5
/** If this share of touching captions repeats the one before, the file has rolling captions. */
const ROLLING_SHARE = 0.25
/**
 * This many equal sentences in a row are a recogniser's loop. People say "Yeah." five times and a longer sentence
 * three times; recognisers repeat either at least seven times.
 */
const MIN_LOOP = 7
const MIN_LONG_LOOP = 4
const LONG_SENTENCE_WORDS = 4

/** Removes the lines of rolling captions that the previous caption showed already. Other files stay as they are. */
export function unroll(cues: TimedCue[]): TimedCue[] {
  let touching = 0
  let repeating = 0
  const repeated = cues.map((cue, index) => {
    const previous = cues[index - 1]
    if (!previous || cue.start - previous.end > TOUCHING_SECONDS) return 0
    touching++
    const length = repeatedLength(previous.text, cue.text)
    if (length > 0 && cue.text !== previous.text) repeating++
    return length
  })
  if (repeating < 2 || repeating < touching * ROLLING_SHARE) return cues
  return cues
    .map((cue, index) => ({ ...cue, text: cue.text.slice(repeated[index]).trim() }))
    .filter(({ text }) => text !== '')
}

/** How much of a caption's start repeats the previous one: whole lines, or all of it. */
function repeatedLength(previous: string, text: string): number {
  if (text.startsWith(previous) && !/^[\p{L}\p{N}]/u.test(text.slice(previous.length))) return previous.length
  const shown = previous.split('\n').slice(-4)
  const lines = text.split('\n').slice(0, 4)
  for (let count = Math.min(shown.length, lines.length); count > 0; count--) {
    const head = lines.slice(0, count).join('\n')
    if (shown.slice(-count).join('\n') === head) return head.length
  }
  return 0
}

/** Keeps one of each loop of equal texts. */
export function dropLoops<T extends { text: string }>(cues: T[]): T[] {
  const kept: T[] = []
  for (let from = 0, to = 1; from < cues.length; from = to, to++) {
    const first = cues[from]!
    while (to < cues.length && isSameText(first.text, cues[to]!.text)) to++
    kept.push(first)
    if (to - from > 1 && !isLoop(first.text, to - from)) kept.push(...cues.slice(from + 1, to))
  }
  return kept
}

function isSameText(one: string, other: string): boolean {
  return one === other || (one.length === other.length && one.toLowerCase() === other.toLowerCase())
}

function isLoop(text: string, times: number): boolean {
  const isLong = text.split(' ', LONG_SENTENCE_WORDS).length >= LONG_SENTENCE_WORDS
  return times >= (isLong ? MIN_LONG_LOOP : MIN_LOOP)
}
