import type { Db } from '../db/types.js'
import { writerOf } from '../search/engines.js'
import { joinSentences } from '../search/transcript-text.js'
import { decodeText } from '../transcripts/encoding.js'
import type { Row } from './rows.js'
import type { MovedTable } from './tables.js'

/** Puts rows that were just copied into the search indexes of their new database. */
export async function indexRows(
  db: Db,
  { name }: MovedTable,
  rows: readonly Row[],
  now: number,
): Promise<void> {
  if (name === 'podcasts') await indexPodcasts(db, rows)
  if (name === 'episodes') await indexEpisodes(db, rows)
  if (name === 'transcripts') await indexTranscripts(db, rows, now)
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

async function indexTranscripts(db: Db, rows: readonly Row[], now: number): Promise<void> {
  for (const row of rows as unknown as Array<{ episode_id: number; encoding: number; text: Buffer }>) {
    const episode = await db.get<{ search_key: number; podcast_id: number }>(
      'SELECT search_key, podcast_id FROM episodes WHERE id = :id',
      { id: row.episode_id },
    )
    const text = joinSentences(await decodeText(row))
    const { search_key: searchKey, podcast_id: podcastId } = episode!
    await writerOf(db).putTranscript(db, { searchKey, podcastId, text }, now)
  }
}
