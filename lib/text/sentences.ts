import { endsWithAbbreviation } from './abbreviations.js'
import { codePointAfter, codePointBefore, isSpaceless } from './scripts.js'
import { segmenter } from './segmenter.js'
import { WordCuts } from './word-cuts.js'

/** Code units segmented at a time: on Node 20 the segmenter's time grows with the square of the length. */
const CHUNK = 1400

/** Characters that may end a sentence. A text without any of them is one sentence. */
const TERMINATOR = /[.!?…。！？｡．။។།՞؟۔।॥]/

/** How many code units of the previous word are examined. */
const MAX_WORD_LENGTH = 100

/** The number of a list item. The segmenter ends a sentence after it. */
const LIST_NUMBER = /^\d{1,2}\.\s*$/

/**
 * The ends of a text's sentences: ascending offsets, the last one the text's length. White space between sentences
 * belongs to the one before. Sentences split at an abbreviation are joined again.
 */
export function sentenceEnds(text: string, language = ''): number[] {
  const ends: number[] = []
  const words = new WordCuts(text)
  let from = 0
  while (from < text.length) {
    const chunk = text.slice(from, chunkEnd(words, from))
    const isLast = from + chunk.length === text.length
    const found = endsIn(chunk, language)
    // The last sentence of a chunk may continue in the next one.
    if (!isLast && found.length > 1) found.pop()
    for (const end of found) ends.push(from + end)
    from += found[found.length - 1] as number
  }
  return ends
}

/** The end of a chunk, at a word's border. */
function chunkEnd(words: WordCuts, from: number): number {
  const { text } = words
  const end = from + CHUNK
  if (end >= text.length) return text.length
  const half = from + CHUNK / 2 + 1
  const space = text.slice(half, end + 1).lastIndexOf(' ')
  if (space >= 0) return half + space + 1
  const cut = words.lastEndWithin(from, end)
  return cut > 0 ? cut : words.firstEndAfter(end)
}

function endsIn(chunk: string, language: string): number[] {
  if (!TERMINATOR.test(chunk)) return [chunk.length]
  const ends: number[] = []
  let start = 0
  for (const { index, segment } of segmenter('sentence', language).segment(chunk)) {
    const end = index + segment.length
    const next = chunk.slice(end, end + 40)
    if (end < chunk.length && endsWithAbbreviation(chunk.slice(start, end), next)) continue
    if (end < chunk.length && isInsideWord(chunk, end)) continue
    if (start === 0 && end < chunk.length && LIST_NUMBER.test(chunk.slice(0, end))) continue
    ends.push(end)
    start = end
  }
  if (ends[ends.length - 1] !== chunk.length) ends.push(chunk.length)
  return ends
}

const LETTER_AND_TERMINATOR = /\p{L}\p{M}*['"\p{Pe}\p{Pf}]*[.!?…。！？｡．။។།՞؟۔।॥]+['"\p{Pe}\p{Pf}]*$/u
const CAPITAL = /^['"\p{Ps}\p{Pi}¿¡]*[\p{Lu}\p{Lt}\p{Lo}]/u

/**
 * Whether a sentence end without a space is inside a word: `.NET`, `page.php?id=1`, `2.X`. Between a word and a
 * capital letter, the writer forgot the space.
 */
function isInsideWord(chunk: string, end: number): boolean {
  if (/\s/.test(chunk.charAt(end - 1)) || /\s/.test(chunk.charAt(end))) return false
  if (isSpaceless(codePointBefore(chunk, end)) || isSpaceless(codePointAfter(chunk, end))) return false
  const before = /\S*$/.exec(chunk.slice(Math.max(0, end - MAX_WORD_LENGTH), end))![0]
  const isTwoWords = LETTER_AND_TERMINATOR.test(before) && CAPITAL.test(chunk.slice(end, end + 10))
  return !isTwoWords || before.includes('/')
}
