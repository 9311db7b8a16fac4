import { countFitting } from '../db/in-batches.js'
import { lockSelected } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import { among, type Stored } from '../db/values.js'
import { AppError } from '../errors.js'
import type { Alert, AlertPerson, AlertValues, PausedReason } from './alert.js'
import { listRecipients } from './recipient-store.js'

type AlertRow = Stored<Omit<Alert, 'team' | 'createdBy' | 'recipients'>> & {
  teamId: number
  teamUuid: string
  teamName: string
  accountId: number
  authorUuid: string | null
  authorName: string
}

const ALERT = `
  SELECT a.id, a.uuid, a.team_id AS "teamId", t.uuid AS "teamUuid", t.name AS "teamName",
         t.account_id AS "accountId", u.uuid AS "authorUuid", u.full_name AS "authorName", a.name, a.keywords,
         a.question, a.use_classifier AS "useClassifier", a.email_enabled AS "emailEnabled",
         a.is_active AS "isActive", a.paused_at AS "pausedAt", a.paused_reason AS "pausedReason",
         a.created_at AS "createdAt", a.updated_at AS "updatedAt"
    FROM alerts a
    JOIN teams t ON t.id = a.team_id
    LEFT JOIN users u ON u.id = a.created_by`

interface NewAlert extends AlertValues {
  uuid: string
  teamId: number
  createdBy: number | null
  changeNumber: number
  now: number
}

/**
 * The number of the change that this transaction makes. A change of an alert takes its number first and then locks the
 * alert. A match that pauses its alert does it the other way round. If the two deadlock, `db.transaction` runs one of
 * them again.
 */
export async function nextChangeNumber(db: Db): Promise<number> {
  const row = await db.get<{ number: number }>(
    'UPDATE alert_clock SET number = number + 1 WHERE id = 1 RETURNING number',
  )
  return row!.number
}

/**
 * Changes alerts in a transaction. Read committed: taking the number first makes changes take turns, so that counting
 * alerts against a plan's limit is exact.
 */
export const changeAlerts = <T>(db: Db, change: (db: Db, changeNumber: number) => Promise<T>): Promise<T> =>
  db.transaction(async (db) => change(db, await nextChangeNumber(db)), 'read committed')

/** Returns the id of the new alert. */
export async function insertAlert(db: Db, alert: NewAlert): Promise<number> {
  const row = await db.get<{ id: number }>(
    `INSERT INTO alerts (uuid, team_id, created_by, name, keywords, question, use_classifier, email_enabled,
                         is_active, change_number, created_at, updated_at)
     VALUES (:uuid, :teamId, :createdBy, :name, :keywords, :question, :useClassifier, :emailEnabled,
             :isActive, :changeNumber, :now, :now) RETURNING id`,
    { ...alert },
  )
  return row!.id
}

interface AlertUpdate extends AlertValues {
  id: number
  pausedAt: number | null
  pausedReason: PausedReason | null
  /** Reset the day's count of matches. */
  startsAnew: boolean
  changeNumber: number
  now: number
}

/** `updated_at` grows with every change, even within one millisecond. */
export async function updateAlert(db: Db, alert: AlertUpdate): Promise<void> {
  await db.run(
    `UPDATE alerts
        SET name = :name, keywords = :keywords, question = :question, use_classifier = :useClassifier,
            email_enabled = :emailEnabled, is_active = :isActive, paused_at = :pausedAt,
            paused_reason = :pausedReason, change_number = :changeNumber,
            match_count = CASE WHEN :startsAnew = 1 THEN 0 ELSE match_count END,
            updated_at = CASE WHEN updated_at < :now THEN :now ELSE updated_at + 1 END
      WHERE id = :id`,
    { ...alert },
  )
}

/** Pauses an active alert. Its day's count is reset only when somebody activates it again. */
export async function pauseAlert(
  db: Db,
  alert: { id: number; reason: PausedReason; changeNumber: number; now: number },
): Promise<void> {
  await db.run(
    `UPDATE alerts
        SET is_active = 0, paused_at = :now, paused_reason = :reason, change_number = :changeNumber,
            updated_at = CASE WHEN updated_at < :now THEN :now ELSE updated_at + 1 END
      WHERE id = :id AND is_active = 1`,
    { ...alert },
  )
}

