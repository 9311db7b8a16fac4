import { DAY_MS } from '../clock.js'
import type { Db } from '../db/types.js'

/** A write that took longer has failed, and its object may be deleted any time. */
const MAX_WRITE_MS = DAY_MS

/** Records an object that no transcript names: before it is written, and when another one replaces it. */
export async function insertLooseObject(db: Db, objectKey: string, now: number): Promise<void> {
  await db.run('INSERT INTO loose_objects (object_key, loose_since) VALUES (:objectKey, :now)', {
    objectKey,
    now,
  })
}

/** Takes an object off the list, in the transaction in which a transcript names it. */
export async function claimObject(db: Db, objectKey: string, now: number): Promise<void> {
  const changes = await db.run(
    'DELETE FROM loose_objects WHERE object_key = :objectKey AND loose_since >= :since',
    { objectKey, since: now - MAX_WRITE_MS },
  )
  if (changes === 0) throw new Error(`The object ${objectKey} was written too long ago to be used.`)
}

/** Keys of objects that have been loose since before a time. */
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
