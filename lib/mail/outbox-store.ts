import { skipLocked } from '../db/skip-locked.js'
import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'

export type MailKind = 'digest' | 'admin'

export interface NewMail {
  kind: MailKind
  address: string
  /** Of the person; '' for none. */
  name: string
  subject: string
  text: string
  html: string
}

export interface WaitingMail extends NewMail {
  id: number
  /** Left of the @ in the Message-ID, the same at every try. */
  messageId: string
  createdAt: number
  tries: number
}

interface MailRow {
  id: number
  message_id: string
  kind: string
  address: string
  name: string
  subject: string
  text: string
  html: string
  created_at: number
  tries: number
}

/** Puts a mail into the outbox, due at once; part of the caller's transaction. */
export async function insertMail(db: Db, mail: NewMail & { now: number; ids: Ids }): Promise<void> {
  await db.run(
    `INSERT INTO mails (message_id, kind, address, name, subject, text, html, created_at, due_at)
     VALUES (:messageId, :kind, :address, :name, :subject, :text, :html, :now, :now)`,
    {
      messageId: mail.ids.uuid(),
      kind: mail.kind,
      address: mail.address,
      name: mail.name,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      now: mail.now,
    },
  )
}

/** Leases up to `limit` due mails, longest due first; a lease that runs out makes them due again. */
export async function leaseDueMails(
  db: Db,
  lease: { now: number; until: number; limit: number },
): Promise<WaitingMail[]> {
  const rows = await db.all<MailRow>(
    `UPDATE mails SET leased_until = :until
      WHERE id IN (SELECT id FROM mails
                    WHERE due_at <= :now AND COALESCE(leased_until, 0) <= :now
                    ORDER BY due_at LIMIT :limit ${skipLocked(db)})
     RETURNING id, message_id, kind, address, name, subject, text, html, created_at, tries`,
    lease,
  )
  return rows.map((row) => ({
    id: row.id,
    messageId: row.message_id,
    kind: row.kind as MailKind,
    address: row.address,
    name: row.name,
    subject: row.subject,
    text: row.text,
    html: row.html,
    createdAt: row.created_at,
    tries: row.tries,
  }))
}

/** The mail server took it. What it said is not needed any more. */
export async function markMailSent(db: Db, id: number, now: number): Promise<void> {
  await db.run(
    `UPDATE mails SET sent_at = :now, due_at = NULL, leased_until = NULL, tries = tries + 1, text = '', html = '',
            last_error = ''
      WHERE id = :id`,
    { id, now },
  )
}

/** Tries again at `dueAt`; null gives the mail up. */
export async function markMailFailed(
  db: Db,
  mail: { id: number; dueAt: number | null; error: string },
): Promise<void> {
  await db.run(
    `UPDATE mails SET due_at = :dueAt, leased_until = NULL, tries = tries + 1, last_error = :error WHERE id = :id`,
    mail,
  )
}

/** Ends the pauses of mails that wait for another try. */
export async function hastenMails(db: Db, now: number): Promise<void> {
  await db.run('UPDATE mails SET due_at = :now WHERE due_at > :now', { now })
}

export async function releaseMail(db: Db, id: number): Promise<void> {
  await db.run('UPDATE mails SET leased_until = NULL WHERE id = :id', { id })
}

const PRUNED_AT_ONCE = 500

/** Removes mails that were sent or given up, in batches that let others write in between. */
export async function pruneMails(db: Db, before: number): Promise<number> {
  let pruned = 0
  for (;;) {
    const { changes } = await db.run(
      `DELETE FROM mails WHERE id IN
         (SELECT id FROM mails WHERE created_at < :before AND due_at IS NULL ORDER BY created_at LIMIT :limit)`,
      { before, limit: PRUNED_AT_ONCE },
    )
    pruned += changes
    if (changes < PRUNED_AT_ONCE) return pruned
  }
}

export interface Addressee {
  name: string
  address: string
}

/** The people of an account who get its notices. */
export async function listAdmins(db: Db, accountId: number): Promise<Addressee[]> {
  return db.all<Addressee>(
    `SELECT full_name AS name, email AS address FROM users
      WHERE account_id = :accountId AND is_admin = 1 ORDER BY id`,
    { accountId },
  )
}
