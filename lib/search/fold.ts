import { withoutLongMarkRuns } from '../text/mark-runs.js'
import { hasSpacelessScript } from '../text/scripts.js'

/**
 * What search takes for the same: lower case, without accents, full-width and other presentation
 * forms as plain letters. The index is filled and asked with folded text only, so that its own
 * tokenizer (`ascii`: every character beyond ASCII belongs to a word) has nothing left to decide.
 */

/** Beyond ASCII, what is not part of a word. Invisible format characters join what they stand in. */
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}\p{Co}\p{Cf}]+|\u200b/gu

/** Marks that are not heard apart; those that spell a vowel of their own, as in Indic scripts, stay. */
const UNHEARD_MARKS = [
  '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f', // accents
  '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7', // Hebrew points
  '\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06ed', // Arabic points, tatweel
  '\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}', // variation selectors
  '\\p{Cf}', // format characters
]
const UNHEARD = new RegExp(`[${UNHEARD_MARKS.join('')}]`, 'gu')

/** Letters that differ by a stroke or by their place in the word, and have no decomposition. */
const PLAIN_LETTERS: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ı: 'i', ß: 'ss', ς: 'σ' }
const UNEVEN_LETTER = /[øłđħıßς]/g

const SPACELESS_CHARACTER =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/gu

const BEYOND_ASCII = /[^\x00-\x7f]/
const BEYOND_ASCII_RUN = /[^\x00-\x7f]+/g

/** Words repeat: most runs of a text that is not in ASCII are found here. */
const remembered = new Map<string, string>()
const REMEMBERED_AT_MOST = 20_000
const REMEMBERED_LENGTH = 16

/**
 * A text as the index spells it: words between anything that is neither letter, mark nor digit;
 * in scripts written without spaces, every character stands alone.
 */
export function foldText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase()
  return lowerCase(text).replace(BEYOND_ASCII_RUN, foldRun)
}

/** Character by character: İ alone would become two. */
function lowerCase(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase()
}

/** Folding changes what is beyond ASCII only, each run by itself, so that it can be undone piece by piece. */
function foldRun(run: string): string {
  const known = remembered.get(run)
  if (known !== undefined) return known
  const folded = cutSpaceless(foldCharacters(run))
  if (run.length <= REMEMBERED_LENGTH) {
    if (remembered.size >= REMEMBERED_AT_MOST) remembered.clear()
    remembered.set(run, folded)
  }
  return folded
}

/** Signs go first: `Apple™` is a word and a sign, not "appletm". */
function foldCharacters(run: string): string {
  const heard = withoutLongMarkRuns(run.replace(BETWEEN_WORDS, ' ')).normalize('NFKD').replace(UNHEARD, '')
  return withoutLongMarkRuns(heard)
    .normalize('NFC')
    .toLowerCase()
    .replace(UNEVEN_LETTER, (letter) => PLAIN_LETTERS[letter]!)
    .replace(/[^\x00-\x7f]+/g, (part) => part.replace(BETWEEN_WORDS, ' '))
}

function cutSpaceless(folded: string): string {
  return hasSpacelessScript(folded) ? folded.replace(SPACELESS_CHARACTER, ' $& ') : folded
}

/** A word of a folded text: whatever is beyond ASCII is part of one by now. */
const WORD = /[0-9a-z\u0080-\uffff]+/g

/** The words of a text as the index holds them, in order. */
export function tokensOf(text: string): string[] {
  return foldText(text).match(WORD) ?? []
}

/** Whether a UTF-16 code of a folded text belongs to a word. */
export function isWordCode(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || code >= 0x80 || (code >= 0x30 && code <= 0x39)
}

/** Whether the character at an offset of a folded text belongs to a word; false beyond its ends. */
export const isWordAt = (folded: string, offset: number) => isWordCode(folded.charCodeAt(offset))

/**
 * A name made ready for looking inside words: folded, its words one space apart, characters of
 * spaceless scripts side by side as written.
 */
export function foldName(name: string): string {
  const folded = lowerCase(name).replace(BEYOND_ASCII_RUN, foldCharacters)
  return (folded.match(WORD) ?? []).join(' ')
}

/** A folded text that knows where its characters stand in the text as given. */
export class FoldedText {
  readonly folded: string
  private readonly isAscii: boolean
  /** Of each run beyond ASCII: where it begins in the text, and in the folded text. */
  private runs: Array<{ run: string; at: number; foldedAt: number }> | undefined

  constructor(readonly text: string) {
    this.isAscii = !BEYOND_ASCII.test(text)
    this.folded = this.isAscii ? text.toLowerCase() : foldText(text)
  }

  /** Where the character at an offset of `folded` stands in `text`. */
  original(offset: number): number {
    if (this.isAscii) return offset
    this.runs ??= this.findRuns()
    const index = this.lastRunFrom(offset)
    if (index < 0) return offset
    const { run, at, foldedAt } = this.runs[index]!
    const behind = offset - foldedAt - foldRun(run).length
    return behind >= 0 ? at + run.length + behind : at + offsetInRun(run, offset - foldedAt)
  }

  private findRuns() {
    let shift = 0
    return [...lowerCase(this.text).matchAll(BEYOND_ASCII_RUN)].map(({ 0: run, index: at }) => {
      const foldedAt = at + shift
      shift += foldRun(run).length - run.length
      return { run, at, foldedAt }
    })
  }

  /** The last run that begins at or before an offset of `folded`; -1 when none does. */
  private lastRunFrom(offset: number): number {
    let low = -1
    let high = this.runs!.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.runs![middle]!.foldedAt <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}

/** Character by character; what folds to nothing belongs to what stands before it. */
function offsetInRun(run: string, foldedOffset: number): number {
  let offset = 0
  let length = 0
  for (const character of run) {
    length += foldRun(character).length
    if (length > foldedOffset) break
    offset += character.length
  }
  return Math.min(offset, run.length)
}
