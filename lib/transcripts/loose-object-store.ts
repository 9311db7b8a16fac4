import { DAY_MS } from '../clock.js'
import type { Db } from '../db/types.js'

/** A put that took longer has been interrupted, and what it put may be removed any time. */
const CLAIMED_WITHIN_MS = DAY_MS

/** Notes an object that no transcript names: before it is put, and when another takes its place. */
export async function insertLooseObject(db: Db, objectKey: string, now: number): Promise<void> {
  await db.run('INSERT INTO loose_objects (object_key, loose_since) VALUES (:objectKey, :now)', {
    objectKey,
    now,
  })
}

/** A transcript is about to name an object that was put for it, in the transaction of `db`. */
export async function claimObject(db: Db, objectKey: string, now: number): Promise<void> {
  const { changes } = await db.run(
    'DELETE FROM loose_objects WHERE object_key = :objectKey AND loose_since >= :since',
    { objectKey, since: now - CLAIMED_WITHIN_MS },
  )
  if (changes === 0) throw new Error(`The object ${objectKey} was put too long ago to be held now.`)
}

/** Keys of objects that have been loose since before an instant. */
export async function listLooseObjects(db: Db, before: number, limit: number): Promise<string[]> {
  const rows = await db.all<{ object_key: string }>(
    'SELECT object_key FROM loose_objects WHERE loose_since < :before ORDER BY loose_since LIMIT :limit',
    { before, limit },
  )
  return rows.map(({ object_key }) => object_key)
}

export async function deleteLooseObject(db: Db, objectKey: string): Promise<void> {
  await db.run('DELETE FROM loose_objects WHERE object_key = :objectKey', { objectKey })
}
