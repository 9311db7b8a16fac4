import { setImmediate as nextTurn } from 'node:timers/promises'
import { lockRows } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import { saveEpisode } from '../episodes/episode-store.js'
import type { Ids } from '../ids.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { findTranscriptSource, queueRecognition, queueTranscript } from '../transcripts/transcript-queue.js'
import { saveItem } from './item-store.js'
import type { ItemChange } from './read-feed.js'

/** Limits of one transaction, in changes and in characters, so that other writers get their turn. */
const PIECE = 20
const PIECE_CHARACTERS = 100_000

export interface Writing {
  podcastId: number
  now: number
  ids: Ids
  documents: DocumentStorage
  /** Reserves the transcripts of new episodes for the caller until then; null: any worker may fetch them. */
  transcriptsLeasedUntil: number | null
}

async function writeChange(db: Db, change: ItemChange, writing: Writing): Promise<boolean> {
  const { podcastId, now, ids, documents } = writing
  const { identity, itemId, contentHash, episode } = change
  if (!episode) {
    await saveItem(db, { ...identity, itemId, podcastId, episodeId: null, contentHash })
    return false
  }
  const links = JSON.stringify(episode.transcriptLinks ?? [])
  const before = episode.id === undefined ? undefined : await findLinks(db, episode.id)
  const saved = await saveEpisode(db, { ...episode, podcastId }, { uuid: ids.uuid(), now, documents })
  await saveItem(db, { ...identity, itemId, podcastId, episodeId: saved.id, contentHash })
  if (links !== '[]' && links !== before) await wantTranscript(db, saved.id, writing)
  else if (links === '[]' && saved.isNew && episode.audioUrl) await queueRecognition(db, saved.id, now)
  return saved.isNew
}

async function findLinks(db: Db, id: number): Promise<string | undefined> {
  const row = await db.get<{ links: string }>(
    'SELECT transcript_links AS links FROM episodes WHERE id = :id',
    { id },
  )
  return row?.links
}

/** A publisher's transcript replaces a recognised one, but not an imported one. */
async function wantTranscript(
  db: Db,
  episodeId: number,
  { now, transcriptsLeasedUntil }: Writing,
): Promise<void> {
  if ((await findTranscriptSource(db, episodeId)) === 'import') return
  await queueTranscript(db, episodeId, { now, leasedUntil: transcriptsLeasedUntil })
}

/**
 * Writes the changes of a document in several transactions. `finish` runs in the last one. A repeat after a
 * crash does no harm.
 * @returns the number of new episodes
 */
export async function applyChanges(
  db: Db,
  changes: readonly ItemChange[],
  writing: Writing,
  finish: (db: Db) => Promise<void>,
): Promise<number> {
  let added = 0
  let done = 0
  do {
    const piece = pieceOf(changes, done)
    done += piece.length
    // Statements on SQLite block this thread; let its other work run in between.
    await nextTurn()
    added += await db.transaction(async (db) => {
      await lockRows(db, 'podcasts', [writing.podcastId])
      let isNew = 0
      for (const change of piece) if (await writeChange(db, change, writing)) isNew++
      if (done >= changes.length) await finish(db)
      return isNew
    }, 'read committed')
  } while (done < changes.length)
  return added
}

function pieceOf(changes: readonly ItemChange[], from: number): ItemChange[] {
  let characters = 0
  const piece = changes.slice(from, from + PIECE)
  const next = piece.findIndex(({ episode }, index) => {
    characters += episode?.description?.length ?? 0
    return index > 0 && characters > PIECE_CHARACTERS
  })
  return next < 0 ? piece : piece.slice(0, next)
}
