import { skipLocked } from '../db/skip-locked.js'
import type { Db } from '../db/types.js'
import { DUE_EPISODE_COLUMNS, type DueEpisode, type DueEpisodeRow, dueEpisodeOf } from './due-episode.js'
import type { TranscriptLink } from './types.js'

/** An episode whose publisher offers a transcript that is to be fetched now. */
export interface DueTranscript extends DueEpisode {
  tries: number
  links: TranscriptLink[]
}

interface DueRow extends DueEpisodeRow {
  transcript_tries: number
  transcript_links: string
}

const DUE_COLUMNS = `${DUE_EPISODE_COLUMNS}, transcript_tries, transcript_links`

function dueOf(row: DueRow): DueTranscript {
  return {
    ...dueEpisodeOf(row),
    tries: row.transcript_tries,
    links: JSON.parse(row.transcript_links) as TranscriptLink[],
  }
}

/** The publisher's transcript of this episode is to be fetched, or fetched anew since its links changed. */
export async function queueTranscript(
  db: Db,
  episodeId: number,
  due: { now: number; leasedUntil: number | null },
): Promise<void> {
  await db.run(
    `UPDATE episodes SET transcript_due_at = :now, transcript_tries = 0, transcript_error = '',
            transcript_leased_until = :leasedUntil
      WHERE id = :episodeId`,
    { episodeId, ...due },
  )
}

/** Takes the episodes whose transcript is due, the latest first. */
export async function leaseDueTranscripts(
  db: Db,
  lease: { now: number; until: number; limit: number },
): Promise<DueTranscript[]> {
  const rows = await db.all<DueRow>(
    `UPDATE episodes SET transcript_leased_until = :until
      WHERE id IN (SELECT id FROM episodes
                    WHERE transcript_due_at <= :now AND COALESCE(transcript_leased_until, 0) <= :now
                    ORDER BY transcript_due_at DESC LIMIT :limit ${skipLocked(db)})
     RETURNING ${DUE_COLUMNS}`,
    lease,
  )
  return rows.map(dueOf)
}

/**
 * Takes whatever transcripts one podcast's episodes still wait for, due or not; `until` may be the
 * lease under which the caller has kept them to itself.
 */
export async function leaseTranscriptsOfPodcast(
  db: Db,
  podcastId: number,
  lease: { now: number; until: number },
): Promise<DueTranscript[]> {
  const rows = await db.all<DueRow>(
    `UPDATE episodes SET transcript_leased_until = :until
      WHERE podcast_id = :podcastId AND transcript_due_at IS NOT NULL
            AND (COALESCE(transcript_leased_until, 0) <= :now OR transcript_leased_until = :until)
     RETURNING ${DUE_COLUMNS}`,
    { podcastId, ...lease },
  )
  return rows.map(dueOf)
}

/** Those of the episodes whose transcript is still leased stay so. */
export async function extendTranscriptLeases(
  db: Db,
  episodeIds: readonly number[],
  until: number,
): Promise<void> {
  const params = Object.fromEntries(episodeIds.map((id, index) => [`id${index}`, id]))
  const names = Object.keys(params).map((name) => `:${name}`)
  await db.run(
    `UPDATE episodes SET transcript_leased_until = :until
      WHERE id IN (${names.join(', ')}) AND transcript_leased_until IS NOT NULL`,
    { ...params, until },
  )
}

export async function releaseTranscript(db: Db, episodeId: number): Promise<void> {
  await db.run('UPDATE episodes SET transcript_leased_until = NULL WHERE id = :episodeId', { episodeId })
}

/** Nothing more is to be fetched for this episode. */
export async function finishTranscript(db: Db, episodeId: number): Promise<void> {
  await db.run(
    `UPDATE episodes SET transcript_due_at = NULL, transcript_leased_until = NULL, transcript_error = ''
      WHERE id = :episodeId`,
    { episodeId },
  )
  await db.run('DELETE FROM recognitions WHERE episode_id = :episodeId', { episodeId })
}

/** `nextTryAt` null: given up. */
export async function postponeTranscript(
  db: Db,
  episodeId: number,
  failure: { nextTryAt: number | null; error: string },
): Promise<void> {
  await db.run(
    `UPDATE episodes SET transcript_due_at = :nextTryAt, transcript_tries = transcript_tries + 1,
            transcript_error = :error, transcript_leased_until = NULL
      WHERE id = :episodeId`,
    { episodeId, ...failure },
  )
}

/** The episode waits for a recogniser. */
export async function queueRecognition(db: Db, episodeId: number, now: number): Promise<void> {
  await db.run(
    `INSERT INTO recognitions (episode_id, due_at) VALUES (:episodeId, :now) ON CONFLICT (episode_id) DO NOTHING`,
    { episodeId, now },
  )
}

/** Where an episode's transcript came from; undefined when it has none. */
export async function findTranscriptSource(db: Db, episodeId: number): Promise<string | undefined> {
  const row = await db.get<{ source: string }>(
    'SELECT source FROM transcripts WHERE episode_id = :episodeId',
    { episodeId },
  )
  return row?.source
}
