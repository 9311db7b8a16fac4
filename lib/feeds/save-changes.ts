import { countFitting, letOthersWrite } from '../db/in-batches.js'
import { lockRows } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import { cancelFetches, queueFetch, saveEpisode } from '../episodes/episode-store.js'
import type { Ids } from '../ids.js'
import type { PodcastFields } from '../podcasts/podcast.js'
import { updatePodcast } from '../podcasts/podcast-store.js'
import { isLeaseKept, type Lease } from '../queue/queue.js'
import { QUEUES } from '../queue/queues.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { queueRecognition } from '../transcripts/due-transcript-store.js'
import { findTranscriptSource } from '../transcripts/transcript-store.js'
import { type TranscriptTexts, transactionWithTexts } from '../transcripts/transcript-texts.js'
import { saveItem } from './item-store.js'
import type { ItemChange } from './read-feed.js'

/** Limits of one transaction, in changes and in characters, so that other writers get their turn. */
const MAX_BATCH_CHANGES = 20
const MAX_BATCH_CHARACTERS = 100_000

interface SaveContext {
  podcastId: number
  /** Fields of the podcast to update. */
  podcast?: Omit<PodcastFields, 'feedUrl'> | undefined
  /** The caller's lease of the feed. */
  lease: Lease
  now: number
  ids: Ids
  documents: DocumentStorage
  /** From this time on any worker may fetch the new transcripts. */
  fetchDueAt: number
}

async function saveChange(
  db: Db,
  texts: TranscriptTexts,
  change: ItemChange,
  context: SaveContext,
): Promise<boolean> {
  const { podcastId, now, ids } = context
  const { episode } = change
  if (!episode) {
    await saveItem(db, change, podcastId, null)
    return false
  }
  const links = JSON.stringify(episode.transcriptLinks ?? [])
  const saved = await saveEpisode(db, { ...episode, podcastId }, { uuid: ids.uuid(), now, texts })
  await saveItem(db, change, podcastId, saved.id)
  if (links !== '[]') {
    if (links !== saved.linksBefore) await queueUnlessImported(db, saved.id, context)
    return saved.isNew
  }
  const hasLostLinks = !saved.isNew && saved.linksBefore !== '[]'
  if (hasLostLinks) await cancelFetches(db, { episodeId: saved.id })
  if (saved.isNew || hasLostLinks) await queueRecognition(db, saved.id, now)
  return saved.isNew
}

/** A publisher's transcript replaces a recognised one, but not an imported one. */
async function queueUnlessImported(db: Db, episodeId: number, { fetchDueAt }: SaveContext): Promise<void> {
  if ((await findTranscriptSource(db, episodeId))?.source === 'import') return
  await queueFetch(db, episodeId, fetchDueAt)
}

/**
 * Writes the podcast and the changes of a document in several transactions. It stops when the caller has lost its
 * lease: another worker polls the feed now, or the feed was removed. A repeat after a crash does no harm.
 * @param finish finishes the poll in the last transaction; returns false if the lease was lost
 * @returns the number of new episodes
 */
export async function saveChanges(
  db: Db,
  changes: readonly ItemChange[],
  context: SaveContext,
  finish?: (db: Db) => Promise<boolean>,
): Promise<number> {
  const { podcastId, podcast } = context
  let added = 0
  let done = 0
  for (;;) {
    const isFirst = done === 0
    const batch = batchOf(changes, done)
    done += batch.length
    const work = async (db: Db, texts: TranscriptTexts) => {
      await lockRows(db, 'podcasts', [podcastId])
      const isLast = done >= changes.length
      const isKept = await (isLast && finish ? finish(db) : isLeaseKept(db, QUEUES.poll, context.lease))
      if (!isKept) return undefined
      if (isFirst && podcast) await updatePodcast(db, podcastId, podcast)
      let isNew = 0
      for (const change of batch) if (await saveChange(db, texts, change, context)) isNew++
      return isNew
    }
    const addedNow = await transactionWithTexts(db, context.documents, work, 'read committed')
    if (addedNow === undefined) return added
    added += addedNow
    if (done >= changes.length) return added
    await letOthersWrite()
  }
}

function batchOf(changes: readonly ItemChange[], from: number): ItemChange[] {
  const batch = changes.slice(from, from + MAX_BATCH_CHANGES)
  const sizes = batch.map(({ episode }) => episode?.description?.length ?? 0)
  return batch.slice(0, countFitting(sizes, MAX_BATCH_CHARACTERS))
}
