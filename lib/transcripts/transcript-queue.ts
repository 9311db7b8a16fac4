import type { Db } from '../db/types.js'
import type { TranscriptLink } from '../feeds/types.js'
import type { Capacity } from '../queue/capacity.js'
import { leaseByHost } from '../queue/lease-by-host.js'
import { finishRow, isFree, type Lease, leaseRows } from '../queue/queue.js'
import { QUEUES } from '../queue/queues.js'
import { DUE_EPISODE_COLUMNS, type DueEpisode } from './due-episode.js'
import { deleteRecognition } from './recognition-store.js'

/** An episode whose publisher's transcript is due for fetching. */
export interface DueTranscript extends DueEpisode {
  links: TranscriptLink[]
  /** The host of the best link. */
  host: string
}

const COLUMNS = `${DUE_EPISODE_COLUMNS}, transcript_tries AS tries, transcript_links AS links, transcript_host AS host`

/** Leases due fetches from hosts below their limit, the latest first: alerts wait for them. */
export async function leaseDueTranscripts(
  db: Db,
  hosts: Capacity,
  lease: Lease & { limit: number },
): Promise<DueTranscript[]> {
  const rows = await leaseByHost<LeasedRow>(db, QUEUES.fetch, hosts, lease, {
    returning: COLUMNS,
    order: 'DESC',
  })
  return rows.map(withLinks)
}

/**
 * Leases all fetches of one podcast's episodes, due or not. Those already leased by the caller have `until` as the
 * end of their lease.
 */
export async function leaseTranscriptsOfPodcast(
  db: Db,
  podcastId: number,
  lease: Lease,
): Promise<DueTranscript[]> {
  const rows = await leaseRows<LeasedRow>(db, QUEUES.fetch, lease, COLUMNS, {
    instead: `podcast_id = :podcastId AND transcript_due_at IS NOT NULL
              AND (${isFree(QUEUES.fetch)} OR transcript_leased_until = :until)`,
    params: { podcastId },
  })
  return rows.map(withLinks)
}

type LeasedRow = Omit<DueTranscript, 'links'> & { links: string }

const withLinks = (row: LeasedRow): DueTranscript => ({ ...row, links: JSON.parse(row.links) })

/** Finishes the fetch after the publisher's transcript is stored, and cancels recognition. */
export async function finishTranscript(db: Db, episodeId: number): Promise<void> {
  await finishRow(db, QUEUES.fetch, episodeId)
  await deleteRecognition(db, episodeId)
}
