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
/** Steps and counts are characters of two bytes in UTF-8. The heaviest step sorts first. */
const HEAVIEST_STEP = 0x7ff
const FIRST_COUNT = 0x80
const LARGEST_COUNT = HEAVIEST_STEP - FIRST_COUNT

/** The upper bound of the weights of a step. */
export const mostWeightOf = (step: number) => Math.exp((step + 1) * STEP)

function termOf(hash: number, weight: number, count: number): string {
  const step = Math.floor(Math.log(weight) / STEP)
  return `${spell(hash)}${String.fromCharCode(HEAVIEST_STEP - step, FIRST_COUNT + Math.min(count, LARGEST_COUNT))}`
}

/** The step and the count in a term of the index. */
export function readTerm(term: string): { step: number; count: number } {
  const step = HEAVIEST_STEP - term.charCodeAt(term.length - 2)
  return { step, count: term.charCodeAt(term.length - 1) - FIRST_COUNT }
}

/** The beginning of all terms of a word or phrase. */
export const peakPrefix = (tokens: readonly string[]) => spell(hashOf(tokens))

const spell = (hash: number) => (hash >>> 0).toString(36).padStart(7, '0')

const joined = (before: number, word: number) => (Math.imul(before, 31) + word) | 0

/** The hash of a word or phrase. */
export const hashOf = (tokens: readonly string[]) => tokens.map(hashOfWord).reduce(joined)

/** The peaks of a folded text, as the index takes them. */
export function peaksOf(folded: string): string {
  const text = countWords(folded)
  addPhrases(text)
  const { counts, least, norm } = text
  return counts.map(least, (hash, count) => termOf(hash, count / norm, count)).join(' ')
}

/** How often a folded text says each word, and each phrase that it repeats, by their hashes; and its length in words. */
export function wordCountsOf(folded: string): { counts: Map<number, number>; length: number } {
  const text = { ...countWords(folded), least: 2 }
  const pair = (hash: number, count: number): [number, number] => [hash, count]
  const counts = new Map(text.counts.map(1, pair))
  addPhrases(text)
  for (const [hash, count] of text.counts.map(text.least, pair)) counts.set(hash, count)
  return { counts, length: text.words.length }
}

interface CountedText {
  words: Int32Array
  counts: HashCounts
  norm: number
  /** Phrases whose shorter phrases are said less often are not counted. */
  least: number
}

function countWords(folded: string): CountedText {
  const words = hashesOfWords(folded)
  const norm = normOf(words.length, USUAL_LENGTH)
  const counts = new HashCounts()
  counts.addAll(words)
  return { words, counts, norm, least: LEAST_WEIGHT * norm }
}

function addPhrases({ words, counts, least }: CountedText): void {
  let phrases = words
  for (let length = 2; length <= LONGEST_PEAK; length++) {
    phrases = longerPhrases(phrases, words, (phrase) => counts.of(phrase) >= least)
    counts.addAll(phrases)
  }
}

/** In place of a word or phrase that is not counted. */
const NONE = 0

/** The hash of each word of a folded text, in order. */
function hashesOfWords(folded: string): Int32Array {
  const hashes = new Int32Array((folded.length + 1) >> 1)
  let count = 0
  let hash = HASH_OF_NOTHING
  for (let at = 0; at < folded.length; at++) {
    const code = folded.charCodeAt(at)
    if (isWordCode(code)) {
      hash = nextHash(hash, code)
    } else if (hash !== HASH_OF_NOTHING) {
      hashes[count++] = hash
      hash = HASH_OF_NOTHING
    }
  }
  if (hash !== HASH_OF_NOTHING) hashes[count++] = hash
  return hashes.subarray(0, count)
}

/**
 * Phrases with one word more, each at the index of its last word. A phrase occurs at most as often as the
 * phrases that it begins and ends with, so phrases with a rare one are left out.
 */
function longerPhrases(
  phrases: Int32Array,
  words: Int32Array,
  isOften: (phrase: number) => boolean,
): Int32Array {
  const longer = new Int32Array(words.length).fill(NONE)
  let isBeforeOften = false
  for (let at = 0; at < words.length; at++) {
    const isAlsoOften = phrases[at] !== NONE && isOften(phrases[at]!)
    if (isBeforeOften && isAlsoOften) longer[at] = joined(phrases[at - 1]!, words[at]!)
    isBeforeOften = isAlsoOften
  }
  return longer
}

/** Random, so that the writer of a transcript cannot choose words whose hashes collide. */
const MIX = systemIds.bytes(4).readInt32LE() | 1

/** How often each hash was added. Several times as fast as a Map. */
class HashCounts {
  private hashes = new Int32Array(1 << 14)
  private counts = new Int32Array(1 << 14)
  private size = 0

  addAll(hashes: Int32Array): void {
    for (let at = 0; at < hashes.length; at++) if (hashes[at] !== NONE) this.add(hashes[at]!, 1)
  }

  of(hash: number): number {
    return this.counts[this.slotOf(hash)]!
  }

  map<T>(least: number, made: (hash: number, count: number) => T): T[] {
    const { hashes, counts } = this
    const all: T[] = []
    for (let at = 0; at < counts.length; at++) {
      if (counts[at]! >= least) all.push(made(hashes[at]!, counts[at]!))
    }
    return all
  }

  private add(hash: number, times: number): void {
    const at = this.slotOf(hash)
    this.hashes[at] = hash
    this.counts[at]! += times
    if (this.counts[at] === times && ++this.size * 2 >= this.counts.length) this.grow()
  }

  private slotOf(hash: number): number {
    const { hashes, counts } = this
    const last = counts.length - 1
    let at = (Math.imul(hash, MIX) >>> 8) & last
    while (counts[at] !== 0 && hashes[at] !== hash) at = (at + 1) & last
    return at
  }

  private grow(): void {
    const { hashes, counts } = this
    this.hashes = new Int32Array(2 * hashes.length)
    this.counts = new Int32Array(2 * counts.length)
    this.size = 0
    for (let at = 0; at < counts.length; at++) if (counts[at] !== 0) this.add(hashes[at]!, counts[at]!)
  }
}
