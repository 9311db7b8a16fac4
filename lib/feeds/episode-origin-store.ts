import type { Db } from '../db/types.js'
import type { Stored } from '../db/values.js'
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

export async function findEpisodeOrigin(db: Db, uuid: string): Promise<EpisodeOrigin | undefined> {
  type Transcript = NonNullable<EpisodeOrigin['transcript']>
  type Row = Omit<EpisodeOrigin, 'transcript'> &
    Stored<Omit<Transcript, 'source'>> & { source: TranscriptSource | null }
  const row = await db.get<Row>(
    `SELECT episodes.uuid, episodes.title, podcasts.feed_url AS "feedUrl",
            COALESCE(NULLIF(transcript_error, ''), recognitions.error, '') AS "transcriptError",
            transcripts.source, NULLIF(transcripts.model, '') AS model, transcripts.language,
            transcripts.word_count AS "wordCount", transcripts.duration_seconds AS "durationSeconds",
            transcripts.timed, transcripts.held_at AS "heldAt"
       FROM episodes
       JOIN podcasts ON podcasts.id = episodes.podcast_id
       LEFT JOIN transcripts ON transcripts.episode_id = episodes.id
       LEFT JOIN recognitions ON recognitions.episode_id = episodes.id
      WHERE episodes.uuid = :uuid`,
    { uuid },
  )
  if (!row) return undefined
  const { title, feedUrl, transcriptError, source, timed, ...transcript } = row
  return {
    uuid,
    title,
    feedUrl,
    transcriptError,
    transcript: source && { ...transcript, source, timed: timed === 1 },
  }
}
