import type { Db } from '../db/types.js'
import { nextChangeNumber } from './alert-change-store.js'
import { listActiveAlertsOver, pauseAlert } from './alert-store.js'

/**
 * Pauses an account's newest active alerts beyond `limit`, after a change to a smaller plan. Call it in the
 * transaction that changes the plan. @returns the number of paused alerts
 */
export function pauseOverPlanLimit(db: Db, accountId: number, limit: number, now: number): Promise<number> {
  // Read committed: the row of nextChangeNumber makes changes of alerts take turns.
  return db.transaction(async (db) => {
    const changeNumber = await nextChangeNumber(db)
    const ids = await listActiveAlertsOver(db, accountId, limit)
    for (const id of ids) await pauseAlert(db, { id, reason: 'plan_limit', changeNumber, now })
    return ids.length
  }, 'read committed')
}
