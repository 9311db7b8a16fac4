import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { findPodcastByFeedUrl, movePodcastFeed } from '../podcasts/podcast-store.js'
import { spreadOf } from '../queue/policies.js'
import type { Reader } from '../threads/reader.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import {
  type Feed,
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
  fetchDueAt: number
}

export interface IngestedFeed {
  /** The number of new episodes. */
  added: number
  fault: FeedFault | undefined
}

/**
 * Reads a server's answer, writes the changes and finishes the poll. Run it on `feedThread`: parsing and
 * indexing a large document would delay requests.
 * @throws FeedError
 */
export async function ingestFeed(
  { db, documents, reader, ids }: FeedParts,
  { feed, answer, now, shortestPollMs, fetchDueAt }: IngestFeedRequest,
): Promise<IngestedFeed> {
  const { podcastId, admittedAt, contentHash } = feed
  const state = { knownHash: contentHash, podcastId, admittedAt, isAdmission: false }
  await refuseIfFollowedElsewhere(db, feed, answer.movedTo)
  const reading = await readFeedChanges(db, reader, { ...answer, ...state })
  const { changes = [], podcast, fault }: Partial<FeedReading> = reading ?? {}
  const succeed = async (db: Db) => {
    const success = successOf(feed, answer, reading ?? { ...feed, isWhole: true }, { now, shortestPollMs })
    if (!(await recordSuccessfulPoll(db, feed, success))) return false
    await followMove(db, feed, answer.movedTo)
    return true
  }
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
export function successOf(
  { id, admittedAt }: Pick<Feed, 'id' | 'admittedAt'>,
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
