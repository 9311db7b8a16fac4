import { isObjectMissing } from '../bucket/bucket-error.js'
import type { Db } from '../db/types.js'
import { writerOf } from '../search/engines.js'
import type { DocumentStorage, TextRow } from '../transcripts/document-storage.js'
import { unpackText } from '../transcripts/encoding.js'
import { joinSentences } from '../transcripts/transcript-store.js'
import type { MovedTable, Row } from './rows.js'

/**
 * Adds rows that were just copied to the search indexes of the target. @throws BucketError when the
 * transcripts' bucket is unreachable
 */
export async function indexRows(
  db: Db,
  documents: DocumentStorage,
  { name }: MovedTable,
  rows: readonly Row[],
  now: number,
): Promise<void> {
  if (name === 'podcasts') await indexPodcasts(db, rows)
  if (name === 'episodes') await indexEpisodes(db, rows)
  if (name === 'transcripts') await indexTranscripts(db, documents, rows as unknown as TranscriptRow[], now)
}

async function indexPodcasts(db: Db, rows: readonly Row[]): Promise<void> {
  for (const { id, title, description } of rows as Array<{
    id: number
    title: string
    description: string
  }>) {
    await writerOf(db).putPodcast(db, { id, name: title, description })
  }
}

interface EpisodeRow {
  search_key: number
  podcast_id: number
  title: string
  description: string
}

async function indexEpisodes(db: Db, rows: readonly Row[]): Promise<void> {
  for (const { search_key, podcast_id, title, description } of rows as unknown as EpisodeRow[]) {
    await writerOf(db).putEpisode(db, { searchKey: search_key, podcastId: podcast_id, title, description })
  }
}

interface TranscriptRow extends TextRow {
  episode_id: number
}

async function indexTranscripts(
  db: Db,
  documents: DocumentStorage,
  rows: readonly TranscriptRow[],
  now: number,
): Promise<void> {
  const texts = await Promise.all(rows.map((row) => textOf(documents, row)))
  for (const [index, { episode_id }] of rows.entries()) {
    const text = texts[index]
    if (text === undefined) continue
    const episode = await db.get<{ search_key: number; podcast_id: number }>(
      'SELECT search_key, podcast_id FROM episodes WHERE id = :id',
      { id: episode_id },
    )
    const { search_key: searchKey, podcast_id: podcastId } = episode!
    await writerOf(db).putTranscript(db, { searchKey, podcastId, text }, now)
  }
}

/** Undefined when the bucket has lost the object: then there is nothing to index. */
async function textOf(documents: DocumentStorage, row: TextRow): Promise<string | undefined> {
  try {
    return joinSentences(await unpackText(await documents.loadText(row)))
  } catch (error) {
    if (isObjectMissing(error)) return undefined
    throw error
  }
}
