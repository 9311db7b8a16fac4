import { countWhile } from '../binary-search.js'
import { memo } from '../memo.js'
import { withoutLongMarkRuns } from '../text/mark-runs.js'
import { hasSpacelessScript, SPACELESS } from '../text/scripts.js'

/**
 * Folding makes texts equal that search treats as equal: lower case, without accents, with plain letters instead of
 * full-width and other presentation forms. The index and the queries contain folded text only, so the tokenizer of FTS5
 * (`ascii`, which takes every character beyond ASCII for a letter) agrees with `tokensOf`.
 */

/** Characters beyond ASCII that separate words. Invisible format characters do not. */
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}\p{Co}\p{Cf}]+|\u200b/gu

/** Marks that search ignores. Marks that write a vowel, as in Indic scripts, stay. */
const UNHEARD_MARKS = [
  '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f', // accents
  '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7', // Hebrew points
  '\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06ed', // Arabic points, tatweel
  '\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}', // variation selectors
  '\\p{Cf}', // format characters
]
const UNHEARD = new RegExp(`[${UNHEARD_MARKS.join('')}]`, 'gu')

/** Letters without a decomposition that differ by a stroke or by their position in the word. */
const PLAIN_LETTERS: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ı: 'i', ß: 'ss', ς: 'σ' }
const UNEVEN_LETTER = /[øłđħıßς]/g

const SPACELESS_CHARACTER = new RegExp(SPACELESS, 'gu')

const BEYOND_ASCII = /[^\x00-\x7f]/
const BEYOND_ASCII_RUN = /[^\x00-\x7f]+/g

/** Runs of at most this length are cached: they are parts of words, and words repeat. */
const CACHED_LENGTH = 16
const CACHED_AT_MOST = 20_000

/** Folds a text. In scripts without spaces, every character becomes a word. */
export function foldText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase()
  return lowerCase(text).replace(BEYOND_ASCII_RUN, foldRun)
}

/** Lower case that keeps the length: `İ` would become two characters. */
function lowerCase(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase()
}

/** Folds a run of characters beyond ASCII, independent of other runs, so that offsets can be mapped back. */
function foldRun(run: string): string {
  return run.length <= CACHED_LENGTH ? foldShortRun(run) : cutSpaceless(foldCharacters(run))
}

const foldShortRun = memo(CACHED_AT_MOST, (run: string) => cutSpaceless(foldCharacters(run)))

/** Removes signs before folding: `Apple™` is a word and a sign, not "appletm". */
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

/** A word of a folded text. Every character beyond ASCII belongs to a word. */
const WORD = /[0-9a-z\u0080-\uffff]+/g

/** The folded words of a text, in order. */
export const tokensOf = (text: string): string[] => wordsOf(foldText(text))

/** The words of a folded text, in order. */
export const wordsOf = (folded: string): string[] => folded.match(WORD) ?? []

/** Whether a UTF-16 code of a folded text belongs to a word. */
export function isWordCode(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || code >= 0x80 || (code >= 0x30 && code <= 0x39)
}

/** Whether the character at an offset of a folded text belongs to a word; false beyond its ends. */
export const isWordAt = (folded: string, offset: number) => isWordCode(folded.charCodeAt(offset))

/** Folds a podcast's name for search inside words. Does not split scripts that are written without spaces. */
export function foldName(name: string): string {
  const folded = lowerCase(name).replace(BEYOND_ASCII_RUN, foldCharacters)
  return (folded.match(WORD) ?? []).join(' ')
}

/** A folded text that maps its offsets back to the original text. */
export class FoldedText {
  readonly folded: string
  private readonly isAscii: boolean
  /** Where each run beyond ASCII begins in the text and in the folded text. */
  private runs: Array<{ run: string; at: number; foldedAt: number }> | undefined

  constructor(readonly text: string) {
    this.isAscii = !BEYOND_ASCII.test(text)
    this.folded = this.isAscii ? text.toLowerCase() : foldText(text)
  }

  /** The offset in `text` of the character at an offset of `folded`. */
  original(offset: number): number {
    if (this.isAscii) return offset
    this.runs ??= this.findRuns()
    const { runs } = this
    const last = runs[countWhile(runs.length, (index) => runs[index]!.foldedAt <= offset) - 1]
    if (!last) return offset
    const { run, at, foldedAt } = last
    const afterRun = offset - foldedAt - foldRun(run).length
    return afterRun >= 0 ? at + run.length + afterRun : at + offsetInRun(run, offset - foldedAt)
  }

  private findRuns() {
    let shift = 0
    return [...lowerCase(this.text).matchAll(BEYOND_ASCII_RUN)].map(({ 0: run, index: at }) => {
      const foldedAt = at + shift
      shift += foldRun(run).length - run.length
      return { run, at, foldedAt }
    })
  }
}

/** Maps an offset within a run. A character that folds to nothing belongs to the one before it. */
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
