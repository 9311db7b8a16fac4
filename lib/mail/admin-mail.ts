import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { insertMail, listAdmins } from './outbox-store.js'

/**
 * Puts a notice to every admin of an account into the outbox, within the caller's transaction: it is sent if and only
 * if that commits. Emit `mail` afterwards.
 * @returns how many people it goes to
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
