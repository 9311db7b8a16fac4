import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import {
  findPodcastByFeedUrl,
  getFeedUrl,
  movePodcastFeed,
  savePodcast,
  updatePodcast,
} from '../podcasts/podcast-store.js'
import { findFeedOfPodcast, insertFeed, recordSuccessfulPoll } from './feed-store.js'
import type { FeedAnswer } from './fetch-feed.js'
import { type FeedParts, successOf } from './ingest-feed.js'
import { saveItem } from './item-store.js'
import { type FeedReading, readFeedChanges } from './read-feed.js'
import { saveChanges } from './save-changes.js'
import { FeedError } from './types.js'

/** Prevents other processes from polling the feed during its admission. This lease is not extended. */
const ADMISSION_LEASE_MS = 60_000

export interface Admission {
  feedId: number
  /** False if the feed was already followed. */
  isNew: boolean
}

/** The answer of an address that may be a feed. */
export interface IngestNewFeedRequest {
  /** The address as typed, and as requested. */
  given: string
  url: string
  answer: FeedAnswer
  admittedAt: number
  shortestPollMs: number
}

interface Candidate extends IngestNewFeedRequest {
  reading: FeedReading
}

function addressesOf({ given, url, answer }: IngestNewFeedRequest): string[] {
  return answer.movedTo ? [given, url, answer.movedTo] : [given, url]
}

/** The podcast with any of these present or former addresses. */
async function findPodcastAt(db: Db, addresses: readonly string[]) {
  for (const address of addresses) {
    const podcast = await findPodcastByFeedUrl(db, address)
    if (podcast) return podcast
  }
  return undefined
}

/** Stores the podcast under its present address; its earlier addresses keep naming it. */
async function savePodcastAt(ids: Ids, db: Db, candidate: Candidate): Promise<number> {
  const { given, url, answer, reading, admittedAt } = candidate
  const known = await findPodcastAt(db, addressesOf(candidate))
  if (known) await updatePodcast(db, known.id, reading.podcast)
  const made = { uuid: ids.uuid(), now: admittedAt }
  const { id } = known ?? (await savePodcast(db, { ...reading.podcast, feedUrl: given }, made))
  // An imported podcast keeps the spelling of its address.
  const hasAddress = known !== undefined && [given, url].includes(await getFeedUrl(db, id))
  if (!hasAddress) await movePodcastFeed(db, id, url)
  if (answer.movedTo) await movePodcastFeed(db, id, answer.movedTo)
  return id
}

async function insertFollowedFeed({ db, ids }: FeedParts, candidate: Candidate, uuid: string) {
  const { admittedAt, reading } = candidate
  const leasedUntil = admittedAt + ADMISSION_LEASE_MS
  return db.transaction(async (db) => {
    const podcastId = await savePodcastAt(ids, db, candidate)
    const feed = await insertFeed(db, {
      uuid,
      podcastId,
      feedUrl: await getFeedUrl(db, podcastId),
      backCatalogue: reading.backCatalogue,
      now: admittedAt,
      leasedUntil,
    })
    if (!feed) return undefined
    // In the same transaction as the feed; otherwise the next poll would take these items for new.
    for (const { episode, ...change } of reading.changes) {
      if (!episode) await saveItem(db, { ...change.identity, ...change, podcastId, episodeId: null })
    }
    return { lease: { id: feed.id, leasedUntil }, podcastId }
  })
}

async function readFirstDocument(
  { db, reader }: FeedParts,
  request: IngestNewFeedRequest,
): Promise<FeedReading> {
  const { answer, admittedAt } = request
  const podcast = await findPodcastAt(db, addressesOf(request))
  const state = { knownHash: '', podcastId: podcast?.id, admittedAt, isAdmission: true }
  const reading = await readFeedChanges(db, reader, { ...answer, ...state })
  if (!reading) throw new Error('The first request for a feed returned no document.')
  if (reading.fault) throw new FeedError('The feed ends in the middle of its document.', 'not_a_feed')
  return reading
}

/** The followed feed of the podcast with any of these present or former addresses. */
export async function findFollowed(db: Db, addresses: readonly string[]): Promise<Admission | undefined> {
  const podcast = await findPodcastAt(db, addresses)
  const feed = podcast && (await findFeedOfPodcast(db, podcast.id))
  return feed && { feedId: feed.id, isNew: false }
}

/**
 * Reads the first document of a feed, stores its podcast and the items of the admission day, and follows the
 * feed. Run it on `feedThread`.
 * @throws FeedError
 */
export async function ingestNewFeed(parts: FeedParts, request: IngestNewFeedRequest): Promise<Admission> {
  const { db, ids, documents } = parts
  const { given, url, answer, admittedAt, shortestPollMs } = request
  const { movedTo } = answer
  const reading = await readFirstDocument(parts, request)
  const other = movedTo ? await findFollowed(db, [movedTo]) : undefined
  if (other) return other

  const uuid = ids.uuid()
  const inserted = await insertFollowedFeed(parts, { ...request, reading }, uuid)
  if (!inserted) return (await findFollowed(db, [given, url, movedTo ?? url]))!
  const { lease, podcastId } = inserted
  const episodes = reading.changes.filter(({ episode }) => episode)
  const context = { podcastId, lease, now: admittedAt, ids, documents, reservedUntil: null }
  const success = successOf({ uuid, admittedAt }, answer, reading, { now: admittedAt, shortestPollMs })
  await saveChanges(db, episodes, context, (db) => recordSuccessfulPoll(db, lease, success))
  return { feedId: lease.id, isNew: true }
}
