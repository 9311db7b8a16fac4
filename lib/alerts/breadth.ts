import { DAY_MS, startOfUtcDay } from '../clock.js'
import type { Db } from '../db/types.js'
import { searcherOf } from '../search/engines.js'
import { tokensOf } from '../search/fold.js'
import { keyRanges } from '../search/search-key.js'
import { findAsWritten, prepareTerm, prepareText } from '../text/as-written.js'
import { excerptAround } from '../text/excerpt.js'
import { isWordCharacter } from '../text/scripts.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { type EpisodeText, listKeysWithin, readEpisodeTexts } from './breadth-store.js'
import { findKeywords } from './keyword-hits.js'

/** How many days of transcripts are checked. */
export const BREADTH_DAYS = 7
const EPISODES_AT_ONCE = 50
const SAMPLES = 5

export interface BreadthQuery {
  keywords: readonly string[]
  now: number
  /** More matching episodes a day than this are too many. */
  limit: number
  /** Count all matches, even when the result is already certain. */
  exact?: boolean
}

/** An episode that the keywords match. */
export interface BreadthSample {
  episodeUuid: string
  title: string
  excerpt: string
}

export interface Breadth {
  /** Matching episodes a day, averaged over seven days; an estimate unless `exact` was set. */
  episodesPerDay: number
  limit: number
  tooBroad: boolean
  /** The newest matches, when `exact` was set. */
  samples: BreadthSample[]
}

export function tooBroadMessage({ episodesPerDay, limit }: Breadth): string {
  const count = episodesPerDay.toFixed(1).replace(/\.0$/, '')
  return `matched about ${count} episodes a day in the last week; at most ${limit} a day are allowed: use more specific words or phrases`
}

/**
 * Counts the episodes of the last seven times 24 hours (undated ones: first stored then) whose transcripts contain a
 * keyword. The search index lists candidates, which may be more than the matches. If the candidates exceed the limit,
 * their texts are read, in random order, until the result is certain. That takes a fraction of a second: run it on a
 * work thread.
 * @throws BucketError while transcripts cannot be read
 */
export async function measureBreadth(
  db: Db,
  documents: DocumentStorage,
  query: BreadthQuery,
): Promise<Breadth> {
  const { now, limit, keywords, exact = false } = query
  const allowed = limit * BREADTH_DAYS
  const candidates = await candidateKeys(db, keywords, now)
  if (!exact && candidates.length <= allowed) return breadthOf(candidates.length, limit, [])
  const newest = (await listKeysWithin(db, candidates, breadthRange(now))).map(({ key }) => key)
  const keys = exact ? newest : shuffled(newest)
  const terms = keywords.map(prepareTerm)
  const samples: BreadthSample[] = []
  let tried = 0
  let matching = 0
  while (tried < keys.length && (exact || !isDecided({ tried, matching, all: keys.length, allowed }))) {
    const episodes = await readEpisodeTexts(db, documents, keys.slice(tried, tried + EPISODES_AT_ONCE))
    tried = Math.min(keys.length, tried + EPISODES_AT_ONCE)
    for (const episode of episodes) {
      if (!containsAny(episode.text, terms)) continue
      matching++
      if (exact && samples.length < SAMPLES) samples.push(sampleOf(episode, keywords))
    }
  }
  return breadthOf(tried > 0 ? (matching * keys.length) / tried : 0, limit, samples)
}

/** A pseudo-random order, so that the first episodes are a fair sample of all. */
export function shuffled(keys: readonly number[]): number[] {
  const hashOf = (key: number) => Math.imul(key, 0x9e3779b1)
  return [...keys].sort((a, b) => hashOf(a) - hashOf(b))
}

/**
 * The share of matches among the first n episodes differs from the share among all by more than CONFIDENCE/√n in
 * less than one case in ten million (Hoeffding's inequality).
 */
const CONFIDENCE = 3

/** Whether it is certain that more, or no more, episodes match than allowed. Near the limit, all must be read. */
function isDecided(count: { tried: number; matching: number; all: number; allowed: number }): boolean {
  const { tried, matching, all, allowed } = count
  if (tried === 0) return false
  const distance = matching / tried - allowed / all
  return matching > allowed || Math.abs(distance) > CONFIDENCE / Math.sqrt(tried)
}

/** Whether a text contains any of the prepared terms as written. */
export function containsAny(text: string, terms: readonly string[]): boolean {
  const lowerCase = text.toLowerCase()
  if (terms.some((term) => occursPlainly(lowerCase, term))) return true
  const prepared = prepareText(text)
  return terms.some((term) => !findAsWritten(prepared, term).next().done)
}

/**
 * Whether a term occurs between spaces or ASCII punctuation, letter for letter. Then preparing the text,
 * which takes most of the time, cannot change the result.
 */
function occursPlainly(lowerCase: string, term: string): boolean {
  for (let at = lowerCase.indexOf(term); at !== -1; at = lowerCase.indexOf(term, at + 1)) {
    if (isPlainSign(lowerCase, at - 1) && isPlainSign(lowerCase, at + term.length)) return true
  }
  return false
}

/** Also true beyond the ends of the text. */
function isPlainSign(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return Number.isNaN(code) || (code < 0x80 && !isWordCharacter(code))
}

function breadthOf(episodes: number, limit: number, samples: BreadthSample[]): Breadth {
  const episodesPerDay = episodes / BREADTH_DAYS
  return { episodesPerDay, limit, tooBroad: episodesPerDay > limit, samples }
}

export const breadthRange = (now: number) => ({ from: now - BREADTH_DAYS * DAY_MS, to: now })

/** Search keys of episodes that may match; some lie slightly outside the days. */
export async function candidateKeys(db: Db, keywords: readonly string[], now: number): Promise<number[]> {
  const searcher = searcherOf(db)
  const phrases = keywords.map(tokensOf).filter((tokens) => tokens.length > 0)
  // Episodes of a full second are stored beside it, but never outside their UTC day.
  const { dated, undated } = keyRanges(startOfUtcDay(breadthRange(now).from), startOfUtcDay(now) + DAY_MS)
  return [
    ...(await searcher.candidates(db, phrases, dated)),
    ...(await searcher.candidates(db, phrases, undated)),
  ]
}

export function sampleOf({ uuid, title, text }: EpisodeText, keywords: readonly string[]): BreadthSample {
  const prepared = prepareText(text)
  const first = findKeywords(prepared, keywords)!.spans[0]!
  const excerpt = excerptAround(text, prepared.original(first.start), prepared.original(first.end))
  return { episodeUuid: uuid, title, excerpt }
}
