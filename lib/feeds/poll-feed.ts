import type { Clock } from '../clock.js'
import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import type { Signals } from '../jobs/signals.js'
import type { Logger } from '../logger.js'
import { updatePodcast } from '../podcasts/podcast-store.js'
import type { Capacity } from '../queue/capacity.js'
import { POLICIES } from '../queue/policies.js'
import { QUEUES } from '../queue/queues.js'
import type { Step } from '../queue/worker.js'
import type { SafeFetch } from '../safe-fetch.js'
import { isThreadDeath, type ThreadPool } from '../threads/thread-pool.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { applyChanges } from './apply-reading.js'
import {
  type Feed,
  findDueFeeds,
  leaseFeeds,
  moveFeed,
  noteFailure,
  type PollSuccess,
  recordSuccess,
} from './feed-store.js'
import { type FeedAnswer, fetchFeed } from './fetch-feed.js'
import { movePodcast } from './podcast-address.js'
import type { FeedReading, ReadFeedAnswer, ReadFeedRequest } from './read-feed.js'
import { nextPollAt, spreadOf } from './schedule.js'
import { FeedError } from './types.js'

export interface FeedContext {
  db: Db
  clock: Clock
  ids: Ids
  logger: Logger
  safeFetch: SafeFetch
  work: ThreadPool
  documents: DocumentStorage
  signals: Signals
  /** The operator's shortest time between two requests for one feed, in milliseconds. */
  shortestMs: number
}

/** Feeds polled at a time. */
const AT_A_TIME = 32
/** Looked at together, so that one host with thousands of feeds does not hide the others. */
const CANDIDATES = 200

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

/** @returns how many episodes are new */
async function write(
  context: FeedContext,
  feed: Feed,
  success: Success,
  transcriptsLeasedUntil: number | null,
): Promise<number> {
  const { db, clock, ids, documents } = context
  const { reading } = success
  if (!reading) {
    // Read committed: the lease keeps other polls of this feed away.
    await db.transaction((db) => succeed(context, db, feed, success), 'read committed')
    return 0
  }
  const { podcastId } = feed
  await updatePodcast(db, podcastId, reading.podcast)
  const writing = { podcastId, now: clock.now(), ids, documents, transcriptsLeasedUntil }
  return applyChanges(db, reading.changes, writing, async (db) => {
    if (!reading.fault) await succeed(context, db, feed, success)
  })
}

/** Polls feeds whose turn it is: never more than two of one host at a time, and with what the last answer gave. */
export function pollStep(context: FeedContext, hosts: Capacity): Step<Feed> {
  const { db, signals, shortestMs } = context
  return {
    name: 'poll',
    queue: QUEUES.poll,
    policy: { ...POLICIES.poll, firstMs: shortestMs },
    total: AT_A_TIME,
    shared: { capacity: hosts, keyOf: ({ host }) => host },
    counts: { polled: 0, episodes_added: 0, errors: 0 },
    about: ({ feedUrl }) => ({ feed: feedUrl }),

    async lease({ limit, ...lease }) {
      const due = await findDueFeeds(db, { now: lease.now, limit: CANDIDATES, fullHosts: hosts.fullKeys() })
      const chosen = hosts.choose(due, limit)
      return leaseFeeds(
        db,
        chosen.map(({ id }) => id),
        lease,
      )
    },

    async work(feed, { counts, abort, transcriptsLeasedUntil = null }) {
      counts.polled!++
      const success = await ask(context, feed, abort)
      const added = await write(context, feed, success, transcriptsLeasedUntil)
      counts.episodes_added! += added
      if (added > 0) signals.emit('audio')
      if (success.reading?.fault) throw new FeedError(success.reading.fault)
    },

    alsoOnFailure: (db, feed, { now }) => noteFailure(db, feed.id, now),
    onFailure(_feed, _failed, { counts }) {
      counts.errors!++
    },
  }
}
