import { hasSpacelessScript } from './scripts.js'
import { segmenter } from './segmenter.js'

/** Code units segmented at a time: the segmenter's time grows with the square of the length. */
const CHUNK = 1000
/** Bits that describe a UTF-16 code unit. */
const KNOWN = 1
const NO_SPACE = 2
const LETTER_OR_DIGIT = 4
/** The bits of the code units seen so far. */
const KINDS = new Uint8Array(0x10000)

/**
 * The number of words: runs between white space that contain a letter or digit; dictionary words in scripts without
 * spaces.
 */
export function countWords(text: string): number {
  if (!hasSpacelessScript(text)) return countSpaced(text)
  let count = 0
  for (const run of text.match(/\S+/g) ?? [])
    count += hasSpacelessScript(run) ? countDictionaryWords(run) : countSpaced(run)
  return count
}

/** No branch depends on where words end, which a processor cannot predict. */
function countSpaced(text: string): number {
  let count = 0
  let isCounted = 0
  for (let at = 0; at < text.length; at++) {
    const kind = KINDS[text.charCodeAt(at)]! || kindAt(text, at)
    const isLetter = (kind & LETTER_OR_DIGIT) >> 2
    count += isLetter & ~isCounted
    isCounted = (isCounted | isLetter) & ((kind & NO_SPACE) >> 1)
  }
  return count
}

/** Halves of surrogate pairs are not stored: what they mean depends on the other half. */
function kindAt(text: string, at: number): number {
  const character = String.fromCodePoint(text.codePointAt(at)!)
  const isLetter = /[\p{L}\p{N}]/u.test(character)
  const kind = KNOWN | (/\s/.test(character) ? 0 : NO_SPACE) | (isLetter ? LETTER_OR_DIGIT : 0)
  const code = text.charCodeAt(at)
  if (code < 0xd800 || code > 0xdfff) KINDS[code] = kind
  return kind
}

function countDictionaryWords(run: string): number {
  let count = 0
  for (let from = 0; from < run.length; from += CHUNK) {
    for (const { isWordLike } of segmenter('word').segment(run.slice(from, from + CHUNK)))
      if (isWordLike) count++
  }
  return count
}
