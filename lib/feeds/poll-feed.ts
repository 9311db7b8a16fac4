import type { Clock } from '../clock.js'
import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import type { Logger } from '../logger.js'
import { updatePodcast } from '../podcasts/podcast-store.js'
import type { SafeFetch } from '../safe-fetch.js'
import { isThreadDeath, type ThreadPool } from '../threads/thread-pool.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { applyChanges } from './apply-reading.js'
import {
  type Feed,
  moveFeed,
  type PollSuccess,
  recordFailure,
  recordSuccess,
  releaseFeed,
} from './feed-store.js'
import { type FeedAnswer, FeedFetchError, fetchFeed } from './fetch-feed.js'
import { movePodcast } from './podcast-address.js'
import type { FeedReading, ReadFeedAnswer, ReadFeedRequest } from './read-feed.js'
import { nextPollAt, nextTryAt, spreadOf } from './schedule.js'
import { FeedError } from './types.js'

export interface FeedContext {
  db: Db
  clock: Clock
  ids: Ids
  logger: Logger
  safeFetch: SafeFetch
  work: ThreadPool
  documents: DocumentStorage
  /** The operator's shortest time between two requests for one feed, in milliseconds. */
  shortestMs: number
}

export interface PollOutcome {
  episodesAdded: number
  /** '' when the feed answered as it should. */
  error: string
}

/** Has the document read on the work thread, away from whoever waits for this one. */
export async function readOnWorkThread(
  work: ThreadPool,
  request: Omit<ReadFeedRequest, 'bytes'> & { bytes: Buffer },
): Promise<ReadFeedAnswer> {
  // A small Buffer shares its memory with others, which would move to the thread with it.
  const bytes = new Uint8Array(request.bytes)
  try {
    return await work.call<ReadFeedAnswer>('readFeed', { ...request, bytes }, [bytes.buffer])
  } catch (error) {
    // A document that ends the thread would end it again at once if this counted as a fault of ours.
    if (!isThreadDeath(error)) throw error
    return { kind: 'refused', reason: `The feed cannot be read: ${error.message}.` }
  }
}

interface Success {
  answer: FeedAnswer
  /** Null: nothing has changed. */
  reading: FeedReading | null
}

async function ask(context: FeedContext, feed: Feed, signal: AbortSignal): Promise<Success> {
  const { safeFetch, work, clock } = context
  const answer = await fetchFeed(safeFetch, { url: feed.feedUrl, validators: feed, now: clock.now(), signal })
  if (!answer.bytes) return { answer, reading: null }
  const { bytes, contentType, url } = answer
  const read = await readOnWorkThread(work, {
    bytes,
    contentType,
    url,
    knownHash: feed.contentHash,
    podcastId: feed.podcastId,
    admittedAt: feed.admittedAt,
    isAdmission: false,
  })
  if (read.kind === 'refused') throw new FeedError(read.reason)
  return { answer, reading: read.kind === 'read' ? read.reading : null }
}

/** Follows the feed to where it has moved, unless another podcast lives there. */
async function move({ logger }: FeedContext, db: Db, feed: Feed, movedTo: string): Promise<void> {
  if (await movePodcast(db, feed.podcastId, movedTo)) return moveFeed(db, feed.id, movedTo)
  logger.warn({ feed: feed.feedUrl, movedTo }, 'feed has moved to the address of another podcast')
}

/** What a good answer leaves behind, with the time of the next poll. */
export function successOf(
  { clock, shortestMs }: FeedContext,
  feed: Pick<Feed, 'uuid' | 'admittedAt'>,
  answer: FeedAnswer,
  {
    ttlMs,
    usualGapMs,
    newestAt,
    contentHash,
  }: Pick<Feed, 'ttlMs' | 'usualGapMs' | 'newestAt' | 'contentHash'>,
): PollSuccess {
  const now = clock.now()
  const due = nextPollAt({
    now,
    shortestMs,
    admittedAt: feed.admittedAt,
    usualGapMs,
    newestAt,
    askedForMs: Math.max(ttlMs, answer.maxAgeMs),
    spread: spreadOf(feed.uuid),
  })
  return { ...answer.validators, contentHash, ttlMs, usualGapMs, newestAt, now, nextPollAt: due }
}

async function succeed(
  context: FeedContext,
  db: Db,
  feed: Feed,
  { answer, reading }: Success,
): Promise<void> {
  if (answer.movedTo && answer.movedTo !== feed.feedUrl) await move(context, db, feed, answer.movedTo)
  await recordSuccess(db, feed.id, successOf(context, feed, answer, reading ?? feed))
}

async function write(
  context: FeedContext,
  feed: Feed,
  success: Success,
  transcriptsLeasedUntil: number | null,
): Promise<PollOutcome> {
  const { db, clock, ids, documents } = context
  const { reading } = success
  if (!reading) {
    await db.transaction((db) => succeed(context, db, feed, success), 'read committed')
    return { episodesAdded: 0, error: '' }
  }
  const { podcastId } = feed
  await updatePodcast(db, podcastId, reading.podcast)
  const writing = { podcastId, now: clock.now(), ids, documents, transcriptsLeasedUntil }
  const episodesAdded = await applyChanges(db, reading.changes, writing, (db) =>
    reading.fault
      ? fail(context, db, feed, new FeedError(reading.fault))
      : succeed(context, db, feed, success),
  )
  return { episodesAdded, error: reading.fault }
}

async function fail(context: FeedContext, db: Db, feed: Feed, error: FeedError): Promise<void> {
  const now = context.clock.now()
  const { isGone, retryAfterMs } =
    error instanceof FeedFetchError ? error : { isGone: false, retryAfterMs: 0 }
  const failures = feed.failures + 1
  await recordFailure(db, feed.id, {
    now,
    error: error.message,
    nextPollAt: isGone ? null : nextTryAt({ now, shortestMs: context.shortestMs, failures, retryAfterMs }),
  })
}

/**
 * Asks one leased feed, writes what it brings, and gives the lease back. What is wrong with a feed is
 * its outcome, not an error, and the caller's to tell.
 * @throws what is wrong with the service (the lease then runs out by itself), and the reason of
 *   `signal` when that ended the work
 */
export async function pollFeed(
  context: FeedContext,
  feed: Feed,
  signal: AbortSignal,
  transcriptsLeasedUntil: number | null = null,
): Promise<PollOutcome> {
  try {
    return await write(context, feed, await ask(context, feed, signal), transcriptsLeasedUntil)
  } catch (error) {
    if (signal.aborted) await releaseFeed(context.db, feed.id)
    if (signal.aborted || !(error instanceof FeedError)) throw error
    await fail(context, context.db, feed, error)
    return { episodesAdded: 0, error: error.message }
  }
}