/** Deletes an alert with its matches and questions. @throws AppError `alert_not_found` */
export function deleteAlert(
  db: Db,
  { now, ...alert }: { uuid: string; teamId: number; now: number },
): Promise<void> {
  return changeAlerts(db, async (db, changeNumber) => {
    const row = await db.get<{ id: number }>(
      'DELETE FROM alerts WHERE uuid = :uuid AND team_id = :teamId RETURNING id',
      alert,
    )
    if (!row) throw new AppError('alert_not_found')
    await db.run(
      'INSERT INTO deleted_alerts (change_number, alert_id, deleted_at) VALUES (:changeNumber, :id, :now)',
      { id: row.id, changeNumber, now },
    )
  })
}

/** @throws AppError `alert_not_found` */
export async function getAlert(db: Db, teamId: number, uuid: string): Promise<Alert> {
  const row = await db.get<AlertRow>(`${ALERT} WHERE a.uuid = :uuid AND a.team_id = :teamId`, {
    uuid,
    teamId,
  })
  if (!row) throw new AppError('alert_not_found')
  const [alert] = await withRecipients(db, [row])
  return alert!
}

/** A page of very long alerts ends early, because responses wait in memory until they are read. */
const PAGE_CHARACTERS = 500_000
const CHARACTERS_PER_RECIPIENT = 150

/**
 * Newest first, starting after `beforeId`: at most `limit`, and no more than fit into a page.
 * @returns `last`: the id of the last one; null if no page follows
 */
export async function listAlerts(
  db: Db,
  { teamId, beforeId, limit }: { teamId: number; beforeId: number; limit: number },
): Promise<{ alerts: Alert[]; last: number | null }> {
  const sizes = await db.all<{ id: number; characters: number; recipients: number }>(
    `SELECT id, length(question) + length(keywords) AS characters,
            (SELECT count(*) FROM alert_recipients WHERE alert_id = alerts.id) AS recipients
       FROM alerts WHERE team_id = :teamId AND id < :beforeId ORDER BY id DESC LIMIT :limit`,
    { teamId, beforeId, limit: limit + 1 },
  )
  const fitting = countFitting(
    sizes.map(({ characters, recipients }) => characters + recipients * CHARACTERS_PER_RECIPIENT),
    PAGE_CHARACTERS,
  )
  const ids = sizes.slice(0, Math.min(limit, fitting)).map(({ id }) => id)
  // With the team again: on SQLite, another team's new alert may get the id of one that was deleted in between.
  const rows = await db.all<AlertRow>(
    `${ALERT} WHERE a.team_id = :teamId AND a.id IN (${among(db, 'ids')}) ORDER BY a.id DESC`,
    { teamId, ids },
  )
  return { alerts: await withRecipients(db, rows), last: ids.length < sizes.length ? ids.at(-1)! : null }
}

/** Alerts of all teams of an account, without `exceptId`: all of them, and the active ones. */
export async function countAlerts(
  db: Db,
  accountId: number,
  exceptId = 0,
): Promise<{ all: number; active: number }> {
  const row = await db.get<{ all: number; active: number }>(
    `SELECT count(*) AS "all", count(CASE WHEN a.is_active = 1 THEN 1 END) AS active
       FROM alerts a JOIN teams t ON t.id = a.team_id
      WHERE t.account_id = :accountId AND a.id <> :exceptId`,
    { accountId, exceptId },
  )
  return row!
}

/** Active alerts that need a classifier, of all accounts. */
export async function countClassifierAlerts(db: Db): Promise<number> {
  const row = await db.get<{ count: number }>(
    'SELECT count(*) AS count FROM alerts WHERE use_classifier = 1 AND is_active = 1',
  )
  return row!.count
}

/** Keywords of active alerts, at most `limit`: hints for a recogniser. */
export async function listActiveKeywords(db: Db, limit: number): Promise<string[]> {
  const rows = await db.all<{ keywords: string }>(
    'SELECT keywords FROM alerts WHERE is_active = 1 ORDER BY updated_at DESC LIMIT :limit',
    { limit },
  )
  const keywords = rows.flatMap((row) => JSON.parse(row.keywords) as string[])
  return [...new Set(keywords)].slice(0, limit)
}

