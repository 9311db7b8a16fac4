import { hasSpacelessScript } from './scripts.js'
import { segmenter } from './segmenter.js'

/** Code units segmented at a time: the segmenter's time grows with the square of the length. */
const CHUNK = 1000

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

function countSpaced(text: string): number {
  let count = 0
  let inWord = false
  let counted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isSpace(code)) {
      inWord = false
      continue
    }
    if (!inWord) {
      inWord = true
      counted = false
    }
    if (!counted && isLetterOrDigit(code)) {
      counted = true
      count++
    }
  }
  return count
}

function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 9 && code <= 13)
  return (
    code === 0xa0 ||
    code === 0x3000 ||
    code === 0xfeff ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x1680
  )
}

/** Halves of surrogate pairs count: nearly all are letters, and transcripts rarely contain emoji. */
function isLetterOrDigit(code: number): boolean {
  if (code < 0x80)
    return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39)
  return /[\p{L}\p{N}]/u.test(String.fromCharCode(code))
}

function countDictionaryWords(run: string): number {
  let count = 0
  for (let from = 0; from < run.length; from += CHUNK) {
    for (const { isWordLike } of segmenter('word').segment(run.slice(from, from + CHUNK)))
      if (isWordLike) count++
  }
  return count
}
