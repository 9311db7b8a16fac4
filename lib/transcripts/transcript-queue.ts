import { among } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import type { TranscriptLink } from '../feeds/types.js'
import { finishRow, isFree, type Lease, leaseRows, type Selection } from '../queue/queue.js'
import { QUEUES } from '../queue/queues.js'
import { DUE_EPISODE_COLUMNS, type DueEpisode } from './due-episode.js'
import { deleteRecognition } from './recognition-store.js'

/** An episode whose publisher's transcript is due for fetching. */
export interface DueTranscript extends DueEpisode {
  links: TranscriptLink[]
}

/** Finds due fetches, the latest first: alerts wait for them. */
export async function findDueTranscripts(
  db: Db,
  due: { now: number; limit: number },
): Promise<Array<Pick<DueTranscript, 'id' | 'links' | 'language'>>> {
  const rows = await db.all<{ id: number; links: string; language: string }>(
    `SELECT id, transcript_links AS links,
            (SELECT language FROM podcasts WHERE podcasts.id = episodes.podcast_id) AS language
       FROM episodes WHERE transcript_due_at <= :now
      ORDER BY transcript_due_at DESC LIMIT :limit`,
    due,
  )
  return rows.map((row) => ({ ...row, links: JSON.parse(row.links) }))
}

/** Leases those of the fetches that are still due. */
export async function leaseDueTranscripts(
  db: Db,
  ids: readonly number[],
  lease: Lease,
): Promise<DueTranscript[]> {
  if (ids.length === 0) return []
  return leaseTranscripts(db, lease, {
    and: `id IN (${among(db, 'ids')})`,
    params: { ids: JSON.stringify(ids) },
  })
}

/**
 * Leases all fetches of one podcast's episodes, due or not. Those already leased by the caller have `until` as the
 * end of their lease.
 */
export function leaseTranscriptsOfPodcast(db: Db, podcastId: number, lease: Lease): Promise<DueTranscript[]> {
  return leaseTranscripts(db, lease, {
    instead: `podcast_id = :podcastId AND transcript_due_at IS NOT NULL
              AND (${isFree(QUEUES.fetch)} OR transcript_leased_until = :until)`,
    params: { podcastId },
  })
}

async function leaseTranscripts(db: Db, lease: Lease, which: Selection): Promise<DueTranscript[]> {
  const columns = `${DUE_EPISODE_COLUMNS}, transcript_tries AS tries, transcript_links AS links`
  const rows = await leaseRows<DueEpisode & { links: string }>(db, QUEUES.fetch, lease, columns, which)
  return rows.map((row) => ({ ...row, links: JSON.parse(row.links) }))
}

/** Finishes the fetch after the publisher's transcript is stored, and cancels recognition. */
export async function finishTranscript(db: Db, episodeId: number): Promise<void> {
  await finishRow(db, QUEUES.fetch, episodeId)
  await deleteRecognition(db, episodeId)
}
