import type { MatchDocument } from '../alerts/match.js'
import type { Db } from '../db/types.js'

/** A match that no digest contains yet. */
export interface FreshMatch {
  id: number
  alertId: number
  body: MatchDocument
  audioUrl: string
}

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

/** In the order in which they were recorded. */
export async function listFreshMatches(db: Db, accountId: number): Promise<FreshMatch[]> {
  const rows = await db.all<Omit<FreshMatch, 'body'> & { body: string }>(
    `SELECT m.id, m.alert_id AS "alertId", m.body, e.audio_url AS "audioUrl"
       FROM matches m JOIN teams t ON t.id = m.team_id JOIN episodes e ON e.id = m.episode_id
      WHERE m.digested_at IS NULL AND t.account_id = :accountId ORDER BY m.id`,
    { accountId },
  )
  return rows.map((row) => ({ ...row, body: JSON.parse(row.body) }))
}

/** Current recipients: members of the alert's team, of alerts that send mail. */
export function listDigestRecipients(db: Db, accountId: number): Promise<DigestRecipient[]> {
  return db.all<DigestRecipient>(
    `SELECT r.alert_id AS "alertId", u.id AS "userId", u.full_name AS name, u.email AS address
       FROM alerts a
       JOIN teams t ON t.id = a.team_id
       JOIN alert_recipients r ON r.alert_id = a.id
       JOIN users u ON u.id = r.user_id
       JOIN team_members tm ON tm.team_id = a.team_id AND tm.user_id = u.id
      WHERE t.account_id = :accountId AND a.email_enabled = 1
        AND EXISTS (SELECT 1 FROM matches m WHERE m.alert_id = a.id AND m.digested_at IS NULL)
      ORDER BY u.id, r.alert_id`,
    { accountId },
  )
}
