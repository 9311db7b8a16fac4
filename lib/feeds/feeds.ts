import { setMaxListeners } from 'node:events'
import { MINUTE_MS } from '../clock.js'
import { lockRows } from '../db/row-locks.js'
import { messageOf } from '../errors.js'
import type { IngestContext } from '../ingest-context.js'
import { hostOf } from '../net/try-url.js'
import { Capacity } from '../queue/capacity.js'
import { LEASE_MS } from '../queue/queue.js'
import { isUnavailable, Worker } from '../queue/worker.js'
import {
  cancelTranscription,
  type DueFetch,
  leaseFetchesOfPodcast,
} from '../transcripts/due-transcript-store.js'
import { fetchStep } from '../transcripts/fetch-transcript.js'
import { type FeedHealth, findFeedHealth } from './feed-health-store.js'
import { deleteFeed, type Feed, findFeed, type LeasedFeed, leaseFeed, listFeeds } from './feed-store.js'
import { admitFeed, pollStep } from './poll-feed.js'
import { FeedError } from './types.js'

/** Limits of requests to publishers' servers, and of polls on request: in total and per host. */
const LIMITS = { total: 32, perKey: 2 }
/** The interval between attempts to lease a feed that another process is polling, and the end of these attempts. */
const LEASE_RETRY_MS = 100
const LONGEST_WAIT_MS = 3 * MINUTE_MS

/** The result for one address. */
export type AddOutcome =
  | { feedUrl: string; feed: FeedHealth; isNew: boolean }
  | { feedUrl: string; error: string }

interface PollCounts {
  polled: number
  episodesAdded: number
  transcriptsAdded: number
  errors: Array<{ feedUrl: string; error: string }>
}

/** Adds an error to the result. */
type Fail = (message: string) => void

const NEVER = new AbortController().signal
// Every request adds an abort listener.
setMaxListeners(0, NEVER)

/** Adds, polls and removes feeds on request. `lib/jobs/jobs.ts` polls on schedule. */
export class Feeds {
  readonly context: IngestContext
  /**
   * Admissions and polls on request, with their documents in memory. A feed is leased when its poll may start, so that
   * feeds that wait for others remain free for other workers.
   */
  private readonly onRequest = new Capacity(LIMITS)

  private readonly poller: Worker<LeasedFeed>
  private readonly fetcher: Worker<DueFetch>

  constructor(parts: Omit<IngestContext, 'hosts'>) {
    this.context = { ...parts, hosts: new Capacity(LIMITS) }
    this.poller = new Worker(parts, pollStep(this.context))
    this.fetcher = new Worker(parts, fetchStep(this.context))
  }

  /** Admits feeds concurrently. A faulty address does not affect the others. */
  add(urls: readonly string[]): Promise<AddOutcome[]> {
    return Promise.all(urls.map((url) => this.addOne(url)))
  }

  /** Stops following a feed and cancels the work that waits for its episodes; its podcast and episodes remain. Undefined if there is no such feed. */
  async remove(uuid: string): Promise<FeedHealth | undefined> {
    const { db } = this.context
    const feed = await findFeed(db, uuid)
    if (!feed) return undefined
    return db.transaction(async (db) => {
      // A poll that is being saved has this lock: what it queued is cancelled too.
      await lockRows(db, 'podcasts', [feed.podcastId])
      const health = await findFeedHealth(db, uuid)
      if (!health) return undefined
      await deleteFeed(db, uuid)
      await cancelTranscription(db, { podcastId: feed.podcastId })
      return health
    }, 'read committed')
  }

  /** Polls feeds now, due or not, and fetches transcripts for their episodes. */
  async poll(uuids: readonly string[]): Promise<PollCounts> {
    const { db } = this.context
    const counts: PollCounts = { polled: 0, episodesAdded: 0, transcriptsAdded: 0, errors: [] }
    const feeds = uuids.length === 0 ? await listFeeds(db) : await this.findFeeds(uuids, counts)
    await Promise.all(feeds.map((feed) => this.onRequest.run(feed.host, () => this.pollOne(feed, counts))))
    return counts
  }

  private async addOne(url: string): Promise<AddOutcome> {
    const { db, signals } = this.context
    try {
      const { uuid, isNew } = await this.onRequest.run(hostOf(url), () => admitFeed(this.context, url))
      if (isNew) signals.emit('audio')
      else if ((await findFeedHealth(db, uuid))?.nextPollAt === null) await this.poll([uuid])
      const feed = await findFeedHealth(db, uuid)
      if (!feed) throw new FeedError('The feed was removed while it was being added.')
      return { feedUrl: url, feed, isNew }
    } catch (error) {
      if (error instanceof FeedError) return { feedUrl: url, error: error.message }
      throw error
    }
  }

  private async findFeeds(uuids: readonly string[], counts: PollCounts): Promise<Feed[]> {
    const feeds: Feed[] = []
    for (const uuid of new Set(uuids)) {
      const feed = await findFeed(this.context.db, uuid)
      if (feed) feeds.push(feed)
      else counts.errors.push({ feedUrl: uuid, error: `There is no feed ${uuid}.` })
    }
    return feeds
  }

  private async pollOne({ uuid, podcastId, feedUrl }: Feed, counts: PollCounts): Promise<void> {
    const fail = (message: string) => void counts.errors.push({ feedUrl, error: message })
    const feed = await this.lease(uuid)
    if (!feed) return fail('The feed was removed, or another process has been polling it for minutes.')
    const polled = { polled: 0, episodes_added: 0, errors: 0 }
    const reportFailure = (_item: unknown, error: unknown) => fail(messageOf(error))
    await this.poller.workOn(feed, { counts: polled, abort: NEVER, reportFailure })
    counts.polled += polled.polled
    counts.episodesAdded += polled.episodes_added
    await this.fetchNow(podcastId, counts, fail)
  }

  private async fetchNow(podcastId: number, counts: PollCounts, fail: Fail): Promise<void> {
    const { db, clock } = this.context
    const fetched = { transcripts_added: 0 }
    let unavailable: Error | undefined
    const reportFailure = (_item: unknown, error: unknown) => {
      if (isUnavailable(error)) unavailable = error
    }
    const now = clock.now()
    const lease = { now, until: now + LEASE_MS }
    const due = await leaseFetchesOfPodcast(db, podcastId, lease)
    const pass = { counts: fetched, abort: NEVER, reportFailure }
    await Promise.all(due.map((one) => this.fetcher.workOn(one, pass)))
    counts.transcriptsAdded += fetched.transcripts_added
    if (unavailable) fail(`Transcripts cannot be stored now: ${unavailable.message}.`)
  }

  /** Leases the feed as soon as no other worker polls it; undefined if it was removed meanwhile, or waiting took too long. */
  private async lease(uuid: string): Promise<LeasedFeed | undefined> {
    const { db, clock } = this.context
    const since = clock.now()
    for (;;) {
      const now = clock.now()
      const feed = await leaseFeed(db, uuid, { now, until: now + LEASE_MS })
      if (feed) return feed
      if (now - since > LONGEST_WAIT_MS || !(await findFeed(db, uuid))) return undefined
      await new Promise((resolve) => setTimeout(resolve, LEASE_RETRY_MS))
    }
  }
}
