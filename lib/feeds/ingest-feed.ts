import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { findPodcastByFeedUrl, movePodcastFeed, updatePodcast } from '../podcasts/podcast-store.js'
import type { Reader } from '../threads/reader.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import {
  type Feed,
  findFeedOfPodcast,
  type LeasedFeed,
  moveFeed,
  type PollSuccess,
  recordSuccessfulPoll,
} from './feed-store.js'
import type { FeedAnswer } from './fetch-feed.js'
import { type FeedReading, readFeedChanges } from './read-feed.js'
import { saveChanges } from './save-changes.js'
import { nextPollAt, spreadOf } from './schedule.js'

/** What ingesting a feed needs on `feedThread`, created once. */
export interface FeedParts {
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
  reservedUntil: number | null
}

export interface IngestedFeed {
  /** The number of new episodes. */
  added: number
  /** The fault of a document whose items could still be read; '' for none. */
  fault: string
  /** The feed has moved to an address that another podcast has. */
  isAddressTaken: boolean
}

/**
 * Reads a server's answer, writes the changes and finishes the poll. Run it on `feedThread`: parsing and
 * indexing a large document would delay requests.
 * @throws FeedError
 */
export async function ingestFeed(
  { db, documents, reader, ids }: FeedParts,
  { feed, answer, now, shortestPollMs, reservedUntil }: IngestFeedRequest,
): Promise<IngestedFeed> {
  const { podcastId, admittedAt, contentHash } = feed
  const known = { knownHash: contentHash, podcastId, admittedAt, isAdmission: false }
  // Two feeds of one address would store every episode, and alert, twice.
  const isElsewhere = await isFollowedElsewhere(db, feed, answer.movedTo)
  const reading = isElsewhere ? undefined : await readFeedChanges(db, reader, { ...answer, ...known })
  let isAddressTaken = false
  const succeed = async (db: Db) => {
    isAddressTaken = !(await followMove(db, feed, answer.movedTo))
    const success = successOf(feed, answer, reading ?? { ...feed, isWhole: true }, { now, shortestPollMs })
    return recordSuccessfulPoll(db, feed, success)
  }
  if (!reading) {
    // Read committed: the poll is finished only under its lease.
    await db.transaction(succeed, 'read committed')
    return { added: 0, fault: '', isAddressTaken }
  }
  const { fault } = reading
  await updatePodcast(db, podcastId, reading.podcast)
  const context = { podcastId, lease: feed, now, ids, documents, reservedUntil }
  const added = await saveChanges(db, reading.changes, context, fault ? undefined : succeed)
  return { added, fault, isAddressTaken }
}

/** Whether another podcast's feed is followed at the address that this feed has moved to. */
async function isFollowedElsewhere(db: Db, { podcastId }: Feed, movedTo: string | null): Promise<boolean> {
  const other = movedTo ? await findPodcastByFeedUrl(db, movedTo) : undefined
  return (
    other !== undefined && other.id !== podcastId && (await findFeedOfPodcast(db, other.id)) !== undefined
  )
}

/** Changes the address of a feed that has moved. Returns false if another podcast has that address. */
async function followMove(db: Db, feed: Feed, movedTo: string | null): Promise<boolean> {
  if (!movedTo || movedTo === feed.feedUrl) return true
  if (!(await movePodcastFeed(db, feed.podcastId, movedTo))) return false
  await moveFeed(db, feed.id, movedTo)
  return true
}

/**
 * The columns that a successful poll sets, with the time of the next poll. If the document has more changes than one
 * poll takes, the next poll comes soon and is unconditional.
 */
export function successOf(
  { uuid, admittedAt }: Pick<Feed, 'uuid' | 'admittedAt'>,
  answer: FeedAnswer,
  reading: Pick<FeedReading, 'ttlMs' | 'usualGapMs' | 'newestAt' | 'contentHash' | 'isWhole'>,
  { now, shortestPollMs }: { now: number; shortestPollMs: number },
): PollSuccess {
  const { ttlMs, usualGapMs, newestAt, contentHash, isWhole } = reading
  const rhythm = { ttlMs, usualGapMs, newestAt, now }
  if (!isWhole)
    return { ...rhythm, etag: '', lastModified: '', contentHash: '', nextPollAt: now + shortestPollMs }
  const askedForMs = Math.max(ttlMs, answer.maxAgeMs)
  const due = nextPollAt({ ...rhythm, shortestPollMs, admittedAt, askedForMs, spread: spreadOf(uuid) })
  return { ...rhythm, ...answer.validators, contentHash, nextPollAt: due }
}
