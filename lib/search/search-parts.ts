import type { Clock } from '../clock.js'
import type { Cursors } from '../cursor.js'
import type { Logger } from '../logger.js'
import type { SearchThreads } from './search-threads.js'
import type { Walks } from './walks.js'

/** What a search is made with. */
export interface SearchParts {
  threads: SearchThreads
  walks: Walks
  cursors: Cursors
  clock: Clock
  logger: Logger
  /** Told how long each search took, waiting included. */
  observe?(kind: 'podcasts' | 'episodes', seconds: number): void
}
