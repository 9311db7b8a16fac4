import { DAY_MS, startOfUtcDay, utcDay } from '../clock.js'
import type { Db } from '../db/types.js'
import { searcherOf } from '../search/engines.js'
import { tokensOf } from '../search/fold.js'
import { keyRanges } from '../search/search-key.js'
import { findAnyAsWritten, findAsWritten, prepareTerm, prepareText } from '../text/as-written.js'
import { excerptAround } from '../text/excerpt.js'
import { isWordCharacter } from '../text/scripts.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { type EpisodeText, listKeysWithin, readEpisodeTexts } from './breadth-store.js'

/** How many days of transcripts are checked. */
const BREADTH_DAYS = 7
const EPISODES_AT_ONCE = 50
/**
 * If there are more candidates, a preview reads only a sample of them, so that it takes a fraction of a second whatever a
 * person types.
 */
const READ_AT_MOST = 400
const SAMPLES = 3

export interface BreadthQuery {
  keywords: readonly string[]
  now: number
  /** More matching episodes a day than this are too many. */
  limit: number
}

export interface Breadth {
  /** Matching episodes a day, averaged over seven days. */
  episodesPerDay: number
  limit: number
  tooBroad: boolean
}

/** An episode that the keywords match. */
interface BreadthSample {
  episodeUuid: string
  title: string
  excerpt: string
}

/** What a person sees who tries keywords. */
export interface BreadthPreview extends Breadth {
  /** True when only a sample of the candidates was read. */
  isEstimate: boolean
  /** The last seven UTC days, oldest first. */
  days: Array<{ date: string; episodes: number }>
  /** The newest matches that were read. */
  samples: BreadthSample[]
}

export function tooBroadMessage({ episodesPerDay, limit }: Breadth): string {
  const count = episodesPerDay.toFixed(1).replace(/\.0$/, '')
  return `matched about ${count} episodes a day in the last week; at most ${limit} a day are allowed: use more specific words or phrases`
}

/**
 * Counts the episodes of the last seven times 24 hours (undated ones: first stored then) whose transcripts contain a
 * keyword. The search index lists candidates, which may be more than the matches. If the candidates exceed the limit,
 * their texts are read, in random order, until the result is certain. That takes a fraction of a second: run it on
 * another thread.
 * @throws BucketError while transcripts cannot be read
 */
export async function measureBreadth(
  db: Db,
  documents: DocumentStorage,
  { keywords, now, limit }: BreadthQuery,
): Promise<Breadth> {
  const allowed = limit * BREADTH_DAYS
  const keys = shuffled(await candidateKeys(db, keywords, now))
  if (keys.length <= allowed) return breadthOf(keys.length, limit)
  let tried = 0
  let matching = 0
  for await (const matches of matchingEpisodes(db, documents, keys, keywords.map(prepareTerm))) {
    tried = Math.min(keys.length, tried + EPISODES_AT_ONCE)
    matching += matches.length
    if (isDecided({ tried, matching, all: keys.length, allowed })) break
  }
  return breadthOf((matching * keys.length) / tried, limit)
}

/**
 * Like `measureBreadth`, but with counts per day and examples. Reads all candidates up to `readAtMost`, and of more a
 * sample.
 * @throws BucketError while transcripts cannot be read
 */
export async function previewBreadth(
  db: Db,
  documents: DocumentStorage,
  { keywords, now, limit }: BreadthQuery,
  { readAtMost = READ_AT_MOST, examples = SAMPLES } = {},
): Promise<BreadthPreview> {
  const all = await candidateKeys(db, keywords, now)
  const chosen = new Set(shuffled(all).slice(0, readAtMost))
  const keys = all.filter((key) => chosen.has(key))
  const terms = keywords.map(prepareTerm)
  const samples: BreadthSample[] = []
  const matching: number[] = []
  for await (const matches of matchingEpisodes(db, documents, keys, terms)) {
    matching.push(...matches.map(({ at }) => at))
    const wanted = matches.slice(0, examples - samples.length)
    samples.push(...wanted.map((episode) => sampleOf(episode, terms)))
  }
  const scale = keys.length === 0 ? 1 : all.length / keys.length
  return {
    ...breadthOf(matching.length * scale, limit),
    isEstimate: all.length > keys.length,
    days: daysOf(matching, scale, now),
    samples,
  }
}

/** Reads the texts of episodes, some at a time. Yields for each time those that contain any of the prepared terms. */
async function* matchingEpisodes(
  db: Db,
  documents: DocumentStorage,
  keys: readonly number[],
  terms: readonly string[],
): AsyncGenerator<EpisodeText[]> {
  for (let from = 0; from < keys.length; from += EPISODES_AT_ONCE) {
    const episodes = await readEpisodeTexts(db, documents, keys.slice(from, from + EPISODES_AT_ONCE))
    yield episodes.filter(({ text }) => containsAny(text, terms))
  }
}

/** A pseudo-random order, so that the first episodes are a fair sample of all. */
function shuffled(keys: readonly number[]): number[] {
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
  const distance = matching / tried - allowed / all
  return matching > allowed || Math.abs(distance) > CONFIDENCE / Math.sqrt(tried)
}

/** Whether a text contains any of the prepared terms as written. */
function containsAny(text: string, terms: readonly string[]): boolean {
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

function breadthOf(episodes: number, limit: number): Breadth {
  const episodesPerDay = episodes / BREADTH_DAYS
  return { episodesPerDay, limit, tooBroad: episodesPerDay > limit }
}

/** Search keys of the episodes of these days that may match, newest first. */
async function candidateKeys(db: Db, keywords: readonly string[], now: number): Promise<number[]> {
  const branches = keywords
    .map((name) => ({ required: [{ tokens: tokensOf(name), name }], excluded: [] }))
    .filter(({ required: [term] }) => term!.tokens.length > 0)
  const search = { query: { branches }, scope: 'transcript' as const }
  const from = now - BREADTH_DAYS * DAY_MS
  // Episodes of a full second are stored beside it, but never outside their UTC day.
  const { dated, undated } = keyRanges(startOfUtcDay(from), startOfUtcDay(now) + DAY_MS)
  const found = await Promise.all(
    [dated, undated].map((range) => searcherOf(db).byTime(db, search, range, 'desc')),
  )
  return listKeysWithin(db, found.flat(), { from, to: now })
}

function sampleOf({ uuid, title, text }: EpisodeText, terms: readonly string[]): BreadthSample {
  const prepared = prepareText(text)
  const [first] = findAnyAsWritten(prepared, terms)
  const excerpt = excerptAround(text, prepared.original(first!.start), prepared.original(first!.end))
  return { episodeUuid: uuid, title, excerpt }
}

function daysOf(instants: readonly number[], scale: number, now: number): BreadthPreview['days'] {
  const counts = new Map<string, number>()
  for (const at of instants) counts.set(utcDay(at), (counts.get(utcDay(at)) ?? 0) + 1)
  return Array.from({ length: BREADTH_DAYS }, (_, index) => {
    const date = utcDay(now - (BREADTH_DAYS - 1 - index) * DAY_MS)
    return { date, episodes: Math.round((counts.get(date) ?? 0) * scale) }
  })
}
