import type { Caller } from '../accounts/account.js'
import type { Page } from '../cursor.js'
import type { Podcast } from '../podcasts/podcast.js'
import { type EpisodeHitPage, type EpisodeSearchRequest, searchEpisodes } from './episode-search.js'
import { type PodcastSearchRequest, searchPodcasts } from './podcast-search.js'
import type { SearchParts } from './search-parts.js'
import type { IndexHealth } from './searcher.js'

/** Search as the API offers it. */
export class Search {
  constructor(private readonly parts: SearchParts) {}

  podcasts(caller: Caller, request: PodcastSearchRequest): Promise<Page<Podcast>> {
    return this.timed('podcasts', searchPodcasts(this.parts, caller, request))
  }

  async episodes(caller: Caller, request: EpisodeSearchRequest): Promise<EpisodeHitPage> {
    const page = await this.timed('episodes', searchEpisodes(this.parts, caller, request))
    const reason = page.results.find(({ excerptsFault }) => excerptsFault)?.excerptsFault
    if (reason) this.parts.logger.warn({ reason }, 'transcripts for the excerpts of a search cannot be read')
    return page
  }

  /**
   * Whether the index answers.
   * @throws AppError `search_unavailable`
   */
  check(): Promise<IndexHealth> {
    return this.parts.threads.calls.ping()
  }

  async close(): Promise<void> {
    await this.parts.rankings.flush()
    await this.parts.threads.close()
  }

  private async timed<T>(kind: 'podcasts' | 'episodes', page: Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const found = await page
    this.parts.observe?.(kind, (performance.now() - startedAt) / 1000)
    return found
  }
}
