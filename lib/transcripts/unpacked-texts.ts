import { DAY_MS } from '../clock.js'
import type { Db, Params } from '../db/types.js'
import { firstKeyOf } from '../search/search-key.js'
import { DEFLATE_RAW, MIN_PACKED_BYTES, packText, RAW, unpackText } from './encoding.js'
import { replaceText } from './transcript-store.js'

/** Texts of younger episodes are stored unpacked: most pages of a search show excerpts of these. */
const UNPACKED_MS = 62 * DAY_MS
/** Rows in one transaction. Other writers get their turn in between. */
const BATCH_SIZE = 25

/** Whether the text of an episode with this date is stored unpacked. */
export const isStoredUnpacked = (at: number, now: number) => at >= now - UNPACKED_MS

/** Packs texts that are no longer recent, and unpacks recent ones that an older version packed. Returns how many. */
export async function repackTexts(db: Db, now: number): Promise<number> {
  const at = now - UNPACKED_MS
  const packed = await repack(
    db,
    // Matches the index transcripts_unpacked.
    `t.encoding = ${RAW} AND LENGTH(t.text) >= ${MIN_PACKED_BYTES} AND COALESCE(e.published_at, e.held_at) < :at`,
    { at },
  )
  const unpacked = await repack(
    db,
    `t.encoding = ${DEFLATE_RAW} AND e.search_key >= :key AND e.published_at >= :at`,
    { at, key: firstKeyOf(at) },
  )
  return packed + unpacked
}

async function repack(db: Db, which: string, params: Params): Promise<number> {
  let total = 0
  for (;;) {
    const repacked = await db.transaction(async (db) => {
      const rows = await db.all<{ id: number; encoding: number; text: Uint8Array }>(
        `SELECT t.episode_id AS id, t.encoding, t.text
           FROM episodes e JOIN transcripts t ON t.episode_id = e.id WHERE ${which} LIMIT ${BATCH_SIZE}`,
        params,
      )
      for (const { id, encoding, text } of rows) {
        const bytes = Buffer.from(await unpackText({ encoding, text }))
        const stored = encoding === RAW ? await packText(bytes) : { encoding: RAW, text: bytes }
        await replaceText(db, id, stored)
      }
      return rows.length
    })
    total += repacked
    if (repacked < BATCH_SIZE) return total
  }
}
