import type { Db } from '../db/types.js'
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
  admittedAt: number
  shortestPollMs: number
}

/** The podcast with any of these present or former addresses. */
async function findPodcastAt(db: Db, addresses: ReadonlyArray<string | null>) {
  for (const address of addresses) {
    const podcast = address && (await findPodcastByFeedUrl(db, address))
    if (podcast) return podcast
  }
  return undefined
}

/** Stores the podcast under its present address; its earlier addresses keep naming it. */
async function savePodcastAt(
  db: Db,
  uuid: string,
  { given, url, answer, admittedAt }: IngestNewFeedRequest,
  fields: FeedReading['podcast'],
): Promise<number> {
  const known = await findPodcastAt(db, [given, url, answer.movedTo])
  if (known) await updatePodcast(db, known.id, fields)
  const { id } = known ?? (await savePodcast(db, { ...fields, feedUrl: given }, { uuid, now: admittedAt }))
  // An imported podcast keeps the spelling of its address.
  const hasAddress = known !== undefined && [given, url].includes(await getFeedUrl(db, id))
  if (!hasAddress) await movePodcastFeed(db, id, url)
  if (answer.movedTo) await movePodcastFeed(db, id, answer.movedTo)
  return id
}

/** Undefined if another process has inserted the feed already. */
async function insertFollowedFeed(
  { db, ids }: FeedParts,
  request: IngestNewFeedRequest,
  { podcast, backCatalogue, changes }: FeedReading,
) {
  const { admittedAt: now } = request
  const leasedUntil = now + ADMISSION_LEASE_MS
  return db.transaction(async (db) => {
    const podcastId = await savePodcastAt(db, ids.uuid(), request, podcast)
    const feedUrl = await getFeedUrl(db, podcastId)
    const values = { uuid: ids.uuid(), podcastId, feedUrl, backCatalogue, now, leasedUntil }
    const feed = await insertFeed(db, values)
    if (!feed) return undefined
    // In the same transaction as the feed; otherwise the next poll would take these items for new.
    for (const change of changes) if (!change.episode) await saveItem(db, change, podcastId, null)
    return { uuid: values.uuid, podcastId, lease: { id: feed.id, leasedUntil } }
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

/**
 * Reads the first document of a feed, stores its podcast and the items of the admission day, and follows the
 * feed. Run it on `feedThread`.
 * @throws FeedError
 */
export async function ingestNewFeed(parts: FeedParts, request: IngestNewFeedRequest): Promise<Admission> {
  const { db, reader, ids, documents } = parts
  const { given, url, answer, admittedAt, shortestPollMs } = request
  const addresses = [given, url, answer.movedTo]
  const podcast = await findPodcastAt(db, addresses)
  const state = { knownHash: '', podcastId: podcast?.id, admittedAt, isAdmission: true }
  const reading = await readFeedChanges(db, reader, { ...answer, ...state })
  if (!reading) throw new Error('The first request for a feed returned no document.')
  if (reading.fault) throw new FeedError('The feed ends in the middle of its document.', 'not_a_feed')
  const other = await findFollowed(db, [answer.movedTo])
  if (other) return other

  const inserted = await insertFollowedFeed(parts, request, reading)
  if (!inserted) return (await findFollowed(db, addresses))!
  const { uuid, podcastId, lease } = inserted
  const episodes = reading.changes.filter(({ episode }) => episode)
  const context = { podcastId, lease, now: admittedAt, ids, documents, fetchDueAt: admittedAt }
  const feed = { id: lease.id, admittedAt }
  const success = successOf(feed, answer, reading, { now: admittedAt, shortestPollMs })
  await saveChanges(db, episodes, context, (db) => recordSuccessfulPoll(db, lease, success))
  return { uuid, isNew: true }
}
