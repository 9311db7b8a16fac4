import { systemIds } from '../ids.js'
import { HASH_OF_NOTHING, hashOfWord, isWordCode, nextHash } from './fold.js'

/**
 * Peaks are the words and phrases that a transcript says most, for its length. Most words of a transcript are
 * not peaks, but a best match among thousands of episodes nearly always is, so that the other episodes need
 * not be read.
 *
 * In bm25, the rank of an episode for a word grows with weight = count / normOf(length). Each peak is a term
 * of the FTS5 table `transcript_peaks`: a hash of the word or phrase, the step of its weight, and its count.
 * The terms sort so that the episodes of a word are listed by weight, the heaviest step first.
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
/** A step is a range of weights; its highest weight is a tenth above its lowest. */
const STEP = Math.log(1.1)
/** Steps and counts are one character each, beyond ASCII. The heaviest step sorts first. */
const HEAVIEST_STEP = 0x7ff
const FIRST_COUNT = 0x80
/** The last character before the surrogates. */
const LARGEST_COUNT = 0xd7ff - FIRST_COUNT
/** The largest count of a term that an older version wrote. */
const FORMER_LARGEST_COUNT = 0x7ff - FIRST_COUNT

/** The upper bound of the weights of a step. */
export const mostWeightOf = (step: number) => Math.exp((step + 1) * STEP)

function termOf(hash: number, weight: number, count: number): string {
  const step = Math.floor(Math.log(weight) / STEP)
  return `${spell(hash)}${String.fromCharCode(HEAVIEST_STEP - step, FIRST_COUNT + Math.min(count, LARGEST_COUNT))}`
}

/** The step and the count in a term of the index; undefined as count if the true one may be larger. */
export function readTerm(term: string): { step: number; count: number | undefined } {
  const step = HEAVIEST_STEP - term.charCodeAt(term.length - 2)
  const count = term.charCodeAt(term.length - 1) - FIRST_COUNT
  const isCut = count === LARGEST_COUNT || count === FORMER_LARGEST_COUNT
  return { step, count: isCut ? undefined : count }
}

/** The beginning of all terms of a word or phrase. */
export const peakPrefix = (tokens: readonly string[]) => spell(hashOf(tokens))

/** Two characters of base 36 each. */
const PAIRS = Array.from({ length: 36 ** 2 }, (_, value) => value.toString(36).padStart(2, '0'))

/** In base 36, with leading zeros to seven characters. */
function spell(hash: number): string {
  const number = hash >>> 0
  const first = Math.floor(number / 36 ** 4)
  const last = number % 36 ** 4
  return first.toString(36).padStart(3, '0') + PAIRS[Math.floor(last / 36 ** 2)]! + PAIRS[last % 36 ** 2]!
}

const joined = (before: number, word: number) => (Math.imul(before, 31) + word) | 0

/** The hash of a word or phrase. */
export const hashOf = (tokens: readonly string[]) => tokens.map(hashOfWord).reduce(joined)

/** The peaks of a folded text, as the index takes them. */
export function peaksOf(folded: string): string {
  const { at, words } = countWords(folded)
  const norm = normOf(at.length, USUAL_LENGTH)
  const least = Math.ceil(LEAST_WEIGHT * norm)
  const frequent = words.frequent(least)
  return [...frequent, ...repeatedPhrases(at, frequent, least)]
    .map(({ hash, count }) => termOf(hash, count / norm, count))
    .join(' ')
}

/** How often a folded text says each word, and each phrase that it repeats, by their hashes; and its length in words. */
export function wordCountsOf(folded: string): { counts: Map<number, number>; length: number } {
  const { at, words } = countWords(folded)
  const all = [...words.frequent(1), ...repeatedPhrases(at, words.frequent(2), 2)]
  return { counts: new Map(all.map(({ hash, count }) => [hash, count])), length: at.length }
}

/** The words of a text, and for each word of it, in order, its place among them. */
function countWords(folded: string): { at: Int32Array; words: Vocabulary } {
  const at = hashesOfWords(folded)
  const words = new Vocabulary()
  for (let index = 0; index < at.length; index++) at[index] = words.add(at[index]!)
  return { at, words }
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
  for (let at = 0; at < folded.length; at++) {
    const code = folded.charCodeAt(at)
    const isInWord = code < 128 ? IS_IN_WORD[code]! : -1
    count += wasInWord & ~isInWord & 1
    hash = (nextHash(hash, code) & isInWord) | (HASH_OF_NOTHING & ~isInWord)
    hashes[count] = hash
    wasInWord = isInWord
  }
  return hashes.subarray(0, count + (wasInWord & 1))
}

