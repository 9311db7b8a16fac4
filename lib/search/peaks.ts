import { systemIds } from '../ids.js'
import { isWordCode } from './fold.js'

/**
 * Peaks are the words and phrases that a transcript says most, for its length. Most words of a transcript are not
 * peaks, but a best match among thousands of episodes nearly always is, so that the other episodes need not be read.
 *
 * In bm25, the rank of an episode for a word grows with weight = count / normOf(length). Each peak is a term of the
 * FTS5 table `transcript_peaks`: a hash of the word or phrase, the band of its weight, and its count. The terms sort so
 * that the episodes of a word are listed by weight, the heaviest band first.
 */
export const SATURATION = 1.2
export const LENGTH_SHARE = 0.75
/** The length in words for which stored weights are computed. Queries compute weights for the true mean. */
export const USUAL_LENGTH = 8000
export const normOf = (length: number, meanLength: number) =>
  SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / meanLength)

/** Words and phrases with a lower weight are not stored. */
export const LEAST_WEIGHT = 5
/** The most words of a phrase that can be a peak. */
export const LONGEST_PEAK = 3
/** A band is a range of weights; its highest weight is a tenth above its lowest. */
const BAND_WIDTH = Math.log(1.1)
/** Bands and counts are one character each, beyond ASCII. The heaviest band sorts first. */
const HEAVIEST_BAND = 0x7ff
const FIRST_COUNT = 0x80
/** The last character before the surrogates. */
const LARGEST_COUNT = 0xd7ff - FIRST_COUNT
/** The largest count of a term that an older version wrote. */
const FORMER_LARGEST_COUNT = 0x7ff - FIRST_COUNT

/** The upper bound of the weights of a band. */
export const highestWeightOf = (band: number) => Math.exp((band + 1) * BAND_WIDTH)

function peakTerm(hash: number, weight: number, count: number): string {
  const band = Math.floor(Math.log(weight) / BAND_WIDTH)
  return `${base36(hash)}${String.fromCharCode(HEAVIEST_BAND - band, FIRST_COUNT + Math.min(count, LARGEST_COUNT))}`
}

/** The band and the count in a term of the index; undefined as count if the true one may be larger. */
export function parsePeakTerm(term: string): { band: number; count: number | undefined } {
  const band = HEAVIEST_BAND - term.charCodeAt(term.length - 2)
  const count = term.charCodeAt(term.length - 1) - FIRST_COUNT
  const isCut = count === LARGEST_COUNT || count === FORMER_LARGEST_COUNT
  return { band, count: isCut ? undefined : count }
}

/** The beginning of all terms of a word or phrase. */
export const peakPrefix = (tokens: readonly string[]) => base36(hashOf(tokens))

/** Two characters of base 36 each. */
const PAIRS = Array.from({ length: 36 ** 2 }, (_, value) => value.toString(36).padStart(2, '0'))

/** With leading zeros to seven characters. */
function base36(hash: number): string {
  const number = hash >>> 0
  const first = Math.floor(number / 36 ** 4)
  const last = number % 36 ** 4
  return first.toString(36).padStart(3, '0') + PAIRS[Math.floor(last / 36 ** 2)]! + PAIRS[last % 36 ** 2]!
}

/** FNV-1a, character by character. Indexes store what it gives, so it can never change. */
const HASH_OF_NOTHING = 0x811c9dc5 | 0
const nextHash = (hash: number, code: number) => Math.imul(hash ^ code, 0x01000193)

/** The hash of a phrase, from the hashes of its last word and of everything before it. */
const phraseHash = (beginning: number, lastWord: number) => (Math.imul(beginning, 31) + lastWord) | 0

/** The hash of a word or phrase. */
export const hashOf = (tokens: readonly string[]) => hashesOfWords(tokens.join(' ')).reduce(phraseHash)

/** The peaks of a folded text, as the index takes them. */
export function peaksOf(folded: string): string {
  const { wordSlots, vocabulary } = readWords(folded)
  const norm = normOf(wordSlots.length, USUAL_LENGTH)
  const leastCount = Math.ceil(LEAST_WEIGHT * norm)
  const words = vocabulary.wordsSaid(leastCount)
  return [...words, ...repeatedPhrases(wordSlots, words, leastCount)]
    .map(({ hash, count }) => peakTerm(hash, count / norm, count))
    .join(' ')
}

/** How often a folded text says each word, and each phrase that it repeats, by their hashes; and its length in words. */
export function wordCountsOf(folded: string): { counts: Map<number, number>; length: number } {
  const { wordSlots, vocabulary } = readWords(folded)
  const all = [...vocabulary.wordsSaid(1), ...repeatedPhrases(wordSlots, vocabulary.wordsSaid(2), 2)]
  return { counts: new Map(all.map(({ hash, count }) => [hash, count])), length: wordSlots.length }
}

/** The vocabulary of a text, and the slot in it of each word of the text, in order. */
function readWords(folded: string): { wordSlots: Int32Array; vocabulary: Vocabulary } {
  const wordSlots = hashesOfWords(folded)
  const vocabulary = new Vocabulary()
  for (let index = 0; index < wordSlots.length; index++) wordSlots[index] = vocabulary.add(wordSlots[index]!)
  return { wordSlots, vocabulary }
}

/** All bits are set for a code of ASCII that belongs to a word. */
const IS_IN_WORD = Int32Array.from({ length: 128 }, (_, code) => (isWordCode(code) ? -1 : 0))

/**
 * The hash of each word of a folded text, in order. No branch depends on where words end, which a processor cannot predict.
 */
