import type { Caller } from '../accounts/account.js'
import { sharedCheck, within } from '../clock.js'
import type { Page } from '../cursor.js'
import { unavailable } from '../errors.js'
import type { Podcast } from '../podcasts/podcast.js'
import { type EpisodeHitPage, type EpisodeSearchRequest, searchEpisodes } from './episode-search.js'
import { type PodcastSearchRequest, searchPodcasts } from './podcast-search.js'
import type { SearchParts } from './search-parts.js'
import type { IndexHealth } from './searcher.js'
import { isSpread } from './spread.js'

/** Less than /readyz waits for a check. */
const CHECK_TIMEOUT_MS = 2000

/** Search as the API offers it. */
export class Search {
  /** One at a time: a node of Citus that hangs keeps every connection that asks it. */
  private readonly ping = sharedCheck(() => this.parts.pool.calls.ping())

  constructor(private readonly parts: SearchParts) {}

  podcasts(caller: Caller, request: PodcastSearchRequest): Promise<Page<Podcast>> {
    return this.timed('podcasts', searchPodcasts(this.parts, caller, request))
  }

  async episodes(caller: Caller, request: EpisodeSearchRequest): Promise<EpisodeHitPage> {
    const page = await this.timed('episodes', searchEpisodes(this.parts, caller, request))
    const reason = page.results.find(({ excerptsFault }) => excerptsFault)?.excerptsFault
    if (reason) this.parts.logger.warn({ reason }, 'hits without excerpts: their transcripts cannot be read')
    return page
  }

  /**
   * Whether the index answers.
   * @throws AppError `search_unavailable`
   */
  async check(): Promise<IndexHealth> {
    const health = await within(CHECK_TIMEOUT_MS, this.ping(), () => undefined)
    if (health) return health
    const { db } = this.parts
    if (db.engine === 'postgres' && (await isSpread(db, 'transcript_index'))) return 'degraded'
    throw unavailable('search_unavailable')
  }

  async close(): Promise<void> {
    await this.parts.rankings.flush()
    await this.parts.pool.close()
  }

  private async timed<T>(kind: 'podcasts' | 'episodes', page: Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const found = await page
    this.parts.observe?.(kind, (performance.now() - startedAt) / 1000)
    return found
  }
}
