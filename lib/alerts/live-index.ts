import { setImmediate } from 'node:timers/promises'
import type { Db } from '../db/types.js'
import { KeywordIndex } from './keyword-index.js'

const ALERTS_AT_ONCE = 1000

interface ChangedRow {
  id: number
  keywords: string
  is_active: number
  change_number: number
}

/**
 * The keywords of all active alerts. Every change of an alert has a number in the database; `catchUp` reads
 * the changes since the last call, whichever process made them.
 */
export class LiveIndex {
  readonly keywords = new KeywordIndex()
  private readonly numbers = new Map<number, number>()
  private seen = 0

  /**
   * The number of the change that the index has for an alert; undefined when the alert is not active here.
   */
  changeNumber(alertId: number): number | undefined {
    return this.numbers.get(alertId)
  }

  async catchUp(db: Db): Promise<void> {
    const clock = await db.get<{ number: number }>('SELECT number FROM alert_clock WHERE id = 1')
    const upTo = clock!.number
    if (upTo === this.seen) return
    // Deletions first: a new alert may have the id of a deleted one.
    await this.forgetDeleted(db, upTo)
    await this.readChanged(db, upTo)
    this.seen = upTo
  }

  private async forgetDeleted(db: Db, upTo: number): Promise<void> {
    if (this.seen === 0) return
    const deleted = await db.all<{ alert_id: number }>(
      'SELECT alert_id FROM deleted_alerts WHERE change_number > :seen AND change_number <= :upTo',
      { seen: this.seen, upTo },
    )
    for (const { alert_id } of deleted) this.forget(alert_id)
  }

  private async readChanged(db: Db, upTo: number): Promise<void> {
    let after = { number: this.seen, id: Number.MAX_SAFE_INTEGER }
    for (;;) {
      const rows = await db.all<ChangedRow>(
        `SELECT id, keywords, is_active, change_number FROM alerts
          WHERE (change_number > :number OR (change_number = :number AND id > :id)) AND change_number <= :upTo
          ORDER BY change_number, id LIMIT :limit`,
        { ...after, upTo, limit: ALERTS_AT_ONCE },
      )
      for (const row of rows) this.take(row)
      const last = rows.at(-1)
      if (!last || rows.length < ALERTS_AT_ONCE) return
      // Loading a million keywords takes seconds; let other work on this thread run in between.
      await setImmediate()
      after = { number: last.change_number, id: last.id }
    }
  }

  private take(row: ChangedRow): void {
    if (row.is_active === 1) {
      this.keywords.set(row.id, JSON.parse(row.keywords))
      this.numbers.set(row.id, row.change_number)
    } else {
      this.forget(row.id)
    }
  }

  private forget(alertId: number): void {
    this.keywords.delete(alertId)
    this.numbers.delete(alertId)
  }
}
