import type { Db } from '../db/types.js'
import { listActiveAlertsOver, nextChangeNumber, pauseAlert } from './alert-store.js'

/**
 * Pauses the newest active alerts of an account that are more than `limit`: what a smaller plan does. Call it in the
 * transaction that changes the plan.
 * @returns how many were paused
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
