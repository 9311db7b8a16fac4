import { deleteSetting, findSetting, saveSetting } from '../db/settings-store.js'
import type { Db } from '../db/types.js'
import type { DocumentStorage } from '../transcripts/document-storage.js'
import { findTranscriptText } from '../transcripts/transcript-store.js'
import { foldText } from './fold.js'
import { peaksOf } from './peaks.js'

/** In `settings` while old transcripts have no peaks: the first episode that may be one of them. */
export const PEAKS_SETTING = 'peaks_missing'

export function putPeaks(db: Db, searchKey: number, folded: string): Promise<unknown> {
  return db.run('INSERT OR REPLACE INTO transcript_peaks (rowid, peaks) VALUES (:key, :peaks)', {
    key: BigInt(searchKey),
    peaks: peaksOf(folded),
  })
}

export async function arePeaksComplete(db: Db): Promise<boolean> {
  return (await findSetting(db, PEAKS_SETTING)) === undefined
}

/**
 * Adds the peaks of up to `limit` transcripts that an older version has indexed, in one transaction. A best match uses
 * peaks once none are missing. Returns how many it added: fewer than `limit` when none are left.
 * @throws BucketError when the bucket is away
 */
export function addMissingPeaks(db: Db, documents: DocumentStorage, limit: number): Promise<number> {
  return db.transaction(async (db) => {
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
      await putPeaks(db, key, foldText((await findTranscriptText(db, documents, id)) ?? ''))
    }
    const isLast = rows.length < limit
    if (isLast) await deleteSetting(db, PEAKS_SETTING)
    else await saveSetting(db, PEAKS_SETTING, rows.at(-1)!.id + 1)
    return rows.length
  })
}
