import type { Clock } from '../clock.js'
import type { Cursors } from '../cursor.js'
import type { Db } from '../db/types.js'
import type { Logger } from '../logger.js'
import type { StoredRankings } from './ranking-store.js'
import type { SearchPool } from './search-pool.js'

/** The dependencies of a search. */
export interface SearchParts {
  db: Db
  pool: SearchPool
  rankings: StoredRankings
  cursors: Cursors
  clock: Clock
  logger: Logger
  /** Called with the duration of each search, waiting included. */
  observe?(kind: 'podcasts' | 'episodes', seconds: number): void
}
