import type { Clock } from '../clock.js'
import type { Cursors } from '../cursor.js'
import type { Logger } from '../logger.js'
import type { RankingSnapshots } from './ranking-snapshots.js'
import type { SearchThreads } from './search-threads.js'

/** What a search is made with. */
export interface SearchParts {
  threads: SearchThreads
  rankings: RankingSnapshots
  cursors: Cursors
  clock: Clock
  logger: Logger
  /** Told how long each search took, waiting included. */
  observe?(kind: 'podcasts' | 'episodes', seconds: number): void
}
