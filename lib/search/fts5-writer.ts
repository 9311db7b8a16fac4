import type { Db } from '../db/types.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { foldName, foldText } from './fold.js'
import { scopeMarks } from './fts5.js'
import type { EpisodeTexts, IndexWriter, TranscriptText } from './index-writer.js'
import { addMissingPeaks, putPeaks } from './peak-store.js'
import { advanceRecent, beginRecent } from './recent.js'
import { isKeyFrom, keysBefore } from './search-key.js'

/** BigInt: FTS5 does not accept a float as a rowid. */
const row = (key: number) => ({ key: BigInt(key) })

/** Index pages that one merge step writes, about ten milliseconds of work. */
const MERGE_PAGES = 250

export class Fts5Writer implements IndexWriter {
  async putEpisode(db: Db, { searchKey, podcastId, title, description }: EpisodeTexts): Promise<void> {
    await db.run(
      `INSERT OR REPLACE INTO episode_index (rowid, title, description, scope)
       VALUES (:key, :title, :description, :scope)`,
      {
        ...row(searchKey),
        title: foldText(title),
        description: foldText(description),
        scope: scopeMarks(podcastId),
      },
    )
  }

  async dropEpisode(db: Db, searchKey: number): Promise<void> {
    await db.run('DELETE FROM episode_index WHERE rowid = :key', row(searchKey))
  }

  async putTranscript(db: Db, { searchKey, podcastId, text }: TranscriptText, now: number): Promise<void> {
    const body = foldText(text)
    const values = { ...row(searchKey), body, scope: scopeMarks(podcastId) }
    const put = (table: string) =>
      db.run(`INSERT OR REPLACE INTO ${table} (rowid, body, scope) VALUES (:key, :body, :scope)`, values)
    await put('transcript_index')
    await putPeaks(db, searchKey, body)
    if (isKeyFrom(searchKey, await beginRecent(db, now))) await put('transcript_index_recent')
  }

  async dropTranscript(db: Db, searchKey: number): Promise<void> {
    await db.run('DELETE FROM transcript_index WHERE rowid = :key', row(searchKey))
    await db.run('DELETE FROM transcript_index_recent WHERE rowid = :key', row(searchKey))
    await db.run('DELETE FROM transcript_peaks WHERE rowid = :key', row(searchKey))
  }

  async putPodcast(db: Db, { id, name, description }: { id: number; name: string; description: string }) {
    await db.run('INSERT OR REPLACE INTO podcast_index (rowid, description) VALUES (:key, :description)', {
      ...row(id),
      description: foldText(description),
    })
    await db.run('INSERT OR REPLACE INTO podcast_names (rowid, name) VALUES (:key, :name)', {
      ...row(id),
      name: foldName(name),
    })
  }

  completeTranscripts(db: Db, documents: DocumentStorage, limit: number): Promise<number> {
    return addMissingPeaks(db, documents, limit)
  }

  async pruneRecent(db: Db, now: number, limit: number): Promise<number> {
    const before = await advanceRecent(db, now)
    let gone = 0
    for (const { from, to } of keysBefore(before)) {
      const { changes } = await db.run(
        `DELETE FROM transcript_index_recent WHERE rowid IN (
           SELECT rowid FROM transcript_index_recent WHERE rowid BETWEEN :from AND :to LIMIT :limit)`,
        { from: BigInt(from), to: BigInt(to), limit: BigInt(limit - gone) },
      )
      gone += changes
    }
    return gone
  }

  async settle(): Promise<void> {}

  merge(db: Db): Promise<boolean> {
    return db.transaction(async (db) => {
      let hasMerged = false
      for (const table of ['transcript_index', 'transcript_index_recent', 'transcript_peaks']) {
        const before = await totalChanges(db)
        await db.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ${MERGE_PAGES})`)
        // A merge step that finds nothing to do makes at most one change.
        if ((await totalChanges(db)) - before >= 2) hasMerged = true
      }
      return hasMerged
    })
  }
}

async function totalChanges(db: Db): Promise<number> {
  return (await db.get<{ count: number }>('SELECT total_changes() AS count'))!.count
}
