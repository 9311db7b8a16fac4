import { foldText, wordsOf } from '../../lib/search/fold.js'
import { type Query, termsOf } from '../../lib/search/query.js'

const SATURATION = 1.2
const LENGTH_SHARE = 0.75
const LEAST_RARITY = 1e-6

export interface RankedText {
  searchKey: number
  words: readonly string[]
}

export const rankedText = (searchKey: number, text: string): RankedText => ({
  searchKey,
  words: wordsOf(foldText(text)),
})

function countOf(words: readonly string[], [first, ...rest]: readonly string[]): number {
  let count = 0
  for (let at = words.indexOf(first!); at !== -1; at = words.indexOf(first!, at + 1)) {
    if (rest.every((token, index) => words[at + 1 + index] === token)) count++
  }
  return count
}

/** The rank of each text in bm25, as FTS5 computes it; undefined for texts without any term. */
export function bm25(texts: readonly RankedText[], query: Query): Map<number, number> {
  const meanLength = texts.reduce((sum, { words }) => sum + words.length, 0) / texts.length
  const ranks = new Map<number, number>()
  for (const { tokens } of termsOf(query)) {
    const counts = texts.map(({ words }) => countOf(words, tokens))
    const found = counts.filter((count) => count > 0).length
    const rarity = Math.max(LEAST_RARITY, Math.log((texts.length - found + 0.5) / (found + 0.5)))
    for (const [index, { searchKey, words }] of texts.entries()) {
      const count = counts[index]!
      const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * words.length) / meanLength)
      if (count > 0) ranks.set(searchKey, (ranks.get(searchKey) ?? 0) + (rarity * count) / (count + norm))
    }
  }
  return ranks
}
