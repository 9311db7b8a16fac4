import { systemIds } from '../ids.js'
import { isWordAt } from './fold.js'

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
  const counts = new HashCounts()
  let length = 0
  let hash = SEED
  let one = 0
  let two = 0
  let isInWord = false
  for (let at = 0; at <= folded.length; at++) {
    if (isWordAt(folded, at)) {
      hash = nextHash(hash, folded.charCodeAt(at))
      isInWord = true
    } else if (isInWord) {
      length++
      counts.add(hash)
      if (length > 1) counts.add(joined(one, hash))
      if (length > 2) counts.add(joined(joined(two, one), hash))
      two = one
      one = hash
      hash = SEED
      isInWord = false
    }
  }
  const norm = normOf(length, USUAL_LENGTH)
  return counts.map(LEAST_WEIGHT * norm, (hash, count) => termOf(hash, count / norm, count)).join(' ')
}

/** Nobody who writes a transcript can know which hashes meet in one place. */
const MIX = systemIds.bytes(4).readInt32LE() | 1

/** How often each hash was added: several times as fast as a Map. */
class HashCounts {
  private hashes = new Int32Array(1 << 16)
  private counts = new Int32Array(1 << 16)
  /** Where there is a hash. */
  private places: number[] = []

  add(hash: number, times = 1): void {
    const { hashes, counts } = this
    const last = counts.length - 1
    let at = (Math.imul(hash, MIX) >>> 8) & last
    while (counts[at] !== 0 && hashes[at] !== hash) at = (at + 1) & last
    hashes[at] = hash
    counts[at]! += times
    if (counts[at] === times && this.places.push(at) * 2 > last) this.grow()
  }

  map<T>(least: number, made: (hash: number, count: number) => T): T[] {
    const often = this.places.filter((at) => this.counts[at]! >= least)
    return often.map((at) => made(this.hashes[at]!, this.counts[at]!))
  }

  private grow(): void {
    const { hashes, counts, places } = this
    this.hashes = new Int32Array(2 * hashes.length)
    this.counts = new Int32Array(2 * counts.length)
    this.places = []
    for (const at of places) this.add(hashes[at]!, counts[at]!)
  }
}
