import { within } from '../clock.js'
import type { Config } from '../config.js'
import { isDatabaseUnavailable, isIndexDamaged } from '../db/errors.js'
import { unavailable } from '../errors.js'
import { isThreadDeath, type ThreadCalls, ThreadPool, threadCalls } from '../threads/thread-pool.js'
import type { SearchCalls } from './search-calls.js'

const THREADS = 2
/** Searches that may wait at once. More would wait longer than their callers. */
const WAITING_AT_MOST = 500
/** A search that takes longer is answered with `search_unavailable`; its thread still finishes it. */
const TIMEOUT_MS = 30_000

/** A page makes several megabytes of short-lived rows and texts. More room would not make it faster. */
const YOUNG_GENERATION_MB = 8

/** The configuration of a search thread. */
export type SearchThreadConfig = Pick<Config, 'database' | 'transcriptBucket'>

/** The threads that search. Turns their failures into errors of the API. */
export class SearchPool {
  /** Each throws `search_unavailable` if the index cannot answer now. */
  readonly calls: ThreadCalls<SearchCalls> = threadCalls((name, args) => this.call(name, args))
  private readonly pool: ThreadPool<SearchCalls>

  constructor({ database, transcriptBucket }: SearchThreadConfig) {
    const data: SearchThreadConfig = { database, transcriptBucket }
    this.pool = new ThreadPool(new URL('./search-thread.js', import.meta.url), {
      size: THREADS,
      data,
      youngGenerationMb: YOUNG_GENERATION_MB,
    })
  }

  close(): Promise<void> {
    return this.pool.close()
  }

  private async call(name: string, args: unknown): Promise<unknown> {
    if (this.pool.waiting >= WAITING_AT_MOST) throw unavailable('search_unavailable')
    return within(TIMEOUT_MS, this.pool.send(name, args), () => {
      throw unavailable('search_unavailable')
    }).catch((error) => {
      throw isIndexUnavailable(error) ? unavailable('search_unavailable', error) : error
    })
  }
}

/** Whether the index is damaged, the database is away, or a thread ended. Other errors are bugs. */
function isIndexUnavailable(error: unknown): boolean {
  return isThreadDeath(error) || isDatabaseUnavailable(error) || isIndexDamaged(error)
}
