import { setMaxListeners } from 'node:events'
import { isBucketUnavailable } from '../bucket/bucket-error.js'
import type { Signals } from '../jobs/signals.js'
import { admitFeed } from './admit-feed.js'
import { type FeedHealth, getFeedHealth, listFeedHealth } from './feed-health.js'
import {
  deleteFeed,
  extendFeedLeases,
  type Feed,
  findFeed,
  findFeedById,
  leaseFeeds,
  listFeeds,
} from './feed-store.js'
import { HostLanes, hostOf } from './host-lanes.js'
import { LEASE_MS, LeaseKeeper } from './lease-keeper.js'
import { type FeedContext, pollFeed } from './poll-feed.js'
import { acquireTranscript, transcriptHost } from './publisher-transcript.js'
import { extendTranscriptLeases, leaseTranscriptsOfPodcast } from './transcript-queue.js'
import { FeedError } from './types.js'

/** Transcripts of new episodes are kept for whoever polls their feed: longer than that may take. */
const RESERVED_MS = 90_000
const LANES = 32
/** How often a feed is looked at that somebody else is asking at this moment. */
const LEASE_RETRY_MS = 100

export interface FeedsContext extends FeedContext {
  signals: Signals
}

/** What became of one address. */
export type AddOutcome =
  | { feedUrl: string; feed: FeedHealth; isNew: boolean }
  | { feedUrl: string; error: string }

export interface PollCounts {
  polled: number
  episodesAdded: number
  transcriptsAdded: number
  errors: Array<{ feedUrl: string; error: string }>
}

const NEVER = new AbortController().signal
// Every request listens for its end.
setMaxListeners(0, NEVER)

/** Following feeds, as people ask for it; `lib/jobs/poll.ts` does it by itself. */
export class Feeds {
  /** Shared by everything that asks publishers' servers, so that no host gets more than two requests at once. */
  readonly lanes = new HostLanes(LANES)

  readonly feedLeases: LeaseKeeper
  readonly transcriptLeases: LeaseKeeper

  constructor(readonly context: FeedsContext) {
    const { db, clock } = context
    this.feedLeases = new LeaseKeeper(clock, (ids, until) => extendFeedLeases(db, ids, until))
    this.transcriptLeases = new LeaseKeeper(clock, (ids, until) => extendTranscriptLeases(db, ids, until))
  }

  /** Admits feeds side by side; what is wrong with one does not keep the others. */
  add(urls: readonly string[], signal: AbortSignal = NEVER): Promise<AddOutcome[]> {
    return Promise.all(urls.map((url) => this.addOne(url, signal)))
  }

  list(): Promise<FeedHealth[]> {
    return listFeedHealth(this.context.db)
  }

  /** Follows a feed no longer; what is held stays held. Undefined: there is no such feed. */
  async remove(uuid: string): Promise<FeedHealth | undefined> {
    const { db } = this.context
    const feed = await findFeed(db, uuid)
    if (!feed) return undefined
    const health = await getFeedHealth(db, feed.id)
    await deleteFeed(db, feed)
    return health
  }

  /** Asks feeds now, whether it is their turn or not, and fetches the transcripts that their episodes wait for. */
  async poll(uuids: readonly string[], signal: AbortSignal = NEVER): Promise<PollCounts> {
    const { db } = this.context
    const counts: PollCounts = { polled: 0, episodesAdded: 0, transcriptsAdded: 0, errors: [] }
    const feeds = uuids.length === 0 ? await listFeeds(db) : await this.known(uuids, counts)
    await Promise.all(feeds.map((feed) => this.pollOne(feed, counts, signal)))
    return counts
  }

  private async addOne(url: string, signal: AbortSignal): Promise<AddOutcome> {
    const { db, signals } = this.context
    try {
      const { feedId, isNew } = await this.lanes.run(hostOf(url), () => admitFeed(this.context, url, signal))
      const feed = await getFeedHealth(db, feedId)
      if (!isNew && feed.nextPollAt === null) await this.poll([feed.uuid], signal)
      if (isNew) signals.emit('audio')
      return { feedUrl: url, feed: await getFeedHealth(db, feedId), isNew }
    } catch (error) {
      if (error instanceof FeedError) return { feedUrl: url, error: error.message }
      throw error
    }
  }

  private async known(uuids: readonly string[], counts: PollCounts): Promise<Feed[]> {
    const feeds: Feed[] = []
    for (const uuid of new Set(uuids)) {
      const feed = await findFeed(this.context.db, uuid)
      if (feed) feeds.push(feed)
      else counts.errors.push({ feedUrl: uuid, error: `There is no feed ${uuid}.` })
    }
    return feeds
  }

  private async pollOne({ id, host, feedUrl }: Feed, counts: PollCounts, signal: AbortSignal): Promise<void> {
    const { clock, signals } = this.context
    const reservedUntil = await this.lanes.run(host, async () => {
      const feed = await this.lease(id, signal)
      const reservedUntil = clock.now() + RESERVED_MS
      if (!feed) return reservedUntil
      counts.polled++
      const outcome = await this.feedLeases.during(id, () =>
        pollFeed(this.context, feed, signal, reservedUntil),
      )
      counts.episodesAdded += outcome.episodesAdded
      if (outcome.error) counts.errors.push({ feedUrl: feed.feedUrl, error: outcome.error })
      if (outcome.episodesAdded > 0) signals.emit('audio')
      return reservedUntil
    })
    const { added, failure } = await this.fetchTranscripts(id, reservedUntil, signal)
    counts.transcriptsAdded += added
    if (!failure) return
    if (!isBucketUnavailable(failure)) throw failure
    counts.errors.push({ feedUrl, error: `Transcripts cannot be put anywhere now: ${failure.message}.` })
  }

  /** The feed as soon as nobody else is asking it; undefined when it was removed meanwhile. */
  private async lease(id: number, signal: AbortSignal): Promise<Feed | undefined> {
    const { db, clock } = this.context
    for (;;) {
      signal.throwIfAborted()
      const now = clock.now()
      const [feed] = await leaseFeeds(db, [id], { now, until: now + LEASE_MS })
      if (feed) return feed
      if (!(await findFeedById(db, id))) return undefined
      await new Promise((resolve) => setTimeout(resolve, LEASE_RETRY_MS))
    }
  }

  private async fetchTranscripts(
    feedId: number,
    until: number,
    signal: AbortSignal,
  ): Promise<{ added: number; failure?: unknown }> {
    const { db, clock, signals } = this.context
    const feed = await findFeedById(db, feedId)
    if (!feed) return { added: 0 }
    const due = await leaseTranscriptsOfPodcast(db, feed.podcastId, { now: clock.now(), until })
    const settled = await Promise.allSettled(
      due.map((one) =>
        this.transcriptLeases.during(one.episodeId, () =>
          this.lanes.run(transcriptHost(one), () => acquireTranscript(this.context, one, signal)),
        ),
      ),
    )
    const added = settled.filter((one) => one.status === 'fulfilled' && one.value).length
    if (added > 0) signals.emit('transcript')
    return { added, failure: settled.find((one) => one.status === 'rejected')?.reason }
  }
}
