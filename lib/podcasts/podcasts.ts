import type { Caller } from '../accounts/account.js'
import type { Page, PageQuery } from '../accounts/accounts.js'
import type { Clock } from '../clock.js'
import type { CursorBinding, Cursors } from '../cursor.js'
import type { Db } from '../db/types.js'
import type { Episode } from '../episodes/episode.js'
import { type EpisodePlace, listEpisodesOfPodcast } from '../episodes/read-episodes.js'
import { AppError } from '../errors.js'
import type { PodcastDetail } from './podcast.js'
import { findPodcastDetail, findPodcastId } from './podcast-store.js'

/** The podcasts that are held, one at a time. */
export class Podcasts {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly cursors: Cursors,
  ) {}

  /** @throws AppError `podcast_not_found` */
  async get(uuid: string): Promise<PodcastDetail> {
    const podcast = await findPodcastDetail(this.db, uuid.toLowerCase(), this.clock.now())
    if (!podcast) throw new AppError('podcast_not_found')
    return podcast
  }

  /** @throws AppError `podcast_not_found`, `stale_cursor`, `invalid_cursor` */
  async listEpisodes(caller: Caller, uuid: string, { limit, cursor }: PageQuery): Promise<Page<Episode>> {
    const binding: CursorBinding = ['listPodcastEpisodes', caller.account.uuid, uuid.toLowerCase()]
    const after = this.cursors.read<EpisodePlace>(cursor, binding)
    const podcastId = await findPodcastId(this.db, uuid.toLowerCase())
    if (podcastId === undefined) throw new AppError('podcast_not_found')
    const episodes = await listEpisodesOfPodcast(this.db, podcastId, after, limit + 1)
    const results = episodes.slice(0, limit)
    const last = results.at(-1)
    const next = episodes.length > limit && last ? { publishedAt: last.publishedAt, id: last.id } : null
    return { results, nextCursor: next && this.cursors.issue(binding, next) }
  }
}
