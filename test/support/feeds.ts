import { type FeedHealth, listFeedHealth } from '../../lib/feeds/feed-health-store.js'
import type { Json } from './api.js'
import { currentApp } from './app.js'
import { anApi } from './factories.js'
import { aFeed, FeedServer } from './feed-server.js'

export const FEED_ENVIRONMENT = {
  OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8',
  OVERHEARD_FEED_POLL_MINUTES: '15',
}

/** Longer than the longest interval, so that everything that can be due is. */
export const MUCH_LATER_MS = 25 * 3_600_000

/** A publisher for each test, and whatever the test makes the service follow. */
export class Publisher {
  #server: FeedServer | undefined

  get server(): FeedServer {
    if (!this.#server) throw new Error('no publisher is running: call usePublisher() in the describe block')
    return this.#server
  }

  async start(): Promise<void> {
    this.#server = await FeedServer.start()
  }

  /** Stops, and has the app forget the feeds, so that the next test polls its own alone. */
  async stop(): Promise<void> {
    const { db, feeds } = currentApp().services
    for (const { uuid } of await listFeedHealth(db)) await feeds.remove(uuid)
    await this.#server?.close()
  }

  /** Serves a feed of these items at `path`. */
  publish(items: readonly string[], { path = '/feed.xml', title = 'A show', more = '' } = {}): string {
    return this.server.serve(path, { body: aFeed(items, { title, more }) })
  }

  async follow(url: string): Promise<FeedHealth> {
    const [outcome] = await currentApp().services.feeds.add([url])
    if (!outcome || 'error' in outcome) throw new Error(`not admitted: ${outcome?.error}`)
    return outcome.feed
  }

  /** Why a feed was not admitted. */
  async refusal(url: string): Promise<string> {
    const [outcome] = await currentApp().services.feeds.add([url])
    if (!outcome || 'feed' in outcome) throw new Error('it was admitted')
    return outcome.error
  }

  async health({ uuid }: Pick<FeedHealth, 'uuid'>): Promise<FeedHealth> {
    const feeds = await listFeedHealth(currentApp().services.db)
    return feeds.find((feed) => feed.uuid === uuid)!
  }

  /** The titles of a podcast's episodes, as its listing pages through them. */
  async titles({ podcastUuid }: Pick<FeedHealth, 'podcastUuid'>): Promise<string[]> {
    return (await this.episodes({ podcastUuid })).map(({ title }) => title)
  }

  async episodes({ podcastUuid }: Pick<FeedHealth, 'podcastUuid'>): Promise<Json[]> {
    const query = { params: { podcast_id: podcastUuid }, query: { limit: 50 } }
    return (await (await anApi()).call('listPodcastEpisodes', query)).body.results
  }

  async podcast({ podcastUuid }: Pick<FeedHealth, 'podcastUuid'>): Promise<Json> {
    return (await (await anApi()).call('getPodcast', { params: { podcast_id: podcastUuid } })).body
  }
}

export function usePublisher(): Publisher {
  const publisher = new Publisher()
  beforeEach(() => publisher.start())
  afterEach(() => publisher.stop())
  return publisher
}
