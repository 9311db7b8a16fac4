import type { Db } from '../db/types.js'
import { among, type Stored } from '../db/values.js'
import { AppError } from '../errors.js'
import type { KeyRange } from '../search/search-key.js'
import type { StoredText } from '../transcripts/document-storage.js'
import type { Episode, EpisodeDetail, EpisodeInPodcast } from './episode.js'

const EPISODE_COLUMNS = `episodes.id, episodes.uuid, episodes.title, episodes.description,
  episodes.audio_url AS "audioUrl", episodes.duration_seconds AS "durationSeconds",
  episodes.episode_number AS "episodeNumber", episodes.season_number AS "seasonNumber",
  episodes.published_at AS "publishedAt", episodes.has_transcript AS "hasTranscript"`

const episodeOf = (row: Stored<Episode>): Episode => ({ ...row, hasTranscript: row.hasTranscript === 1 })

interface EpisodeInPodcastRow extends Stored<Episode> {
  podcastUuid: string
  podcastTitle: string
  imageUrl: string
}

const EPISODE_IN_PODCAST_COLUMNS = `${EPISODE_COLUMNS}, podcasts.uuid AS "podcastUuid",
  podcasts.title AS "podcastTitle", podcasts.image_url AS "imageUrl"`

function episodeInPodcastOf(row: EpisodeInPodcastRow): EpisodeInPodcast {
  const { podcastUuid: uuid, podcastTitle: title, imageUrl, ...episode } = row
  return { ...episodeOf(episode), podcast: { uuid, title, imageUrl } }
}

export async function findEpisode(db: Db, id: number): Promise<EpisodeInPodcast | undefined> {
  const row = await db.get<EpisodeInPodcastRow>(
    `SELECT ${EPISODE_IN_PODCAST_COLUMNS} FROM episodes JOIN podcasts ON podcasts.id = podcast_id
      WHERE episodes.id = :id`,
    { id },
  )
  return row && episodeInPodcastOf(row)
}

interface DetailRow extends EpisodeInPodcastRow {
  measuredSeconds: number | null
  language: string | null
  wordCount: number | null
}

/** @throws AppError `episode_not_found` */
export async function getEpisode(db: Db, uuid: string): Promise<EpisodeDetail> {
  const found = await db.get<DetailRow>(
    `SELECT ${EPISODE_IN_PODCAST_COLUMNS}, transcripts.duration_seconds AS "measuredSeconds",
            transcripts.language, transcripts.word_count AS "wordCount"
       FROM episodes
       JOIN podcasts ON podcasts.id = episodes.podcast_id
       LEFT JOIN transcripts ON transcripts.episode_id = episodes.id AND episodes.has_transcript = 1
      WHERE episodes.uuid = :uuid`,
    { uuid },
  )
  if (!found) throw new AppError('episode_not_found')
  const { measuredSeconds: durationSeconds, language, wordCount, ...row } = found
  const transcript = language === null || wordCount === null ? null : { language, wordCount, durationSeconds }
  return { ...episodeInPodcastOf(row), transcript }
}

/** Position in a podcast's episode list: the last episode of the page before. */
export interface EpisodePosition {
  publishedAt: number | null
  id: number
}

/** Newest first, undated episodes last; for equal dates the one stored later comes first. */
export async function listEpisodesOfPodcast(
  db: Db,
  podcastId: number,
  after: EpisodePosition | undefined,
  limit: number,
): Promise<Episode[]> {
  const page = async (where: string, size: number) => {
    const rows = await db.all<Stored<Episode>>(
      `SELECT ${EPISODE_COLUMNS} FROM episodes
        WHERE podcast_id = :podcastId AND ${where}
        ORDER BY published_at DESC, id DESC LIMIT :size`,
      { podcastId, size, ...after },
    )
    return rows.map(episodeOf)
  }
  if (after?.publishedAt === null) return page('published_at IS NULL AND id < :id', limit)
  const dated = await page(
    after ? '(published_at, id) < (:publishedAt, :id)' : 'published_at IS NOT NULL',
    limit,
  )
  if (dated.length === limit) return dated
  return [...dated, ...(await page('published_at IS NULL', limit - dated.length))]
}

/** An episode that a search found, with its packed transcript if that was asked for. */
export interface FoundEpisode {
  episode: EpisodeInPodcast
  text: StoredText | undefined
}

type FoundRow = EpisodeInPodcastRow & StoredText & { key: number }

/** The episodes with these search keys, in their order. Deleted episodes are left out. */
export async function findEpisodesByKey(
  db: Db,
  keys: readonly number[],
  { withText }: { withText: boolean },
): Promise<FoundEpisode[]> {
  if (keys.length === 0) return []
  const rows = await db.all<FoundRow>(
    `SELECT ${EPISODE_IN_PODCAST_COLUMNS}, episodes.search_key AS key
            ${withText ? ', transcripts.encoding, transcripts.text, transcripts.object_key AS "objectKey"' : ''}
       FROM episodes JOIN podcasts ON podcasts.id = episodes.podcast_id
       ${withText ? 'JOIN transcripts ON transcripts.episode_id = episodes.id' : ''}
      WHERE episodes.search_key IN (${among(db, 'keys')})`,
    { keys },
  )
  const byKey = new Map(
    rows.map(({ key, encoding, text, objectKey, ...row }) => [
      key,
      { episode: episodeInPodcastOf(row), text: withText ? { encoding, text, objectKey } : undefined },
    ]),
  )
  return keys.flatMap((key) => byKey.get(key) ?? [])
}

/** Those of the ranges of search keys that contain episodes. */
export async function rangesWithEpisodes(db: Db, ranges: readonly KeyRange[]): Promise<KeyRange[]> {
  const sql = 'SELECT 1 AS one FROM episodes WHERE search_key BETWEEN :from AND :to LIMIT 1'
  const found = await Promise.all(ranges.map((range) => db.get(sql, { ...range })))
  return ranges.filter((_, index) => found[index])
}
