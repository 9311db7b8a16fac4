import type { Db } from '../db/types.js'
import { among, valueRows } from '../db/values.js'
import type { AlertPerson } from './alert.js'

/** Row ids of a team's members by their public ids. */
export async function listMemberIds(db: Db, teamId: number): Promise<Map<string, number>> {
  const rows = await db.all<{ id: number; uuid: string }>(
    `SELECT u.id, u.uuid FROM users u JOIN team_members m ON m.user_id = u.id
      WHERE m.team_id = :teamId`,
    { teamId },
  )
  return new Map(rows.map(({ id, uuid }) => [uuid, id]))
}

/** Replaces the recipients. The users must be members of the team. */
export async function replaceRecipients(db: Db, alertId: number, userIds: readonly number[]): Promise<void> {
  await db.run('DELETE FROM alert_recipients WHERE alert_id = :alertId', { alertId })
  const positions = userIds.map((userId, position) => [userId, position])
  const { sql, params } = valueRows(db, ['BIGINT', 'BIGINT'], positions)
  await db.run(
    `WITH recipients (user_id, position) AS (${sql})
     INSERT INTO alert_recipients (alert_id, user_id, position)
     SELECT CAST(:alertId AS BIGINT), user_id, position FROM recipients`,
    { ...params, alertId },
  )
}

/**
 * Recipients by the alert's uuid, in order; alerts without recipients are left out. Not by its row: on SQLite, another
 * team's new alert may get the row of one that was deleted since the caller read it.
 */
export async function listRecipients(
  db: Db,
  alertIds: readonly number[],
): Promise<Map<string, AlertPerson[]>> {
  const rows = await db.all<AlertPerson & { alertUuid: string }>(
    `SELECT a.uuid AS "alertUuid", u.uuid, u.full_name AS "fullName"
       FROM alert_recipients r JOIN alerts a ON a.id = r.alert_id JOIN users u ON u.id = r.user_id
      WHERE r.alert_id IN (${among(db, 'alertIds')}) ORDER BY r.alert_id, r.position`,
    { alertIds },
  )
  const recipients = new Map<string, AlertPerson[]>()
  for (const { alertUuid, ...person } of rows) {
    const people = recipients.get(alertUuid) ?? []
    people.push(person)
    recipients.set(alertUuid, people)
  }
  return recipients
}
