import { WHOLE_NAME } from './formats/turn-marks.js'

/** Part of a caption that one person speaks. */
interface Turn {
  text: string
  speaker?: string
  /** Whether the caption marks a new speaker here, named or not. */
  isMarked: boolean
}

const ARROWS = />>+\s*/
/** A second speaker in the same line: "You came. - Yes, thank you." */
const INNER_DASH = /(?<=[.?!…]["'”’]?) [-–—] (?=\p{Lu})/u
const LEADING_MARKS = /^(?:>>+\s*)?(?:[-–—]\s+)?/
const DASH = /^[-–—]\s+(?=\S)/
/** Up to four words, the first capitalised, or a numbered speaker; a second form in brackets. */
const MIXED_CASE = String.raw`(?:\p{Lu}[\p{L}\p{M}\p{N}.'’_&-]{0,30}|\p{Lo}{1,12})(?:[ ](?:\p{L}[\p{L}\p{M}.'’_-]{0,30}|\d{1,3})){0,3}(?: \([^()\d\n]{1,30}\))?`
/** A name and a role in capitals: `ANN LEE, HOST`. */
const WITH_ROLE = String.raw`\p{Lu}[\p{Lu}\p{M}.'’ -]{1,60}, \p{Lu}[\p{Lu}\p{M} -]{1,30}`
/** A name and a colon. */
const NAME = new RegExp(`^(${MIXED_CASE}|${WITH_ROLE})(?:：\\s*|:(?:\\s+|$))`, 'u')
/** `[Name]:`, or `[SPEAKER_01]` with or without a colon, as recognisers write it. */
const BRACKETED = /^\[(?:([^[\]]{1,60})\]:|(speaker[ _]?\w{1,3})\])\s*/i
/** Words that occur before a colon as often as names. */
const NOT_A_NAME =
  /^(?:note|question|answer|q|a|example|remember|warning|tip|step|today|update|spoiler|fact)$/i
/** A label in place of a name, whose second word is in lower case. */
const ROLE = /^\p{Lu}\p{Ll}+ (?:speaker|voice|member)(?: \d{1,3})?$/u
/** Longer than any name with its colon. */
const MAX_NAME_LENGTH = 140
/** Capitalised words before a colon are a name if they occur there this often, */
const MIN_OCCURRENCES = 2
/** and all words before a colon if this share of all lines begins with such words. */
const NAMED_SHARE = 0.5

const withoutBrackets = (line: string) =>
  line.startsWith('[') ? line.replace(BRACKETED, (_, name, speaker) => `${name ?? speaker}: `) : line

/** Reads a leading name. Most lines have no colon near their start, which is quicker to see than a pattern. */
function readName(line: string): RegExpExecArray | null {
  const start = line.length > MAX_NAME_LENGTH ? line.slice(0, MAX_NAME_LENGTH) : line
  return /[:：]/.test(start) ? NAME.exec(line) : null
}

/**
 * Names before a colon at the start of lines: those that recur, those in capitals, or all if most lines begin with one.
 * A recurring one with lower-case words, other than "van" and the like or a role, is no name: "She said:" recurs too.
 */
export function findNames(texts: Iterable<string>): Set<string> {
  const counts = new Map<string, number>()
  let lines = 0
  let inCapitals = 0
  let named = 0
  for (const text of texts) {
    for (const line of text.split('\n')) {
      lines++
      if (isCapitals(line)) inCapitals++
      const name = readName(withoutBrackets(line.replace(LEADING_MARKS, '')))?.[1]
      if (name === undefined || name.length > 60 || NOT_A_NAME.test(name)) continue
      named++
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  const areAllNames = named >= MIN_OCCURRENCES && named >= lines * NAMED_SHARE
  // Where all text is in capitals, they do not mark a name: "WELL, HE SAID:".
  const tellsByCapitals = inCapitals <= lines / 2
  const names = new Set<string>()
  for (const [name, count] of counts) {
    const recurs = count >= MIN_OCCURRENCES && (WHOLE_NAME.test(name) || ROLE.test(name))
    if (areAllNames || recurs || (tellsByCapitals && isCapitals(name)) || /^speaker[ _]?\w{1,5}$/i.test(name))
      names.add(name)
  }
  return names
}

function isCapitals(text: string): boolean {
  return /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text)
}

/** Splits a caption where its marks show another speaker, and removes the marks. */
export function splitTurns(text: string, names: ReadonlySet<string>): Turn[] {
  const turns: Turn[] = []
  for (const line of text.split('\n')) {
    for (const [order, part] of partsOf(line).entries()) {
      const turn = readMarks(part.trim(), order > 0, names)
      const last = turns.at(-1)
      if (turn.isMarked || !last) turns.push(turn)
      else if (turn.text !== '') last.text += last.text === '' ? turn.text : `\n${turn.text}`
    }
  }
  return turns.filter((turn) => turn.text !== '' || turn.isMarked)
}

function partsOf(line: string): string[] {
  const parts = line.includes('>>') ? line.split(ARROWS) : [line]
  return / [-–—] /.test(line) ? parts.flatMap((part) => part.split(INNER_DASH)) : parts
}

function readMarks(line: string, isMarked: boolean, names: ReadonlySet<string>): Turn {
  const dash = DASH.exec(line)
  let rest = dash ? line.slice(dash[0].length) : line
  const plain = withoutBrackets(rest)
  const name = readName(plain)
  const speaker = name?.[1] !== undefined && (isMarked || names.has(name[1])) ? name[1] : undefined
  if (speaker !== undefined && name) rest = plain.slice(name[0].length)
  return {
    text: rest.trim(),
    isMarked: isMarked || dash !== null || speaker !== undefined,
    speaker,
  }
}
