import type { Clock } from './clock.js'
import type { Db } from './db/types.js'
import type { Signals } from './jobs/signals.js'
import type { Logger } from './logger.js'
import type { Capacity } from './queue/capacity.js'
import type { SafeFetch } from './safe-fetch.js'
import type { DomainCalls } from './threads/domain-thread.js'
import type { ThreadPool } from './threads/thread-pool.js'

/** What the steps poll, fetch and recognise need. */
export interface IngestContext {
  db: Db
  clock: Clock
  logger: Logger
  safeFetch: SafeFetch
  /** Limits all requests to publishers' servers, in total and per host. */
  hosts: Capacity
  /** The thread that reads feeds and stores transcripts. */
  feedThread: ThreadPool<DomainCalls>
  signals: Signals
  /** The operator's shortest interval between two requests for one feed, in milliseconds. */
  shortestPollMs: number
}
