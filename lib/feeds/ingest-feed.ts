import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { findPodcastByFeedUrl, getFeedUrl, movePodcastFeed, savePodcast } from '../podcasts/podcast-store.js'
import { spreadOf } from '../queue/policies.js'
import type { Reader } from '../threads/reader.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import {
  type Feed,
  findFeedOfPodcast,
  insertFeed,
  isPolled,
  type LeasedFeed,
  moveFeed,
  type PollSuccess,
  recordSuccessfulPoll,
} from './feed-store.js'
import type { FeedAnswer } from './fetch-feed.js'
import { type FeedFault, type FeedReading, readFeedChanges } from './read-feed.js'
import { saveChanges } from './save-changes.js'
import { nextPollAt } from './schedule.js'
import { FeedError } from './types.js'

/** Prevents other processes from polling the feed during its admission. This lease is not extended. */
const ADMISSION_LEASE_MS = 60_000

/** What ingesting a feed needs on `feedThread`, created once. */
interface FeedParts {
  db: Db
  documents: DocumentStorage
  reader: Reader
  ids: Ids
}

export interface IngestFeedRequest {
  feed: LeasedFeed
  answer: FeedAnswer
  now: number
  /** The operator's shortest interval between two requests for one feed, in milliseconds. */
  shortestPollMs: number
  /** See `SaveContext`. */
  fetchDueAt: number
}

export interface IngestedFeed {
  /** The number of new episodes. */
  added: number
  fault: FeedFault | undefined
}

export interface Admission {
  uuid: string
  /** False if the feed was already followed. */
  isNew: boolean
}

/** The answer of an address that may be a feed. */
export interface IngestNewFeedRequest {
  /** The address as typed, and as requested. */
  given: string
  url: string
  answer: FeedAnswer
  now: number
  shortestPollMs: number
}

/**
 * Reads a server's answer, writes the changes and finishes the poll. Run it on `feedThread`: parsing and
 * indexing a large document would delay requests.
 * @throws FeedError
 */
export async function ingestFeed(parts: FeedParts, request: IngestFeedRequest): Promise<IngestedFeed> {
  const { feed, answer } = request
  const { podcastId, admittedAt, contentHash, lastSuccessAt } = feed
  // After a crash during the admission, this poll finishes it.
  const isAdmission = lastSuccessAt === null
  const state = { knownHash: contentHash, podcastId, admittedAt, isAdmission }
  await refuseIfFollowedElsewhere(parts.db, feed, answer.movedTo)
  const reading = await readFeedChanges(parts.db, parts.reader, { ...answer, ...state })
  return saveReading(parts, request, reading)
}

/**
 * Reads the first document of a feed, stores its podcast and the items of the admission day, and follows the
 * feed. Run it on `feedThread`.
 * @throws FeedError
 */
export async function ingestNewFeed(parts: FeedParts, request: IngestNewFeedRequest): Promise<Admission> {
  const { db, reader } = parts
  const { given, url, answer, now, shortestPollMs } = request
  const addresses = [given, url, answer.movedTo]
  const podcast = await findPodcastAt(db, addresses)
  const state = { knownHash: '', podcastId: podcast?.id, admittedAt: now, isAdmission: true }
  const reading = await readFeedChanges(db, reader, { ...answer, ...state })
  if (!reading) throw new Error('The first request for a feed returned no document.')
  if (reading.fault) throw new FeedError('The feed ends in the middle of its document.', 'not_a_feed')
  const other = await findFollowed(db, [answer.movedTo])
  if (other) return other

  const feed = await insertFollowedFeed(parts, request, reading)
  if (!feed) return (await findFollowed(db, addresses))!
  await saveReading(parts, { feed, answer, now, shortestPollMs, fetchDueAt: now }, reading)
  return { uuid: feed.uuid, isNew: true }
}

/**
 * Writes the changes and finishes the poll.
 * @param reading null if the document is the same as before
 */
async function saveReading(
  { db, documents, ids }: FeedParts,
  { feed, answer, now, shortestPollMs, fetchDueAt }: IngestFeedRequest,
  reading: FeedReading | null,
): Promise<IngestedFeed> {
  const { changes = [], podcast, fault }: Partial<FeedReading> = reading ?? {}
  const succeed = async (db: Db) => {
    const success = successOf(feed, answer, reading ?? { ...feed, isWhole: true }, { now, shortestPollMs })
    if (!(await recordSuccessfulPoll(db, feed, success))) return false
    await followMove(db, feed, answer.movedTo)
    return true
  }
  const { podcastId } = feed
  const context = { podcastId, podcast, lease: feed, now, ids, documents, fetchDueAt }
  const added = await saveChanges(db, changes, context, fault ? undefined : succeed)
  return { added, fault }
}

