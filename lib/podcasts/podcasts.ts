import type { Caller } from '../accounts/account.js'
import type { Clock } from '../clock.js'
import type { CursorBinding, Cursors, Page, PageQuery } from '../cursor.js'
import type { Database } from '../db/types.js'
import { VersionedCache } from '../db/versioned-cache.js'
import type { Episode } from '../episodes/episode.js'
import { type EpisodePosition, listEpisodesOfPodcast } from '../episodes/episode-query-store.js'
import { AppError } from '../errors.js'
import type { PodcastDetail } from './podcast.js'
import { type DatedPodcastDetail, findPodcastDetail, findPodcastId } from './podcast-store.js'

const CACHED_AT_MOST = 1_000

/** Reads single podcasts and their episode lists. */
export class Podcasts {
  /** Podcast details by id. */
  private readonly details: VersionedCache<DatedPodcastDetail>

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly cursors: Cursors,
  ) {
    this.details = new VersionedCache(db, (uuid) => findPodcastDetail(db, uuid, clock.now()), CACHED_AT_MOST)
  }

  /** @throws AppError `podcast_not_found` */
  async get(uuid: string): Promise<PodcastDetail> {
    const now = this.clock.now()
    let found = await this.details.get(uuid)
    if (found && !(found.from <= now && now < found.until)) {
      this.details.forget(uuid)
      found = await this.details.get(uuid)
    }
    if (!found) throw new AppError('podcast_not_found')
    return found.podcast
  }

  /** @throws AppError `podcast_not_found`, `stale_cursor`, `invalid_cursor` */
  async listEpisodes(caller: Caller, uuid: string, { limit, cursor }: PageQuery): Promise<Page<Episode>> {
    const binding: CursorBinding = ['listPodcastEpisodes', caller.account.uuid, uuid]
    const after = this.cursors.read<EpisodePosition>(cursor, binding)
    const podcastId = await findPodcastId(this.db, uuid)
    if (podcastId === undefined) throw new AppError('podcast_not_found')
    const episodes = await listEpisodesOfPodcast(this.db, podcastId, after, limit + 1)
    return this.cursors.page(episodes, limit, binding, ({ publishedAt, id }) => ({ publishedAt, id }))
  }
}