function hashesOfWords(folded: string): Int32Array {
  const hashes = new Int32Array((folded.length >> 1) + 2)
  let count = 0
  let hash = HASH_OF_NOTHING
  let wasInWord = 0
  for (let index = 0; index < folded.length; index++) {
    const code = folded.charCodeAt(index)
    const isInWord = code < 128 ? IS_IN_WORD[code]! : -1
    count += wasInWord & ~isInWord & 1
    hash = (nextHash(hash, code) & isInWord) | (HASH_OF_NOTHING & ~isInWord)
    hashes[count] = hash
    wasInWord = isInWord
  }
  return hashes.subarray(0, count + (wasInWord & 1))
}

/** A word or phrase, and how often a text says it. */
interface Counted {
  /** The index of its counter. */
  slot: number
  hash: number
  count: number
}

/** Words, or phrases of one length, that longer phrases can contain. */
interface PhraseParts {
  /** For each word of the text, the slot of the part that ends with it. */
  slots: Int32Array
  /** By slot: the number of its part, from 1; 0 if it is no part. */
  numbers: Int32Array
  /** By number. */
  hashes: number[]
}

/**
 * Only the most frequent words, and phrases of each length, are parts of longer phrases. Peaks never reach this: with
 * `LEAST_WEIGHT` 5, at most 1,778 words of any text are frequent enough. Counts from 2, as PostgreSQL has them, can reach it.
 */
export const PARTS_AT_MOST = 3000

/** @param numbers zeros, one for each slot */
function partsOf(slots: Int32Array, numbers: Int32Array, frequent: readonly Counted[]): PhraseParts {
  const isTooMany = frequent.length > PARTS_AT_MOST
  const parts = isTooMany ? [...frequent].sort((a, b) => b.count - a.count).slice(0, PARTS_AT_MOST) : frequent
  const hashes = [0]
  for (const { slot, hash } of parts) numbers[slot] = hashes.push(hash) - 1
  return { slots, numbers, hashes }
}

/**
 * The phrases that are said at least `leastCount` times. A phrase is never said more often than its parts, so only
 * pairs of frequent parts are counted.
 */
function repeatedPhrases(wordSlots: Int32Array, words: readonly Counted[], leastCount: number): Counted[] {
  const lastWords = partsOf(wordSlots, new Int32Array(wordSlots.length + 1), words)
  const all: Counted[][] = []
  let beginnings = lastWords
  for (let length = 2; length <= LONGEST_PEAK; length++) {
    const { phrases, parts } = countPairs(beginnings, lastWords, leastCount)
    all.push(phrases)
    beginnings = parts
  }
  return all.flat()
}

/** Counts each word or phrase together with the word after it. */
function countPairs(
  beginnings: PhraseParts,
  lastWords: PhraseParts,
  leastCount: number,
): { phrases: Counted[]; parts: PhraseParts } {
  const columns = lastWords.hashes.length
  const counts = new Int32Array(beginnings.hashes.length * columns)
  const slots = new Int32Array(lastWords.slots.length)
  const frequent: number[] = []
  let beginning = 0
  for (let index = 0; index < slots.length; index++) {
    // Row 0 and column 0 count everything else. Leaving it out would take longer.
    const slot = beginning * columns + lastWords.numbers[lastWords.slots[index]!]!
    slots[index] = slot
    if (++counts[slot]! === leastCount) frequent.push(slot)
    beginning = beginnings.numbers[beginnings.slots[index]!]!
  }
  const phrases = frequent
    .filter((slot) => slot >= columns && slot % columns > 0)
    .map((slot) => {
      const [first, last] = [Math.floor(slot / columns), slot % columns]
      const hash = phraseHash(beginnings.hashes[first]!, lastWords.hashes[last]!)
      return { slot, hash, count: counts[slot]! }
    })
  return { phrases, parts: partsOf(slots, counts.fill(0), phrases) }
}

/** Random, so that the writer of a transcript cannot choose words whose hashes collide. */
const MIX = systemIds.bytes(4).readInt32LE() | 1

/** Counts words by their hashes, in slots from 1. Several times as fast as a Map. */
class Vocabulary {
  /** By slot. */
  private readonly hashes = [0]
  private readonly counts = [0]
  /** A hash table with open addressing: the slot of each word; 0 is free. */
  private table = new Int32Array(1 << 13)

  /** Counts a word and returns its slot. */
  add(hash: number): number {
    const index = this.tableIndexOf(hash)
    const known = this.table[index]!
    if (known > 0) {
      this.counts[known]!++
      return known
    }
    const slot = this.hashes.push(hash) - 1
    this.counts.push(1)
    this.table[index] = slot
    if (slot * 2 > this.table.length) this.grow()
    return slot
  }

  /** The words that are said at least `leastCount` times. */
  wordsSaid(leastCount: number): Counted[] {
    const found: Counted[] = []
    for (let slot = 1; slot < this.counts.length; slot++) {
      const count = this.counts[slot]!
      if (count >= leastCount) found.push({ slot, hash: this.hashes[slot]!, count })
    }
    return found
  }

  /** The index in the table of a word, or the free one where it belongs. */
  private tableIndexOf(hash: number): number {
    const { hashes, table } = this
    const last = table.length - 1
    let index = (Math.imul(hash, MIX) >>> 8) & last
    while (table[index] !== 0 && hashes[table[index]!] !== hash) index = (index + 1) & last
    return index
  }

  private grow(): void {
    this.table = new Int32Array(2 * this.table.length)
    for (let slot = 1; slot < this.hashes.length; slot++) {
      this.table[this.tableIndexOf(this.hashes[slot]!)] = slot
    }
  }
}
