import type { Db } from '../db/types.js'
import { findSetAside } from '../queue/overview.js'
import { requeueRow } from '../queue/queue.js'
import { QUEUES, type StepName } from '../queue/queues.js'
import { requeueDelivery } from '../webhooks/delivery-store.js'

/** Makes a row that was set aside due at once. Returns false if no such row is set aside. */
export function retrySetAside(
  db: Db,
  { step, id, now }: { step: StepName; id: string; now: number },
): Promise<boolean> {
  // Read committed: the update itself checks that the row is still set aside.
  return db.transaction(async (db) => {
    const key = await findSetAside(db, QUEUES[step], id)
    if (key === undefined) return false
    return step === 'deliver' ? requeueDelivery(db, key, now) : requeueRow(db, QUEUES[step], key, now)
  }, 'read committed')
}