/**
 * Two feeds polled at one address would store every episode, and alert, twice.
 * @throws FeedError if the feed has moved to an address where another feed is polled
 */
async function refuseIfFollowedElsewhere(db: Db, { podcastId }: Feed, movedTo: string | null): Promise<void> {
  const other = movedTo ? await findPodcastByFeedUrl(db, movedTo) : undefined
  if (other && other.id !== podcastId && (await isPolled(db, other.id)))
    throw new FeedError('The feed has moved to the address of another followed podcast: remove this feed.')
}

/** Changes the address of a feed that has moved, unless another podcast has that address. */
async function followMove(db: Db, feed: Feed, movedTo: string | null): Promise<void> {
  if (!movedTo || movedTo === feed.feedUrl) return
  if (await movePodcastFeed(db, feed.podcastId, movedTo)) await moveFeed(db, feed.id, movedTo)
}

/**
 * The columns that a successful poll sets, with the time of the next poll. If the document has more changes than one
 * poll takes, the next poll comes soon and is unconditional.
 */
function successOf(
  { id, admittedAt }: Feed,
  answer: FeedAnswer,
  reading: Pick<FeedReading, 'ttlMs' | 'usualGapMs' | 'newestAt' | 'contentHash' | 'isWhole'>,
  { now, shortestPollMs }: { now: number; shortestPollMs: number },
): PollSuccess {
  const { ttlMs, usualGapMs, newestAt, contentHash, isWhole } = reading
  const rhythm = { ttlMs, usualGapMs, newestAt, now }
  if (!isWhole)
    return { ...rhythm, etag: '', lastModified: '', contentHash: '', nextPollAt: now + shortestPollMs }
  const askedForMs = Math.max(ttlMs, answer.maxAgeMs)
  const due = nextPollAt({ ...rhythm, shortestPollMs, admittedAt, askedForMs, spread: spreadOf(id) })
  return { ...rhythm, ...answer.validators, contentHash, nextPollAt: due }
}

/** The podcast with any of these present or former addresses. */
async function findPodcastAt(db: Db, addresses: ReadonlyArray<string | null>) {
  for (const address of addresses) {
    const podcast = address && (await findPodcastByFeedUrl(db, address))
    if (podcast) return podcast
  }
  return undefined
}

/**
 * Stores the podcast, unless it is known, under its present address; its earlier addresses keep naming it. Undefined if
 * another process has inserted its feed already.
 */
async function insertFollowedFeed(
  { db, ids }: FeedParts,
  { given, url, answer, now }: IngestNewFeedRequest,
  { podcast, backCatalogue }: FeedReading,
): Promise<LeasedFeed | undefined> {
  const leasedUntil = now + ADMISSION_LEASE_MS
  return db.transaction(async (db) => {
    const known = await findPodcastAt(db, [given, url, answer.movedTo])
    const { id: podcastId } =
      known ?? (await savePodcast(db, { ...podcast, feedUrl: given }, { uuid: ids.uuid(), now }))
    // An imported podcast keeps the spelling of its address.
    const hasAddress = known !== undefined && [given, url].includes(await getFeedUrl(db, podcastId))
    if (!hasAddress) await movePodcastFeed(db, podcastId, url)
    // At once, not with the first success: an admission of another old address must find this podcast.
    if (answer.movedTo) await movePodcastFeed(db, podcastId, answer.movedTo)
    const feedUrl = await getFeedUrl(db, podcastId)
    return insertFeed(db, { uuid: ids.uuid(), podcastId, feedUrl, backCatalogue, now, leasedUntil })
  })
}

/** The followed feed of the podcast with any of these present or former addresses. */
export async function findFollowed(
  db: Db,
  addresses: ReadonlyArray<string | null>,
): Promise<Admission | undefined> {
  const podcast = await findPodcastAt(db, addresses)
  const feed = podcast && (await findFeedOfPodcast(db, podcast.id))
  return feed && { uuid: feed.uuid, isNew: false }
}
