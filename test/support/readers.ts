import { findTeam, insertAccount, insertTeam } from '../../lib/accounts/admin-store.js'
import { hashOf, newApiKey, prefixOf } from '../../lib/accounts/api-key.js'
import { insertKey } from '../../lib/accounts/key-store.js'
import { utcDay } from '../../lib/clock.js'
import type { Db } from '../../lib/db/types.js'
import { systemIds } from '../../lib/ids.js'

/** The key of a team of an account of its own, on the pro plan, in any database; quicker than three commands. */
export async function aReaderKey(db: Db): Promise<string> {
  const now = Date.now()
  const made = { name: 'Reader', plan: 'pro', createdOn: utcDay(now), subscribedOn: null, now } as const
  const account = await insertAccount(db, { ...made, uuid: systemIds.uuid() })
  const uuid = systemIds.uuid()
  await insertTeam(db, { uuid, accountId: account.id, name: 'Desk', now })
  const team = (await findTeam(db, uuid))!
  const key = newApiKey(systemIds)
  const names = { name: 'key', prefix: prefixOf(key), hash: hashOf(key) }
  const place = { accountId: account.id, teamId: team.id, userId: null }
  await insertKey(db, { uuid: systemIds.uuid(), ...names, ...place, now })
  return key
}
