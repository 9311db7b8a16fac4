import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { insertMail, listAdmins } from './outbox-store.js'

/**
 * Adds a notice to every admin of an account to the outbox, in the caller's transaction. Emit `mail` after
 * the commit. @returns the number of recipients
 */
export async function queueAdminMail(
  db: Db,
  notice: { accountId: number; subject: string; text: string; html: string; now: number; ids: Ids },
): Promise<number> {
  const { accountId, ...mail } = notice
  const admins = await listAdmins(db, accountId)
  for (const admin of admins) await insertMail(db, { kind: 'admin', ...admin, ...mail })
  return admins.length
}