/** Ids of an account's newest active alerts beyond `limit`. */
export async function listActiveAlertsOver(db: Db, accountId: number, limit: number): Promise<number[]> {
  const rows = await db.all<{ id: number }>(
    `SELECT a.id FROM alerts a JOIN teams t ON t.id = a.team_id
      WHERE t.account_id = :accountId AND a.is_active = 1 ORDER BY a.id`,
    { accountId },
  )
  return rows.slice(limit).map(({ id }) => id)
}

async function withRecipients(db: Db, rows: AlertRow[]): Promise<Alert[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const recipients = await listRecipients(db, ids)
  return rows.map((row) => alertOf(row, recipients.get(row.uuid) ?? []))
}

function alertOf(row: AlertRow, recipients: AlertPerson[]): Alert {
  const { teamId, teamUuid, teamName, accountId, authorUuid, authorName, ...columns } = row
  return {
    ...columns,
    team: { id: teamId, uuid: teamUuid, name: teamName, accountId },
    createdBy: authorUuid === null ? null : { uuid: authorUuid, fullName: authorName },
    keywords: JSON.parse(row.keywords),
    useClassifier: row.useClassifier === 1,
    emailEnabled: row.emailEnabled === 1,
    isActive: row.isActive === 1,
    recipients,
  }
}

type AlertQuestion = Pick<Alert, 'question' | 'useClassifier' | 'isActive'>

/** An alert's present question, which may have changed since the row of a question was written. */
export async function findAlertQuestion(db: Db, id: number): Promise<AlertQuestion | undefined> {
  const row = await db.get<Stored<AlertQuestion>>(
    'SELECT question, use_classifier AS "useClassifier", is_active AS "isActive" FROM alerts WHERE id = :id',
    { id },
  )
  return row && { ...row, useClassifier: row.useClassifier === 1, isActive: row.isActive === 1 }
}

/** An active alert, locked until the end of the transaction that records its matches. */
export interface LockedAlert {
  id: number
  uuid: string
  teamId: number
  name: string
  keywords: string[]
  useClassifier: boolean
  changeNumber: number
}

/** Locks those of the alerts that are active now until the transaction ends. */
export async function lockActiveAlerts(db: Db, ids: readonly number[]): Promise<LockedAlert[]> {
  const rows = await db.all<Stored<LockedAlert>>(
    `SELECT id, uuid, team_id AS "teamId", name, keywords, use_classifier AS "useClassifier",
            change_number AS "changeNumber"
       FROM alerts WHERE id IN (${among(db, 'ids')}) AND is_active = 1 ORDER BY id ${lockSelected(db)}`,
    { ids },
  )
  return rows.map((row) => ({
    ...row,
    keywords: JSON.parse(row.keywords),
    useClassifier: row.useClassifier === 1,
  }))
}

/**
 * Counts a match for the alert's day, which starts at `day`. Returns false, and counts nothing, if the day
 * already has `matchesPerDay`.
 */
export async function countMatchWithinLimit(
  db: Db,
  match: { alertId: number; day: number; matchesPerDay: number },
): Promise<boolean> {
  const changes = await db.run(
    `UPDATE alerts SET match_count = CASE WHEN match_day = :day THEN match_count + 1 ELSE 1 END, match_day = :day
      WHERE id = :alertId AND CASE WHEN match_day = :day THEN match_count + 1 ELSE 1 END <= :matchesPerDay`,
    match,
  )
  return changes > 0
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

/** Alerts by the number of their last change, starting after `after`. */
export async function listChangedAlerts(
  db: Db,
  after: { changeNumber: number; id: number },
  limit: number,
): Promise<ChangedAlert[]> {
  const rows = await db.all<Stored<ChangedAlert>>(
    `SELECT id, keywords, is_active AS "isActive", change_number AS "changeNumber" FROM alerts
      WHERE change_number > :changeNumber OR (change_number = :changeNumber AND id > :id)
      ORDER BY change_number, id LIMIT :limit`,
    { ...after, limit },
  )
  return rows.map((row) => ({ ...row, keywords: JSON.parse(row.keywords), isActive: row.isActive === 1 }))
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
export function pruneDeletedAlerts(db: Db, before: number): Promise<number> {
  return db.run('DELETE FROM deleted_alerts WHERE deleted_at < :before', { before })
}
