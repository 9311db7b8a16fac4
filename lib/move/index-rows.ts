import type { Db } from '../db/types.js'
import { writerOf } from '../search/engines.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import type { EncodedText } from '../transcripts/encoding.js'
import { readText } from '../transcripts/transcript-store.js'
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

interface TranscriptRow extends EncodedText {
  episode_id: number
  object_key: string
}

async function indexTranscripts(
  db: Db,
  documents: DocumentStorage,
  rows: readonly TranscriptRow[],
  now: number,
): Promise<void> {
  const texts = await Promise.all(
    rows.map(({ object_key: objectKey, ...text }) => readText(documents, { ...text, objectKey })),
  )
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
