import type { Db } from '../db/types.js'

/**
 * The number of the change that this transaction makes. Call it first: it serialises changes of alerts, so
 * that counting them against a plan's limit is exact. (A match that pauses its alert calls it late. If that
 * deadlocks with a change of the alert, the database rolls one of them back and it runs again.)
 */
export async function nextChangeNumber(db: Db): Promise<number> {
  const row = await db.get<{ number: number }>(
    'UPDATE alert_clock SET number = number + 1 WHERE id = 1 RETURNING number',
  )
  return row!.number
}

/** The number of the newest committed change. */
export async function lastChangeNumber(db: Db): Promise<number> {
  const row = await db.get<{ number: number }>('SELECT number FROM alert_clock WHERE id = 1')
  return row!.number
}

export interface ChangedAlert {
  id: number
  keywords: string[]
  isActive: boolean
  changeNumber: number
}

/** Alerts by the number of their last change, from after `after` to `upTo`. */
export async function listChangedAlerts(
  db: Db,
  range: { after: { changeNumber: number; id: number }; upTo: number; limit: number },
): Promise<ChangedAlert[]> {
  const { after, upTo, limit } = range
  const rows = await db.all<{ id: number; keywords: string; is_active: number; change_number: number }>(
    `SELECT id, keywords, is_active, change_number FROM alerts
      WHERE (change_number > :changeNumber OR (change_number = :changeNumber AND id > :id)) AND change_number <= :upTo
      ORDER BY change_number, id LIMIT :limit`,
    { ...after, upTo, limit },
  )
  return rows.map((row) => ({
    id: row.id,
    keywords: JSON.parse(row.keywords),
    isActive: row.is_active === 1,
    changeNumber: row.change_number,
  }))
}

export async function insertDeletedAlert(
  db: Db,
  alert: { id: number; changeNumber: number; now: number },
): Promise<void> {
  await db.run(
    'INSERT INTO deleted_alerts (change_number, alert_id, deleted_at) VALUES (:changeNumber, :id, :now)',
    alert,
  )
}

/** Ids of the alerts that were deleted by the changes after `after`, up to `upTo`. */
export async function listDeletedAlerts(db: Db, range: { after: number; upTo: number }): Promise<number[]> {
  const rows = await db.all<{ alert_id: number }>(
    'SELECT alert_id FROM deleted_alerts WHERE change_number > :after AND change_number <= :upTo',
    range,
  )
  return rows.map(({ alert_id }) => alert_id)
}

/** Removes the marks of deletions that every keyword index has read long ago. */
export async function pruneDeletedAlerts(db: Db, before: number): Promise<number> {
  const { changes } = await db.run('DELETE FROM deleted_alerts WHERE deleted_at < :before', { before })
  return changes
}
