import type { Db } from '../db/types.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { foldText } from './fold.js'
import { peaksOf } from './peaks.js'
import { findTranscriptText } from './transcript-text.js'

/** In `settings` while transcripts of an older version have no peaks in the index. */
const SETTING = 'peaks_missing'
/** Transcripts of one transaction: some ten milliseconds. */
const AT_ONCE = 5

export function putPeaks(db: Db, searchKey: number, folded: string): Promise<unknown> {
  return db.run('INSERT OR REPLACE INTO transcript_peaks (rowid, peaks) VALUES (:key, :peaks)', {
    key: BigInt(searchKey),
    peaks: peaksOf(folded),
  })
}

export async function arePeaksComplete(db: Db): Promise<boolean> {
  const row = await db.get('SELECT 1 AS one FROM settings WHERE name = :name', { name: SETTING })
  return row === undefined
}

/**
 * Adds the peaks of transcripts that an older version has indexed. A best match uses peaks once all are there.
 * Returns how many.
 * @throws BucketError when the bucket is away
 */
export async function addMissingPeaks(db: Db, documents: DocumentStorage): Promise<number> {
  if (db.engine !== 'sqlite' || (await arePeaksComplete(db))) return 0
  let added = 0
  for (let after = 0; ; ) {
    const rows = await db.transaction((db) => addSome(db, documents, after))
    added += rows.length
    after = rows.at(-1)?.id ?? after
    if (rows.length < AT_ONCE) break
  }
  await db.run('DELETE FROM settings WHERE name = :name', { name: SETTING })
  return added
}

async function addSome(db: Db, documents: DocumentStorage, after: number): Promise<Array<{ id: number }>> {
  const rows = await db.all<{ id: number; key: number }>(
    `SELECT e.id, e.search_key AS key
       FROM episodes e JOIN transcripts t ON t.episode_id = e.id
       LEFT JOIN transcript_peaks_docsize p ON p.id = e.search_key
      WHERE e.id > :after AND p.id IS NULL ORDER BY e.id LIMIT ${AT_ONCE}`,
    { after },
  )
  for (const { id, key } of rows) {
    await putPeaks(db, key, foldText((await findTranscriptText(db, documents, id)) ?? ''))
  }
  return rows
}
