import { Accounts } from './accounts/accounts.js'
import { Alerts } from './alerts/alerts.js'
import { type Clock, MINUTE_MS } from './clock.js'
import { baseUrlOf, type Config, type PublicAddress } from './config.js'
import { Cursors } from './cursor.js'
import { openDatabase, openServedDatabase } from './db/open.js'
import { Feeds } from './feeds/feeds.js'
import type { Ids } from './ids.js'
import { Signals } from './jobs/signals.js'
import { Counters } from './limits/counters.js'
import { Limits } from './limits/limits.js'
import { Servers } from './limits/servers.js'
import type { Logger } from './logger.js'
import { Metrics } from './metrics/metrics.js'
import { Podcasts } from './podcasts/podcasts.js'
import { createSafeFetch, type SafeFetchOptions } from './safe-fetch.js'
import { StoredRankings } from './search/ranking-store.js'
import { Search } from './search/search.js'
import { SearchPool } from './search/search-pool.js'
import type { DomainCalls } from './threads/domain-thread.js'
import { ThreadPool } from './threads/thread-pool.js'
import { documentStorageOf } from './transcripts/document-storage.js'
import { Transcripts } from './transcripts/transcripts.js'
import { Webhooks } from './webhooks/webhooks.js'

/** What comes from outside the program; tests pass their own. */
export interface Edges {
  clock: Clock
  ids: Ids
  logger: Logger
  /** How outgoing requests resolve and trust hosts, and measure time limits; by default as the system does. */
  network?: Pick<SafeFetchOptions, 'resolve' | 'ca' | 'startTimer'>
  /** How long a write waits for another process's lock. */
  lockTimeoutMs?: number
}

interface ServicesOptions {
  /** True when this thread answers requests: it must never wait for the database's lock. */
  served: boolean
}

/** Everything that handlers, jobs and commands use. */
export type Services = Awaited<ReturnType<typeof createServices>>

/** Creates all objects of the program. @throws any error of opening or migrating the database */
export async function createServices(config: Config, edges: Edges, options: ServicesOptions) {
  const { clock, ids, logger, lockTimeoutMs } = edges
  const db = await (options.served
    ? openServedDatabase(config.database, lockTimeoutMs)
    : openDatabase(config.database))
  const cursors = await Cursors.open(db, ids)
  const servers = new Servers(db, clock, ids)
  const limits = new Limits(
    new Counters(db, servers, (error) => logger.error({ err: error }, 'request counts cannot be stored')),
    clock,
  )
  const signals = new Signals()
  const safeFetch = createSafeFetch({ allowedNetworks: config.allowedNetworks, ...edges.network })
  const documents = documentStorageOf(config, () => safeFetch)
  const matchThread = domainThread(config)
  // Reading a large feed takes seconds; matching must not wait for that.
  const feedThread = domainThread(config)
  // Previews must delay neither alerts nor feeds. The thread starts at the first preview.
  const previewThread = domainThread(config)
  const breadthOf = (keywords: readonly string[]) => ({
    keywords,
    now: clock.now(),
    limit: config.alertMatchesPerDay,
  })

  const metrics = new Metrics(db, clock)
  if (options.served) await metrics.start()

  const search = new Search({
    db,
    pool: new SearchPool(config),
    rankings: new StoredRankings(db, clock, logger),
    cursors,
    clock,
    logger,
    observe: (kind, seconds) => metrics.observeSearch(kind, seconds),
  })

  return {
    ...edges,
    config,
    db,
    signals,
    cursors,
    accounts: new Accounts(db, clock, cursors),
    alerts: new Alerts({
      db,
      clock,
      ids,
      cursors,
      config,
      measureBreadth: (keywords) => matchThread.calls.measureBreadth(breadthOf(keywords)),
    }),
    /** Measures how broad keywords are while a person types, on a thread of its own. */
    previewBreadth: (keywords: readonly string[]) => previewThread.calls.previewBreadth(breadthOf(keywords)),
    limits,
    /** The servers that share a SQLite file. Join them before taking requests. */
    servers,
    metrics,
    podcasts: new Podcasts(db, clock, cursors),
    feeds: new Feeds({
      db,
      clock,
      logger,
      safeFetch,
      feedThread,
      signals,
      shortestPollMs: config.feedPollMinutes * MINUTE_MS,
    }),
    search,
    transcripts: new Transcripts({ db, cursors, limits, matchThread, documents }),
    /** Reads and writes transcripts. */
    documents,
    safeFetch,
    webhooks: new Webhooks({ db, clock, ids, cursors, limits, signals, safeFetch }),
    /** Matches transcripts, measures breadth and reads long transcripts. Feeds have a thread of their own. */
    matchThread,
    publicAddress: { baseUrl: baseUrlOf(config) } as PublicAddress,
    async close(): Promise<void> {
      await limits.flush()
      await servers.leave()
      await safeFetch.close()
      await search.close()
      await Promise.all([matchThread.close(), feedThread.close(), previewThread.close()])
      await db.close()
    },
  }
}

const domainThread = (config: Config) =>
  new ThreadPool<DomainCalls>(new URL('./threads/domain-thread.js', import.meta.url), {
    size: 1,
    data: { config },
  })
