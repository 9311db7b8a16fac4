import { endsWithAbbreviation } from './abbreviations.js'
import { codePointAfter, codePointBefore, isSpaceless, lastSpaceWithin } from './scripts.js'
import { WordCuts } from './word-cuts.js'

/** Code units given to the segmenter at a time: on Node 20 its time grows with the square of it. */
const PIECE = 1400

/** What may end a sentence; a piece of text without any of these is one sentence. */
const TERMINATOR = /[.!?…。！？｡．။។།՞؟۔।॥]/

/** How far back a word is looked at, in code units. */
const WORD_REACH = 100

/** The number of a list's item, which the segmenter ends a sentence after. */
const LIST_NUMBER = /^\d{1,2}\.\s*$/

const segmenters = new Map<string, Intl.Segmenter>()

/**
 * Where the sentences of a text end: ascending offsets, the last of them the text's length. White space between two
 * sentences belongs to the one before. Sentences that the segmenter ends at an abbreviation are joined again.
 */
export function sentenceEnds(text: string, language = ''): number[] {
  const ends: number[] = []
  const words = new WordCuts(text)
  let from = 0
  while (from < text.length) {
    const piece = text.slice(from, pieceEnd(words, from))
    const isLast = from + piece.length === text.length
    const found = endsIn(piece, language)
    // The last sentence of a piece may go on in the next one.
    if (!isLast && found.length > 1) found.pop()
    for (const end of found) ends.push(from + end)
    from += found[found.length - 1] as number
  }
  return ends
}

/** A piece's end, before a word rather than inside one. */
function pieceEnd(words: WordCuts, from: number): number {
  const { text } = words
  const end = from + PIECE
  if (end >= text.length) return text.length
  const space = lastSpaceWithin(text, from + PIECE / 2, end)
  if (space > 0) return space + 1
  const cut = words.lastEndWithin(from, end)
  return cut > 0 ? cut : words.firstEndAfter(end)
}

function endsIn(piece: string, language: string): number[] {
  if (!TERMINATOR.test(piece)) return [piece.length]
  const ends: number[] = []
  let start = 0
  for (const { index, segment } of segmenterFor(language).segment(piece)) {
    const end = index + segment.length
    const next = piece.slice(end, end + 40)
    if (end < piece.length && endsWithAbbreviation(piece.slice(start, end), next)) continue
    if (end < piece.length && isInsideWord(piece, end)) continue
    if (start === 0 && end < piece.length && LIST_NUMBER.test(piece.slice(0, end))) continue
    ends.push(end)
    start = end
  }
  if (ends[ends.length - 1] !== piece.length) ends.push(piece.length)
  return ends
}

const LETTER_AND_TERMINATOR = /\p{L}\p{M}*['"\p{Pe}\p{Pf}]*[.!?…。！？｡．။។།՞؟۔।॥]+['"\p{Pe}\p{Pf}]*$/u
const CAPITAL = /^['"\p{Ps}\p{Pi}¿¡]*[\p{Lu}\p{Lt}\p{Lo}]/u

/**
 * Whether an end without a space stands inside a word: `.NET`, `page.php?id=1`, `2.X`. Where a word and a capital letter
 * stand on either side, the space was forgotten.
 */
function isInsideWord(piece: string, end: number): boolean {
  if (/\s/.test(piece.charAt(end - 1)) || /\s/.test(piece.charAt(end))) return false
  if (isSpaceless(codePointBefore(piece, end)) || isSpaceless(codePointAfter(piece, end))) return false
  const before = /\S*$/.exec(piece.slice(Math.max(0, end - WORD_REACH), end))![0]
  const isTwoWords = LETTER_AND_TERMINATOR.test(before) && CAPITAL.test(piece.slice(end, end + 10))
  return !isTwoWords || before.includes('/')
}

function segmenterFor(language: string): Intl.Segmenter {
  let segmenter = segmenters.get(language)
  if (!segmenter) {
    segmenter = new Intl.Segmenter(supported(language), { granularity: 'sentence' })
    if (segmenters.size < 100) segmenters.set(language, segmenter)
  }
  return segmenter
}

function supported(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'und'
  } catch {
    return 'und'
  }
}
