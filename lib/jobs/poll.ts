import { setMaxListeners } from 'node:events'
import { type Feed, findDueFeeds, leaseFeeds } from '../feeds/feed-store.js'
import { LEASE_MS } from '../feeds/lease-keeper.js'
import { pollFeed } from '../feeds/poll-feed.js'
import type { Services } from '../services.js'
import type { Counts, Job } from './runner.js'
import { Wakeable } from './wakeable.js'

/** Looked at together, so that one host with thousands of feeds does not hide the others. */
const CANDIDATES = 200
/** While slow feeds are being asked, others come due. */
const LOOK_EVERY_MS = 1000

/** Asks the feeds whose turn it is. */
export const poll = ({ db, clock, feeds, signals, logger }: Services): Job => {
  const { lanes, context } = feeds

  /** As many due feeds as there is room for, on hosts that have room. */
  async function leaseDue(): Promise<Feed[]> {
    if (lanes.free <= 0) return []
    const now = clock.now()
    const due = await findDueFeeds(db, { now, limit: CANDIDATES, fullHosts: lanes.fullHosts() })
    return leaseFeeds(
      db,
      lanes.choose(due).map(({ id }) => id),
      { now, until: now + LEASE_MS, dueOnly: true },
    )
  }

  async function ask(feed: Feed, counts: Counts, abort: AbortSignal): Promise<void> {
    try {
      const { episodesAdded, error } = await feeds.feedLeases.during(feed.id, () =>
        pollFeed(context, feed, abort),
      )
      counts.polled!++
      counts.episodes_added! += episodesAdded
      if (error) {
        counts.errors!++
        const about = { feed: feed.feedUrl, failures: feed.failures + 1, reason: error }
        logger.warn(about, 'feed could not be read')
      }
      if (episodesAdded > 0) signals.emit('audio')
    } catch (error) {
      if (abort.aborted) return
      counts.errors!++
      logger.error({ feed: feed.feedUrl, err: error }, 'polling a feed failed')
    }
  }

  return {
    name: 'poll',
    schedule: '* * * * * *',
    wakeOn: ['feed'],

    async run(abort) {
      // Every request listens for its end.
      setMaxListeners(0, abort)
      const counts: Counts = { polled: 0, episodes_added: 0, errors: 0 }
      const freed = new Wakeable()
      const running = new Set<Promise<void>>()
      while (!abort.aborted) {
        // What ends while this looks leaves room that it has not seen.
        const isLast = running.size === 0
        const leased = await leaseDue()
        for (const feed of leased) {
          const work = lanes
            .run(feed.host, () => ask(feed, counts, abort))
            .finally(() => {
              running.delete(work)
              freed.wake()
            })
          running.add(work)
        }
        if (leased.length > 0) continue
        if (isLast) break
        await freed.wait(LOOK_EVERY_MS)
      }
      await Promise.all(running)
      return counts
    },
  }
}
