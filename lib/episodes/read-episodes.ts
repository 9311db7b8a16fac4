import type { Db, Params } from '../db/types.js'
import type { Episode, EpisodeDetail } from './episode.js'

export interface EpisodeRow {
  id: number
  uuid: string
  title: string
  description: string
  audio_url: string
  duration_seconds: number | null
  episode_number: number | null
  season_number: number | null
  published_at: number | null
  has_transcript: number
}

/** Columns of an `EpisodeRow`. */
export const EPISODE_COLUMNS = [
  'id',
  'uuid',
  'title',
  'description',
  'audio_url',
  'duration_seconds',
  'episode_number',
  'season_number',
  'published_at',
  'has_transcript',
]
  .map((name) => `episodes.${name}`)
  .join(', ')

export function episodeOf(row: EpisodeRow): Episode {
  return {
    id: row.id,
    uuid: row.uuid,
    title: row.title,
    description: row.description,
    audioUrl: row.audio_url,
    durationSeconds: row.duration_seconds,
    episodeNumber: row.episode_number,
    seasonNumber: row.season_number,
    publishedAt: row.published_at,
    hasTranscript: row.has_transcript === 1,
  }
}

interface DetailRow extends EpisodeRow {
  podcast_uuid: string
  podcast_title: string
  podcast_image_url: string
  transcript_duration_seconds: number | null
  transcript_language: string | null
  transcript_word_count: number | null
}

export async function findEpisodeDetail(db: Db, uuid: string): Promise<EpisodeDetail | undefined> {
  const row = await db.get<DetailRow>(
    `SELECT ${EPISODE_COLUMNS},
            podcasts.uuid AS podcast_uuid, podcasts.title AS podcast_title,
            podcasts.image_url AS podcast_image_url,
            transcripts.duration_seconds AS transcript_duration_seconds,
            transcripts.language AS transcript_language, transcripts.word_count AS transcript_word_count
       FROM episodes
       JOIN podcasts ON podcasts.id = episodes.podcast_id
       LEFT JOIN transcripts ON transcripts.episode_id = episodes.id AND episodes.has_transcript = 1
      WHERE episodes.uuid = :uuid`,
    { uuid },
  )
  if (!row) return undefined
  const { transcript_language: language, transcript_word_count: wordCount } = row
  return {
    ...episodeOf(row),
    podcast: { uuid: row.podcast_uuid, title: row.podcast_title, imageUrl: row.podcast_image_url },
    transcript:
      language === null || wordCount === null
        ? null
        : { language, wordCount, durationSeconds: row.transcript_duration_seconds },
  }
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
  const page = async (where: string, params: Params) => {
    const rows = await db.all<EpisodeRow>(
      `SELECT ${EPISODE_COLUMNS} FROM episodes
        WHERE podcast_id = :podcastId AND ${where}
        ORDER BY published_at DESC, id DESC LIMIT :limit`,
      { podcastId, ...params },
    )
    return rows.map(episodeOf)
  }
  const behind = after && { at: after.publishedAt, afterId: after.id }
  const dated =
    after?.publishedAt === null
      ? []
      : await page(behind ? '(published_at, id) < (:at, :afterId)' : 'published_at IS NOT NULL', {
          ...behind,
          limit,
        })
  if (dated.length === limit) return dated
  const undated = await page(
    after?.publishedAt === null ? 'published_at IS NULL AND id < :afterId' : 'published_at IS NULL',
    { ...(after?.publishedAt === null ? { afterId: after.id } : {}), limit: limit - dated.length },
  )
  return [...dated, ...undated]
}
