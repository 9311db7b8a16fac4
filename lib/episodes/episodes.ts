import type { Db } from '../db/types.js'
import { AppError } from '../errors.js'
import type { EpisodeDetail } from './episode.js'
import { findEpisodeDetail } from './episode-query-store.js'

/** Reads single episodes. */
export class Episodes {
  constructor(private readonly db: Db) {}

  /** @throws AppError `episode_not_found` */
  async get(uuid: string): Promise<EpisodeDetail> {
    const episode = await findEpisodeDetail(this.db, uuid.toLowerCase())
    if (!episode) throw new AppError('episode_not_found')
    return episode
  }
}
