import type { IngestContext } from '../ingest-context.js'
import { hostOf } from '../net/try-url.js'
import { POLICIES } from '../queue/policies.js'
import { QUEUES } from '../queue/queues.js'
import type { Pass, Step } from '../queue/worker.js'
import { isThreadDeath } from '../threads/thread-pool.js'
import { type LeasedFeed, leaseDueFeeds, recordFailedPoll } from './feed-store.js'
import { normaliseFeedUrl } from './feed-url.js'
import { buffersOf, type FeedAnswer, fetchFeed, type Validators } from './fetch-feed.js'
import { type Admission, findFollowed, type IngestedFeed } from './ingest-feed.js'
import { FeedError } from './types.js'

/** Feeds polled at a time, and so documents in memory. */
const CONCURRENCY = 32
/**
 * A caller who waits for a poll also fetches its transcripts. Other workers may fetch them after this time, which is
 * longer than saving a poll should take.
 */
const FETCHED_BY_CALLER_MS = 90_000

/** For errors of `feedThread`, which lose their class: a `FeedError` if the document caused the error. */
function asFeedError(error: Error): never {
  if (error.name === 'FeedError') throw new FeedError(error.message, (error as FeedError).code)
  // A document that crashes the thread must count as a failure of its feed; otherwise it would be retried at once.
  if (isThreadDeath(error)) throw new FeedError(`The feed cannot be read: ${error.message}.`)
  throw error
}

/**
 * Reads a feed for the first time, stores its podcast and the items since the start of the UTC day, and
 * follows it from then on.
 * @param text the address as typed
 * @throws FeedError if there is no feed at that address; nothing is stored then
 */
export async function admitFeed(context: IngestContext, text: string): Promise<Admission> {
  const { db, clock, feedThread, shortestPollMs } = context
  const given = text.trim()
  const url = normaliseFeedUrl(given)
  const followed = await findFollowed(db, [given, url])
  if (followed) return followed

  const validators = { etag: '', lastModified: '' }
  const answer = await requestFeed(context, { url, validators })
  const request = { given, url, answer, now: clock.now(), shortestPollMs }
  return feedThread.calls.ingestNewFeed(request, buffersOf(answer)).catch(asFeedError)
}

/** Reading and saving the document may wait for other feeds, so the permit of the host ends with the request. */
function requestFeed(
  { hosts, safeFetch, clock }: IngestContext,
  feed: { url: string; validators: Validators; signal?: AbortSignal },
): Promise<FeedAnswer> {
  return hosts.run(hostOf(feed.url), () => fetchFeed(safeFetch, { ...feed, now: clock.now() }))
}

/** Fetches a feed and saves what has changed. */
async function pollFeed(context: IngestContext, feed: LeasedFeed, pass: Pass): Promise<IngestedFeed> {
  const { feedThread, clock, shortestPollMs } = context
  const answer = await requestFeed(context, { url: feed.feedUrl, validators: feed, signal: pass.abort })
  const now = clock.now()
  const fetchDueAt = now + (pass.reportFailure ? FETCHED_BY_CALLER_MS : 0)
  const request = { feed, answer, now, shortestPollMs, fetchDueAt }
  return feedThread.calls.ingestFeed(request, buffersOf(answer)).catch(asFeedError)
}

/** Polls due feeds with conditional requests, at most two of one host at a time. */
export function pollStep(context: IngestContext): Step<LeasedFeed> {
  const { db, hosts, signals, shortestPollMs } = context
  return {
    name: 'poll',
    queue: QUEUES.poll,
    policy: { ...POLICIES.poll, firstMs: shortestPollMs },
    concurrency: CONCURRENCY,
    counts: { polled: 0, episodes_added: 0, errors: 0 },
    about: ({ feedUrl }) => ({ feed: feedUrl }),

    lease: (lease) => leaseDueFeeds(db, hosts, lease),

    async work(feed, pass) {
      const { counts } = pass
      counts.polled!++
      const { added, fault } = await pollFeed(context, feed, pass)
      counts.episodes_added! += added
      if (added > 0) signals.emit('audio')
      if (fault) throw new FeedError(fault.message, fault.problem)
    },

    saveFailure(db, { id }, { now }, error) {
      return recordFailedPoll(db, id, { now, problem: error instanceof FeedError ? error.code : 'other' })
    },

    countFailure(counts) {
      counts.errors!++
    },
  }
}
