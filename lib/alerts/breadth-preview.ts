import { DAY_MS, utcDay } from '../clock.js'
import type { Db } from '../db/types.js'
import { prepareTerm } from '../text/as-written.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { distinctKeywords } from './alert-rules.js'
import {
  BREADTH_DAYS,
  type BreadthQuery,
  type BreadthSample,
  breadthRange,
  candidateKeys,
  containsAny,
  sampleOf,
  shuffled,
} from './breadth.js'
import { listKeysWithin, readEpisodeTexts } from './breadth-store.js'

/**
 * Above this number of candidates only a sample is read, so that a preview takes a fraction of a second
 * whatever is typed.
 */
const READ_AT_MOST = 400
const READ_AT_ONCE = 50
const SAMPLES = 3

/** What the console shows while a person types keywords. */
export interface BreadthPreview {
  episodesPerDay: number
  limit: number
  tooBroad: boolean
  /** True when only a sample of the candidates was read. */
  isEstimate: boolean
  /** The last seven UTC days, oldest first. */
  days: Array<{ date: string; episodes: number }>
  /** The newest matches that were read. */
  samples: BreadthSample[]
}

/** Like `measureBreadth`, but with counts per day, and limited in time. */
export async function previewBreadth(
  db: Db,
  documents: DocumentStorage,
  { keywords, now, limit }: BreadthQuery,
): Promise<BreadthPreview> {
  const within = await listKeysWithin(db, await candidateKeys(db, keywords, now), breadthRange(now))
  const atOf = new Map(within.map(({ key, at }) => [key, at]))
  const newestFirst = within.map(({ key }) => key)
  const isEstimate = within.length > READ_AT_MOST
  const chosen = new Set(isEstimate ? shuffled(newestFirst).slice(0, READ_AT_MOST) : newestFirst)
  const keys = newestFirst.filter((key) => chosen.has(key))
  const terms = distinctKeywords(keywords).map(prepareTerm)
  const samples: BreadthSample[] = []
  const matching: number[] = []
  for (let from = 0; from < keys.length; from += READ_AT_ONCE) {
    for (const episode of await readEpisodeTexts(db, documents, keys.slice(from, from + READ_AT_ONCE))) {
      if (!containsAny(episode.text, terms)) continue
      matching.push(atOf.get(episode.key)!)
      if (samples.length < SAMPLES) samples.push(sampleOf(episode, keywords))
    }
  }
  const scale = keys.length === 0 ? 1 : within.length / keys.length
  const episodesPerDay = (matching.length * scale) / BREADTH_DAYS
  return {
    episodesPerDay,
    limit,
    tooBroad: episodesPerDay > limit,
    isEstimate,
    days: daysOf(matching, scale, now),
    samples,
  }
}

function daysOf(instants: readonly number[], scale: number, now: number): BreadthPreview['days'] {
  const counts = new Map<string, number>()
  for (const at of instants) counts.set(utcDay(at), (counts.get(utcDay(at)) ?? 0) + 1)
  return Array.from({ length: BREADTH_DAYS }, (_, index) => {
    const date = utcDay(now - (BREADTH_DAYS - 1 - index) * DAY_MS)
    return { date, episodes: Math.round((counts.get(date) ?? 0) * scale) }
  })
}
