import type { Db } from '../db/types.js'
import { among } from '../db/values.js'

/** A recipient of an alert's mail. */
export interface DigestRecipient {
  alertId: number
  userId: number
  name: string
  address: string
}

/** Accounts with fresh matches. */
export async function listAccountsToDigest(db: Db): Promise<number[]> {
  const rows = await db.all<{ account_id: number }>(
    `SELECT DISTINCT t.account_id FROM matches m JOIN teams t ON t.id = m.team_id WHERE m.digested_at IS NULL`,
  )
  return rows.map(({ account_id }) => account_id)
}

/** Current recipients: members of the alert's team, of those of the alerts that send mail. */
export function listDigestRecipients(db: Db, alertIds: readonly number[]): Promise<DigestRecipient[]> {
  return db.all<DigestRecipient>(
    `SELECT r.alert_id AS "alertId", u.id AS "userId", u.full_name AS name, u.email AS address
       FROM alerts a
       JOIN alert_recipients r ON r.alert_id = a.id
       JOIN users u ON u.id = r.user_id
       JOIN team_members tm ON tm.team_id = a.team_id AND tm.user_id = u.id
      WHERE a.id IN (${among(db, 'alertIds')}) AND a.email_enabled = 1
      ORDER BY u.id, r.alert_id`,
    { alertIds },
  )
}
