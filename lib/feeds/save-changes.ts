import { setImmediate as nextTurn } from 'node:timers/promises'
import { lockRows } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import { findTranscriptLinks, queueFetch, saveEpisode } from '../episodes/episode-store.js'
import type { Ids } from '../ids.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { queueRecognition } from '../transcripts/due-transcript-store.js'
import { findTranscriptSource } from '../transcripts/transcript-store.js'
import { type TranscriptTexts, transactionWithTexts } from '../transcripts/transcript-texts.js'
import { saveItem } from './item-store.js'
import type { ItemChange } from './read-feed.js'

/** Limits of one transaction, in changes and in characters, so that other writers get their turn. */
const MAX_BATCH_CHANGES = 20
const MAX_BATCH_CHARACTERS = 100_000

export interface SaveContext {
  podcastId: number
  now: number
  ids: Ids
  documents: DocumentStorage
  /** Reserves the transcripts of new episodes for the caller until then; null: any worker may fetch them. */
  transcriptsLeasedUntil: number | null
}

async function saveChange(
  db: Db,
  texts: TranscriptTexts,
  change: ItemChange,
  context: SaveContext,
): Promise<boolean> {
  const { podcastId, now, ids } = context
  const { identity, itemId, contentHash, episode } = change
  if (!episode) {
    await saveItem(db, { ...identity, itemId, podcastId, episodeId: null, contentHash })
    return false
  }
  const links = JSON.stringify(episode.transcriptLinks ?? [])
  const before = episode.id === undefined ? undefined : await findTranscriptLinks(db, episode.id)
  const saved = await saveEpisode(db, { ...episode, podcastId }, { uuid: ids.uuid(), now, texts })
  await saveItem(db, { ...identity, itemId, podcastId, episodeId: saved.id, contentHash })
  if (links !== '[]' && links !== before) await queueUnlessImported(db, saved.id, context)
  else if (links === '[]' && saved.isNew && episode.audioUrl) await queueRecognition(db, saved.id, now)
  return saved.isNew
}

/** A publisher's transcript replaces a recognised one, but not an imported one. */
async function queueUnlessImported(
  db: Db,
  episodeId: number,
  { now, transcriptsLeasedUntil }: SaveContext,
): Promise<void> {
  if ((await findTranscriptSource(db, episodeId)) === 'import') return
  await queueFetch(db, episodeId, { now, leasedUntil: transcriptsLeasedUntil })
}

/**
 * Writes the changes of a document in several transactions. `finish` runs in the last one. A repeat after a
 * crash does no harm.
 * @returns the number of new episodes
 */
export async function saveChanges(
  db: Db,
  changes: readonly ItemChange[],
  context: SaveContext,
  finish: (db: Db) => Promise<void>,
): Promise<number> {
  let added = 0
  let done = 0
  do {
    const batch = batchOf(changes, done)
    done += batch.length
    // Statements on SQLite block this thread; let its other work run in between.
    await nextTurn()
    const work = async (db: Db, texts: TranscriptTexts) => {
      await lockRows(db, 'podcasts', [context.podcastId])
      let isNew = 0
      for (const change of batch) if (await saveChange(db, texts, change, context)) isNew++
      if (done >= changes.length) await finish(db)
      return isNew
    }
    added += await transactionWithTexts(db, context.documents, work, 'read committed')
  } while (done < changes.length)
  return added
}

function batchOf(changes: readonly ItemChange[], from: number): ItemChange[] {
  let characters = 0
  const batch = changes.slice(from, from + MAX_BATCH_CHANGES)
  const next = batch.findIndex(({ episode }, index) => {
    characters += episode?.description?.length ?? 0
    return index > 0 && characters > MAX_BATCH_CHARACTERS
  })
  return next < 0 ? batch : batch.slice(0, next)
}
