import { findTeam, insertAccount, insertTeam, insertUser } from '../../lib/accounts/account-store.js'
import { hashKey, newApiKey, prefixOf } from '../../lib/accounts/api-key.js'
import { insertKey } from '../../lib/accounts/key-store.js'
import { utcDay } from '../../lib/clock.js'
import type { Db } from '../../lib/db/types.js'
import { systemIds } from '../../lib/ids.js'

/** A team with one member, of an account of its own on the pro plan. */
export interface Reader {
  /** The id of the account. */
  accountId: string
  /** The id of the member. */
  userId: string
  /** The value of the team's key. */
  key: string
}

/** In any database, and quicker than by commands. */
export async function aReader(db: Db): Promise<Reader> {
  const now = Date.now()
  const made = { name: 'Reader', plan: 'pro', createdOn: utcDay(now), subscribedOn: null, now } as const
  const account = await insertAccount(db, { ...made, uuid: systemIds.uuid() })
  const teamUuid = systemIds.uuid()
  await insertTeam(db, { uuid: teamUuid, accountId: account.id, name: 'Desk', now })
  const team = (await findTeam(db, teamUuid))!
  const userId = systemIds.uuid()
  await insertUser(db, {
    uuid: userId,
    accountId: account.id,
    fullName: 'Reader',
    email: `${userId}@example.org`,
    isAdmin: false,
    teamIds: [team.id],
    now,
  })
  const key = newApiKey(systemIds)
  const names = { name: 'key', prefix: prefixOf(key), hash: hashKey(key) }
  const place = { accountId: account.id, teamId: team.id, userId: null }
  await insertKey(db, { uuid: systemIds.uuid(), ...names, ...place, now })
  return { accountId: account.uuid, userId, key }
}
