import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import type { LeasedRow } from '../queue/failure.js'
import { type LeaseTimes, leaseRows } from '../queue/queue.js'
import { QUEUES } from '../queue/queues.js'

type MailKind = 'digest' | 'admin'

export interface NewMail {
  kind: MailKind
  address: string
  /** The recipient's name; '' for none. */
  name: string
  subject: string
  text: string
  html: string
}

export interface WaitingMail extends NewMail, LeasedRow {
  /** The part of the Message-ID before the @. Retries use the same. */
  messageId: string
}

/** Adds a mail to the outbox, due at once, in the caller's transaction. */
export async function insertMail(
  db: Db,
  { ids, ...mail }: NewMail & { now: number; ids: Ids },
): Promise<void> {
  await db.run(
    `INSERT INTO mails (message_id, kind, address, name, subject, text, html, created_at, due_at)
     VALUES (:messageId, :kind, :address, :name, :subject, :text, :html, :now, :now)`,
    { ...mail, messageId: ids.uuid() },
  )
}

export function leaseDueMails(db: Db, lease: LeaseTimes & { limit: number }): Promise<WaitingMail[]> {
  const columns =
    'id, message_id AS "messageId", kind, address, name, subject, text, html, created_at AS since, tries'
  return leaseRows<WaitingMail>(db, QUEUES.mail, lease, columns)
}

/** The mail server has accepted the mail. Drops the last error. */
export async function markMailSent(db: Db, id: number, now: number): Promise<void> {
  await db.run(
    `UPDATE mails SET sent_at = :now, due_at = NULL, leased_until = NULL, tries = tries + 1, text = '', html = '',
            error = ''
      WHERE id = :id`,
    { id, now },
  )
}

/** Gives a mail up without listing it: there is no mail server. */
export async function dropMail(db: Db, id: number, error: string): Promise<void> {
  await db.run('UPDATE mails SET due_at = NULL, leased_until = NULL, error = :error WHERE id = :id', {
    id,
    error,
  })
}

/** Makes mails that wait for a retry due now. */
export async function makeMailsDue(db: Db, now: number): Promise<void> {
  await db.run('UPDATE mails SET due_at = :now WHERE due_at > :now AND leased_until IS NULL', { now })
}

/** Removes up to `limit` mails that were sent, set aside or dropped. */
export function pruneMails(db: Db, before: number, limit: number): Promise<number> {
  return db.run(
    `DELETE FROM mails WHERE id IN
       (SELECT id FROM mails WHERE created_at < :before AND due_at IS NULL ORDER BY created_at LIMIT :limit)`,
    { before, limit },
  )
}

/** Adds a notice to every admin of an account to the outbox, in the caller's transaction. Emit `mail` after the commit. */
export async function queueAdminMail(
  db: Db,
  notice: { accountId: number; subject: string; text: string; html: string; now: number; ids: Ids },
): Promise<void> {
  const { accountId, ...mail } = notice
  const admins = await db.all<Pick<NewMail, 'name' | 'address'>>(
    `SELECT full_name AS name, email AS address FROM users
      WHERE account_id = :accountId AND is_admin = 1 ORDER BY id`,
    { accountId },
  )
  for (const admin of admins) await insertMail(db, { kind: 'admin', ...admin, ...mail })
}
