import { endsWithAbbreviation } from './abbreviations.js'
import { lastSpaceWithin, wholeCharacter } from './scripts.js'

/** Code units given to the segmenter at a time: on Node 20 its time grows with the square of it. */
const PIECE = 1400

/** What may end a sentence; a piece of text without any of these is one sentence. */
const TERMINATOR = /[.!?…。！？｡．။។།՞؟۔।॥]/

const segmenters = new Map<string, Intl.Segmenter>()

/**
 * Where the sentences of a text end: ascending offsets, the last of them the text's length. White space between two
 * sentences belongs to the one before. Sentences that the segmenter ends at an abbreviation are joined again.
 */
export function sentenceEnds(text: string, language = ''): number[] {
  const ends: number[] = []
  let from = 0
  while (from < text.length) {
    const piece = text.slice(from, pieceEnd(text, from))
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
function pieceEnd(text: string, from: number): number {
  const end = from + PIECE
  if (end >= text.length) return text.length
  const space = lastSpaceWithin(text, from + PIECE / 2, end)
  return space > 0 ? space + 1 : wholeCharacter(text, end)
}

function endsIn(piece: string, language: string): number[] {
  if (!TERMINATOR.test(piece)) return [piece.length]
  const ends: number[] = []
  let start = 0
  for (const { index, segment } of segmenterFor(language).segment(piece)) {
    const end = index + segment.length
    const next = piece.slice(end, end + 40)
    if (end < piece.length && endsWithAbbreviation(piece.slice(start, end), next)) continue
    ends.push(end)
    start = end
  }
  if (ends[ends.length - 1] !== piece.length) ends.push(piece.length)
  return ends
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