/** A word or phrase. */
interface Counted {
  place: number
  hash: number
  count: number
}

/** Words, or phrases of one length, that longer phrases can contain. */
interface Parts {
  /** For each word of the text, the place of the part that ends with it. */
  at: Int32Array
  /** The number of each part, from 1, at its place; 0 at all other places. */
  numbers: Int32Array
  /** By number. */
  hashes: number[]
}

/** Of more words, or phrases of one length, only those that are said most can be parts of phrases. */
const PARTS_AT_MOST = 3000

/** @param numbers zeros for all places */
function partsOf(at: Int32Array, numbers: Int32Array, frequent: readonly Counted[]): Parts {
  const isTooMany = frequent.length > PARTS_AT_MOST
  const parts = isTooMany ? [...frequent].sort((a, b) => b.count - a.count).slice(0, PARTS_AT_MOST) : frequent
  const hashes = [0]
  for (const { place, hash } of parts) numbers[place] = hashes.push(hash) - 1
  return { at, numbers, hashes }
}

/**
 * The phrases that are said at least so often. The parts of a phrase are said as often or more, so only pairs of
 * frequent parts are counted.
 */
function repeatedPhrases(at: Int32Array, words: readonly Counted[], least: number): Counted[] {
  const ends = partsOf(at, new Int32Array(at.length + 1), words)
  const all: Counted[][] = []
  let beginnings = ends
  for (let length = 2; length <= LONGEST_PEAK; length++) {
    const { phrases, parts } = countPairs(beginnings, ends, least)
    all.push(phrases)
    beginnings = parts
  }
  return all.flat()
}

/** Counts a word or phrase and the word after it as a pair. */
function countPairs(beginnings: Parts, ends: Parts, least: number): { phrases: Counted[]; parts: Parts } {
  const columns = ends.hashes.length
  const counts = new Int32Array(beginnings.hashes.length * columns)
  const at = new Int32Array(ends.at.length)
  const frequent: number[] = []
  let beginning = 0
  for (let index = 0; index < at.length; index++) {
    // Row 0 and column 0 count everything else. Leaving it out would take longer.
    const place = beginning * columns + ends.numbers[ends.at[index]!]!
    at[index] = place
    if (++counts[place]! === least) frequent.push(place)
    beginning = beginnings.numbers[beginnings.at[index]!]!
  }
  const phrases = frequent
    .filter((place) => place >= columns && place % columns > 0)
    .map((place) => {
      const [first, last] = [Math.floor(place / columns), place % columns]
      return { place, hash: joined(beginnings.hashes[first]!, ends.hashes[last]!), count: counts[place]! }
    })
  return { phrases, parts: partsOf(at, counts.fill(0), phrases) }
}

/** Random, so that the writer of a transcript cannot choose words whose hashes collide. */
const MIX = systemIds.bytes(4).readInt32LE() | 1

/** Numbers hashes from 1 and counts them. Several times as fast as a Map. */
class Vocabulary {
  readonly hashes = [0]
  readonly counts = [0]
  /** Numbers, each at the first free place from the one that its hash gives. */
  private table = new Int32Array(1 << 13)

  add(hash: number): number {
    const at = this.placeOf(hash)
    const known = this.table[at]!
    if (known > 0) {
      this.counts[known]!++
      return known
    }
    const number = this.hashes.push(hash) - 1
    this.counts.push(1)
    this.table[at] = number
    if (number * 2 > this.table.length) this.grow()
    return number
  }

  /** The words that are said at least so often. */
  frequent(least: number): Counted[] {
    const found: Counted[] = []
    for (let place = 1; place < this.counts.length; place++) {
      const count = this.counts[place]!
      if (count >= least) found.push({ place, hash: this.hashes[place]!, count })
    }
    return found
  }

  private placeOf(hash: number): number {
    const { hashes, table } = this
    const last = table.length - 1
    let at = (Math.imul(hash, MIX) >>> 8) & last
    while (table[at] !== 0 && hashes[table[at]!] !== hash) at = (at + 1) & last
    return at
  }

  private grow(): void {
    this.table = new Int32Array(2 * this.table.length)
    for (let number = 1; number < this.hashes.length; number++) {
      this.table[this.placeOf(this.hashes[number]!)] = number
    }
  }
}
