import { setImmediate } from 'node:timers/promises'
import type { Db } from '../db/types.js'
import { type ChangedAlert, lastChangeNumber, listChangedAlerts, listDeletedAlerts } from './alert-store.js'
import { KeywordIndex } from './keyword-index.js'

const ALERTS_AT_ONCE = 1000

/**
 * The keywords of all active alerts. Every change of an alert has a number in the database; `catchUp` reads
 * the changes since the last call, whichever process made them.
 */
export class ActiveAlertIndex {
  readonly keywords = new KeywordIndex()
  /** The last change of each alert in the index. */
  private readonly changeNumbers = new Map<number, number>()
  private lastRead = 0

  /** The last change of an alert that the index contains; undefined if the index does not have the alert. */
  changeNumber(alertId: number): number | undefined {
    return this.changeNumbers.get(alertId)
  }

  async catchUp(db: Db): Promise<void> {
    const upTo = await lastChangeNumber(db)
    if (upTo === this.lastRead) return
    // Deletions first: a new alert may have the id of a deleted one.
    if (this.lastRead > 0) {
      for (const id of await listDeletedAlerts(db, { after: this.lastRead, upTo })) this.remove(id)
    }
    await this.readChanged(db)
    this.lastRead = upTo
  }

  /**
   * Reads changes after `upTo` as well: an alert that changes while this reads has only its latest number, and would
   * be missed. The next call reads such changes again.
   */
  private async readChanged(db: Db): Promise<void> {
    let after = { changeNumber: this.lastRead, id: Number.MAX_SAFE_INTEGER }
    for (;;) {
      const alerts = await listChangedAlerts(db, after, ALERTS_AT_ONCE)
      for (const alert of alerts) this.update(alert)
      const last = alerts.at(-1)
      if (!last || alerts.length < ALERTS_AT_ONCE) return
      // Loading a million keywords takes seconds; let other work on this thread run in between.
      await setImmediate()
      after = last
    }
  }

  private update({ id, keywords, isActive, changeNumber }: ChangedAlert): void {
    if (isActive) {
      this.keywords.set(id, keywords)
      this.changeNumbers.set(id, changeNumber)
    } else {
      this.remove(id)
    }
  }

  private remove(alertId: number): void {
    this.keywords.delete(alertId)
    this.changeNumbers.delete(alertId)
  }
}
