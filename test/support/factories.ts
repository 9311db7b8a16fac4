import type { Account } from '../../lib/accounts/account.js'
import { findTeam, insertAccount, insertTeam, insertUser } from '../../lib/accounts/account-store.js'
import { hashKey, newApiKey, prefixOf } from '../../lib/accounts/api-key.js'
import { insertKey } from '../../lib/accounts/key-store.js'
import { utcDay } from '../../lib/clock.js'
import type { PlanName } from '../../lib/config.js'
import { Api } from './api.js'
import { currentApp } from './app.js'

let counter = 0
/** A name that no other row has. */
export const aName = (what: string): string => `${what} ${++counter}`

export interface TestTeam {
  id: number
  uuid: string
  name: string
  account: Account
}

export interface TestUser {
  id: number
  uuid: string
  fullName: string
  email: string
}

export interface TestKey {
  uuid: string
  name: string
  prefix: string
  value: string
}

/** On the pro plan unless said otherwise: 120 requests a minute. */
export async function anAccount(
  given: { name?: string; plan?: PlanName; createdOn?: string; subscribedOn?: string | null } = {},
): Promise<Account> {
  const { db, clock, services } = currentApp()
  return insertAccount(db, {
    uuid: services.ids.uuid(),
    name: given.name ?? aName('Account'),
    plan: given.plan ?? 'pro',
    createdOn: given.createdOn ?? utcDay(clock.now()),
    subscribedOn: given.subscribedOn ?? null,
    now: clock.now(),
  })
}

export async function aTeam(given: { account?: Account; name?: string } = {}): Promise<TestTeam> {
  const { db, clock, services } = currentApp()
  const account = given.account ?? (await anAccount())
  const uuid = services.ids.uuid()
  await insertTeam(db, { uuid, accountId: account.id, name: given.name ?? aName('Team'), now: clock.now() })
  const team = await findTeam(db, uuid)
  return { id: team!.id, uuid, name: team!.name, account }
}

export async function aUser(
  given: { account?: Account; teams?: TestTeam[]; fullName?: string; email?: string; isAdmin?: boolean } = {},
): Promise<TestUser> {
  const { db, clock, services } = currentApp()
  const account = given.account ?? given.teams?.[0]?.account ?? (await anAccount())
  const uuid = services.ids.uuid()
  const fullName = given.fullName ?? aName('User')
  const email = given.email ?? `${uuid}@example.org`
  const isAdmin = given.isAdmin ?? false
  const teamIds = (given.teams ?? []).map((team) => team.id)
  await insertUser(db, { uuid, accountId: account.id, fullName, email, isAdmin, teamIds, now: clock.now() })
  const row = await db.get<{ id: number }>('SELECT id FROM users WHERE uuid = :uuid', { uuid })
  return { id: row!.id, uuid, fullName, email }
}

/** A key of a team, or of a whole account when `account` is given without a team. */
export async function aKey(
  given: { team?: TestTeam; account?: Account; user?: TestUser; name?: string } = {},
): Promise<TestKey> {
  const { db, clock, services } = currentApp()
  const team = given.team ?? (given.account ? undefined : await aTeam())
  const value = newApiKey(services.ids)
  const key = { uuid: services.ids.uuid(), name: given.name ?? aName('Key'), prefix: prefixOf(value) }
  await insertKey(db, {
    ...key,
    accountId: team?.account.id ?? given.account!.id,
    teamId: team?.id ?? null,
    userId: given.user?.id ?? null,
    hash: hashKey(value),
    now: clock.now(),
  })
  return { ...key, value }
}

/** A client that sends the key of a team, or of a whole account. */
export async function anApi(given: Parameters<typeof aKey>[0] = {}): Promise<Api> {
  return new Api(currentApp().url, (await aKey(given)).value)
}
