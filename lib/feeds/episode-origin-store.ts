import type { Db } from '../db/types.js'
import type { TranscriptSource } from '../transcripts/transcript-store.js'

/** Where an episode and its transcript came from, for the operator. */
export interface EpisodeOrigin {
  uuid: string
  title: string
  feedUrl: string
  /** Why the episode has no transcript yet; '' without an error. */
  transcriptError: string
  transcript: {
    source: TranscriptSource
    /** The recogniser's model; null for other sources. */
    model: string | null
    language: string
    wordCount: number
    durationSeconds: number | null
    /** Whether the source gave times. */
    timed: boolean
    heldAt: number
  } | null
}

interface OriginRow {
  uuid: string
  title: string
  feed_url: string
  transcript_error: string
  source: TranscriptSource | null
  model: string
  language: string
  word_count: number
  duration_seconds: number | null
  timed: number
  held_at: number
}

export async function findEpisodeOrigin(db: Db, uuid: string): Promise<EpisodeOrigin | undefined> {
  const row = await db.get<OriginRow>(
    `SELECT episodes.uuid, episodes.title, podcasts.feed_url,
            COALESCE(NULLIF(transcript_error, ''), recognitions.error, '') AS transcript_error, transcripts.source,
            transcripts.model, transcripts.language, transcripts.word_count, transcripts.duration_seconds,
            transcripts.timed, transcripts.held_at
       FROM episodes
       JOIN podcasts ON podcasts.id = episodes.podcast_id
       LEFT JOIN transcripts ON transcripts.episode_id = episodes.id
       LEFT JOIN recognitions ON recognitions.episode_id = episodes.id
      WHERE episodes.uuid = :uuid`,
    { uuid },
  )
  if (!row) return undefined
  return {
    uuid: row.uuid,
    title: row.title,
    feedUrl: row.feed_url,
    transcriptError: row.transcript_error,
    transcript: row.source && {
      source: row.source,
      model: row.model || null,
      language: row.language,
      wordCount: row.word_count,
      durationSeconds: row.duration_seconds,
      timed: row.timed === 1,
      heldAt: row.held_at,
    },
  }
}
