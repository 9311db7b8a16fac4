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

/** From the first letter or digit of a run to the next white space. */
const SPACED_WORD = /[\p{L}\p{N}]\S*/gu

function countSpaced(text: string): number {
  let count = 0
  while (SPACED_WORD.test(text)) count++
  return count
}

function countDictionaryWords(run: string): number {
  let count = 0
  for (let from = 0; from < run.length; from += CHUNK) {
    for (const { isWordLike } of segmenter('word').segment(run.slice(from, from + CHUNK)))
      if (isWordLike) count++
  }
  return count
}
