import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { queueAdminMail } from '../mail/admin-mail.js'
import { escapeHtml } from '../mail/html.js'

/**
 * Mails the account's admins that a webhook was switched off because its receiver accepted nothing any more.
 */
export async function queueFailingNotice(
  db: Db,
  notice: { accountId: number; teamName: string; url: string; now: number; ids: Ids },
): Promise<void> {
  const { accountId, teamName, url, now, ids } = notice
  const lines = [
    `The webhook of the team ${teamName} was switched off: every attempt to deliver a match to ${url} failed, ` +
      'and nothing was accepted there in the meantime.',
    'New matches are still recorded and can be read through the alert, but they are not sent, also not later.',
    'Once the receiver works again, switch the webhook on: PATCH /api/v1/webhooks/{webhook_id} with {"is_active": true}.',
  ]
  await queueAdminMail(db, {
    accountId,
    subject: `Webhook switched off: ${teamName}`,
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n'),
    now,
    ids,
  })
}
