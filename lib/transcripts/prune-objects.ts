import { DAY_MS } from '../clock.js'
import type { Db } from '../db/types.js'
import type { DocumentStorage } from './document-storage.js'
import { deleteLooseObject, listLooseObjects } from './loose-object-store.js'

/** A backup of the database that is younger than this finds every object that it names. */
export const OBJECTS_KEPT_MS = 30 * DAY_MS
const AT_ONCE = 100

/**
 * Removes objects that no transcript has named since before an instant: of replaced transcripts, and of writers that
 * were interrupted. Returns how many.
 * @throws BucketError
 */
export async function pruneObjects(
  db: Db,
  documents: DocumentStorage,
  before: number,
  abort?: AbortSignal,
): Promise<number> {
  if (!documents.isBucket) return 0
  let removed = 0
  for (;;) {
    const keys = await listLooseObjects(db, before, AT_ONCE)
    for (const key of keys) {
      if (abort?.aborted) return removed
      await documents.remove(key)
      // Forgotten only now: a removal that is interrupted is repeated.
      await deleteLooseObject(db, key)
      removed += 1
    }
    if (keys.length < AT_ONCE) return removed
  }
}
