import { inBatches } from '../db/in-batches.js'
import { deleteSetting, findSetting, saveSetting } from '../db/settings-store.js'
import type { Db } from '../db/types.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { transactionWithTexts } from '../transcripts/transcript-texts.js'
import { foldName, foldText } from './fold.js'
import { scopeMarks } from './fts5.js'
import type { EpisodeTexts, IndexWriter, TranscriptText } from './index-writer.js'
import { peaksOf } from './peaks.js'
import { advanceRecent, beginRecent } from './recent.js'
import { isKeyFrom, keysBefore, withinRanges } from './search-key.js'

/** BigInt: FTS5 does not accept a float as a rowid. */
const row = (key: number) => ({ key: BigInt(key) })

/** In `settings` while old transcripts have no peaks: the first episode that may be one of them. */
export const PEAKS_SETTING = 'peaks_missing'

/** Transcripts that one transaction removes from the recent index. */
const REMOVED_AT_ONCE = 25
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

  /** Adds peaks. A best match uses peaks once none are missing. */
  completeTranscripts(db: Db, documents: DocumentStorage, limit: number): Promise<number> {
    return transactionWithTexts(db, documents, async (db, texts) => {
      const first = await findSetting(db, PEAKS_SETTING)
      if (first === undefined) return 0
      const rows = await db.all<{ id: number; key: number }>(
        `SELECT e.id, e.search_key AS key
           FROM episodes e JOIN transcripts t ON t.episode_id = e.id
           LEFT JOIN transcript_peaks_docsize p ON p.id = e.search_key
          WHERE e.id >= :first AND p.id IS NULL ORDER BY e.id LIMIT :limit`,
        { first: Number(first), limit },
      )
      for (const { id, key } of rows) {
        await putPeaks(db, key, foldText((await texts.find(id)) ?? ''))
      }
      const isLast = rows.length < limit
      if (isLast) await deleteSetting(db, PEAKS_SETTING)
      else await saveSetting(db, PEAKS_SETTING, rows.at(-1)!.id + 1)
      return rows.length
    })
  }

  async tidy(db: Db, now: number, abort?: AbortSignal): Promise<number> {
    const removed = await inBatches(
      REMOVED_AT_ONCE,
      (limit) => db.transaction((db) => removeOld(db, now, limit)),
      abort,
    )
    await inBatches(1, async () => ((await db.transaction(merge)) ? 1 : 0), abort)
    return removed
  }

  async flushPending(): Promise<void> {}
}

/** Removes up to `limit` transcripts from the recent index. Returns how many. */
async function removeOld(db: Db, now: number, limit: number): Promise<number> {
  const { isWithin, bounds } = withinRanges('id', keysBefore(await advanceRecent(db, now)))
  return db.run(
    `DELETE FROM transcript_index_recent WHERE rowid IN (
       SELECT id FROM transcript_index_recent_docsize WHERE ${isWithin} LIMIT :limit)`,
    { ...bounds, limit: BigInt(limit) },
  )
}

/** Merges a little of the transcript indexes. Returns false if there was nothing to merge. */
async function merge(db: Db): Promise<boolean> {
  let hasMerged = false
  for (const table of ['transcript_index', 'transcript_index_recent', 'transcript_peaks']) {
    const before = await totalChanges(db)
    await db.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ${MERGE_PAGES})`)
    // A merge step that finds nothing to do makes at most one change.
    if ((await totalChanges(db)) - before >= 2) hasMerged = true
  }
  return hasMerged
}

async function totalChanges(db: Db): Promise<number> {
  return (await db.get<{ count: number }>('SELECT total_changes() AS count'))!.count
}

function putPeaks(db: Db, searchKey: number, folded: string): Promise<unknown> {
  return db.run('INSERT OR REPLACE INTO transcript_peaks (rowid, peaks) VALUES (:key, :peaks)', {
    key: BigInt(searchKey),
    peaks: peaksOf(folded),
  })
}

export async function arePeaksComplete(db: Db): Promise<boolean> {
  return (await findSetting(db, PEAKS_SETTING)) === undefined
}
