import { createHash } from 'node:crypto'
import { countWhile } from '../binary-search.js'
import { normOf } from './peaks.js'

/**
 * Folded words as PostgreSQL stores them. Its own parser never sees a text: vectors are written out
 * here, so that both engines have exactly the same words.
 *
 * A text has two kinds of vectors. One holds its vocabulary; in titles and descriptions, each word has labels that
 * say how much the text is about it. The others hold the positions of the words, for phrases: a vector can store 255
 * positions of a word and 16,383 in all, so that they follow each other in overlapping parts.
 */

/** A PostgreSQL vector can have a megabyte; this leaves room for its overhead. */
const VECTOR_BYTES = 1_000_000
const POSITIONS_OF_A_WORD = 255
const POSITIONS = 16_383
const LEXEME_BYTES = 2046

/** Words of a phrase that are checked at once. Parts overlap by as many. */
export const PHRASE_WORDS = 100

/** A word as vectors and queries write it. Folded words contain neither quotes nor backslashes. */
export function lexeme(word: string): string {
  const isLong = word.length * 3 > LEXEME_BYTES && Buffer.byteLength(word) > LEXEME_BYTES
  return `'${isLong ? createHash('sha256').update(word).digest('hex') : word}'`
}

const LABELS: ReadonlyArray<readonly [label: string, weight: number]> = [
  ['D', 0.1],
  ['C', 0.2],
  ['B', 0.4],
  ['A', 1],
]
/** As ts_rank takes them. */
export const LABEL_WEIGHTS = `{${LABELS.map(([, weight]) => weight).join(', ')}}`

/** The result of ts_rank for a word with these labels. */
function rankOf(weights: readonly number[]): number {
  const strongest = Math.max(...weights)
  const place = weights.indexOf(strongest) + 1
  const sum = weights.reduce((total, weight, index) => total + weight / (index + 1) ** 2, 0)
  return strongest + sum - strongest / place ** 2
}

/** Every rank that up to three labels can give, the lowest first. */
const RANKS = combinations(3)
  .map((labels) => ({
    rank: rankOf(labels.map(([, weight]) => weight)),
    spelling: labels.map(([label], index) => `${index + 1}${label}`).join(','),
  }))
  .sort((a, b) => a.rank - b.rank)
export const HIGHEST_RANK = RANKS.at(-1)!.rank

function combinations(length: number): Array<typeof LABELS> {
  if (length === 0) return [[]]
  const shorter = combinations(length - 1)
  const longest = shorter.filter((labels) => labels.length === length - 1)
  const longer = longest.flatMap((labels) => LABELS.map((label) => [...labels, label]))
  return [...shorter.filter((labels) => labels.length > 0), ...longer]
}

/** The labels whose rank is nearest to a share of the highest rank. */
function labelsFor(share: number): string {
  const wanted = share * HIGHEST_RANK
  const index = countWhile(RANKS.length - 1, (index) => RANKS[index]!.rank < wanted)
  const [below, above] = [RANKS[index - 1], RANKS[index]!]
  return (below && wanted - below.rank < above.rank - wanted ? below : above).spelling
}

interface WeighedText {
  words: readonly string[]
  weight: number
}

/** Words as vectors write them, up to the size of a vector: some fifty thousand words. No real speech has more. */
function* lexemesOf(words: Iterable<string>): Generator<[word: string, spelled: string]> {
  let bytes = 0
  for (const word of words) {
    const spelled = lexeme(word)
    bytes += Buffer.byteLength(spelled) + 12
    if (bytes > VECTOR_BYTES) return
    yield [word, spelled]
  }
}

/** The different words of a text. */
export function vocabularyVector(words: readonly string[]): string {
  return Array.from(lexemesOf(new Set(words)), ([, spelled]) => spelled).join(' ')
}

/**
 * The different words of texts, each with labels that rank it.
 * @param usualLength in words: a text longer than this is less about each of its words
 */
export function labelledVector(texts: readonly WeighedText[], usualLength: number): string {
  const counts = new Map<string, number>()
  let length = 0
  for (const { words, weight } of texts) {
    length += words.length
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight)
  }
  const norm = normOf(length, usualLength)
  return Array.from(lexemesOf(counts.keys()), ([word, spelled]) => {
    const count = counts.get(word)!
    return `${spelled}:${labelsFor(count / (count + norm))}`
  }).join(' ')
}

/** The positions of the words, part by part. A phrase does not cross from one text into another. */
export function positionVectors(texts: ReadonlyArray<readonly string[]>): string[] {
  return texts.flatMap((words) => {
    const vectors: string[] = []
    // A single word is not a phrase.
    for (let start = 0; start < words.length - 1; ) {
      const { vector, end } = vectorFrom(words, start)
      vectors.push(vector)
      if (end === words.length) break
      start = end - (PHRASE_WORDS - 1)
    }
    return vectors
  })
}

function vectorFrom(words: readonly string[], start: number): { vector: string; end: number } {
  const positions = new Map<string, number[]>()
  let bytes = 0
  let end = start
  for (; end < words.length && end - start < POSITIONS; end++) {
    const word = words[end]!
    const known = positions.get(word)
    if (known && known.length === POSITIONS_OF_A_WORD) break
    bytes += known ? 2 : Math.min(word.length * 3, LEXEME_BYTES) + 12
    if (bytes > VECTOR_BYTES) break
    if (known) known.push(end - start + 1)
    else positions.set(word, [end - start + 1])
  }
  const vector = [...positions].map(([word, at]) => `${lexeme(word)}:${at.join(',')}`).join(' ')
  return { vector, end }
}
