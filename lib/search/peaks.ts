import { systemIds } from '../ids.js'
import { isWordCode } from './fold.js'

/**
 * The words and phrases that a transcript says most, for its length. Most words of an episode are no peaks; but the
 * best 25 of many thousand matches are, and they are found here without reading the others.
 *
 * How much an episode is about a word, as bm25 has it, grows with weight = times said / normOf(length). A peak is a
 * word of the index `transcript_peaks`: what it stands for (a hash), the step of its weight, and how often it is said.
 * Sorted by its terms, the index lists the episodes of each word by weight, the heaviest step first.
 */
const SATURATION = 1.2
const LENGTH_SHARE = 0.75
/** Words of an episode that peaks are weighed for when they are stored. Queries weigh them for the true mean. */
export const USUAL_LENGTH = 8000
export const normOf = (length: number, meanLength: number) =>
  SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / meanLength)

/** Lighter words are no peaks. */
export const LEAST_WEIGHT = 5
/** Words of a phrase that may be a peak. */
export const LONGEST_PEAK = 3
/** The weights of one step differ by a tenth. */
const STEP = Math.log(1.1)
/** Characters for steps and counts have two bytes in UTF-8; the heaviest step sorts first. */
const HEAVIEST_STEP = 0x7ff
const FIRST_COUNT = 0x80
const LARGEST_COUNT = HEAVIEST_STEP - FIRST_COUNT

/** No weight of a step is above this. */
export const mostWeightOf = (step: number) => Math.exp((step + 1) * STEP)

function termOf(hash: number, weight: number, count: number): string {
  const step = Math.floor(Math.log(weight) / STEP)
  return `${spell(hash)}${String.fromCharCode(HEAVIEST_STEP - step, FIRST_COUNT + Math.min(count, LARGEST_COUNT))}`
}

/** The step and the count that a term of the index tells. */
export function readTerm(term: string): { step: number; count: number } {
  const step = HEAVIEST_STEP - term.charCodeAt(term.length - 2)
  return { step, count: term.charCodeAt(term.length - 1) - FIRST_COUNT }
}

/** What all terms of a word or phrase begin with. */
export function peakPrefix(tokens: readonly string[]): string {
  return spell(hashOf(tokens.map(hashOfWord)))
}

const spell = (hash: number) => (hash >>> 0).toString(36).padStart(7, '0')

// FNV-1a
const SEED = 0x811c9dc5 | 0
const nextHash = (hash: number, code: number) => Math.imul(hash ^ code, 0x01000193)

function hashOfWord(word: string): number {
  let hash = SEED
  for (let at = 0; at < word.length; at++) hash = nextHash(hash, word.charCodeAt(at))
  return hash
}

const joined = (before: number, word: number) => (Math.imul(before, 31) + word) | 0

const hashOf = (words: readonly number[]) => words.reduce(joined)

/** The peaks of a folded text, as the index takes them. */
export function peaksOf(folded: string): string {
  const words = hashesOfWords(folded)
  const norm = normOf(words.length, USUAL_LENGTH)
  const least = LEAST_WEIGHT * norm
  const counts = new HashCounts()
  counts.addAll(words)
  let phrases = words
  for (let length = 2; length <= LONGEST_PEAK; length++) {
    phrases = longerPhrases(phrases, words, (phrase) => counts.of(phrase) >= least)
    counts.addAll(phrases)
  }
  return counts.map(least, (hash, count) => termOf(hash, count / norm, count)).join(' ')
}

/** In place of a word or phrase that is not counted. */
const NONE = 0

/** The hash of each word of a folded text, in order. */
function hashesOfWords(folded: string): Int32Array {
  const hashes = new Int32Array((folded.length + 1) >> 1)
  let count = 0
  let hash = SEED
  for (let at = 0; at < folded.length; at++) {
    const code = folded.charCodeAt(at)
    if (isWordCode(code)) {
      hash = nextHash(hash, code)
    } else if (hash !== SEED) {
      hashes[count++] = hash
      hash = SEED
    }
  }
  if (hash !== SEED) hashes[count++] = hash
  return hashes.subarray(0, count)
}

/**
 * Phrases of one word more, each at its last word. A phrase is said at most as often as the phrases that it begins and
 * ends with, so the others are left out.
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

/** How often each hash was added: several times as fast as a Map. */
class HashCounts {
  private hashes = new Int32Array(1 << 14)
  private counts = new Int32Array(1 << 14)
  private size = 0

  addAll(hashes: Int32Array): void {
    for (let at = 0; at < hashes.length; at++) if (hashes[at] !== NONE) this.add(hashes[at]!, 1)
  }

  of(hash: number): number {
    return this.counts[this.placeOf(hash)]!
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
    const at = this.placeOf(hash)
    this.hashes[at] = hash
    this.counts[at]! += times
    if (this.counts[at] === times && ++this.size * 2 >= this.counts.length) this.grow()
  }

  private placeOf(hash: number): number {
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
