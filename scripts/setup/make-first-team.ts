import type { Account } from '../../lib/accounts/account.js'
import {
  addMember,
  insertAccount,
  insertTeam,
  insertUser,
  listAccounts,
  listTeams,
  listUsers,
  type TeamListing,
  type UserListing,
} from '../../lib/accounts/account-store.js'
import { utcDay } from '../../lib/clock.js'
import type { PlanName } from '../../lib/config.js'
import type { Db } from '../../lib/db/types.js'
import { clock, ids } from '../commands/command.js'
import { makeKey, type ShownKey } from '../commands/key.js'

export interface Wishes {
  account: string
  plan: PlanName
  team: string
  /** Undefined: no user; alerts made with the key have no author. */
  user: { name: string; email: string; isAdmin: boolean } | undefined
  key: string
}

export interface FirstTeam {
  account: Account
  team: TeamListing
  user: UserListing | null
  key: ShownKey
}

/** Reuses what already has the given name, so that a second run does no harm. The key is always new. */
export function makeFirstTeam(db: Db, wishes: Wishes): Promise<FirstTeam> {
  return db.transaction(async (db) => {
    const account = await accountNamed(db, wishes)
    const team = await teamNamed(db, account, wishes.team)
    const user = wishes.user ? await userWith(db, account, team, wishes.user) : null
    const reach = { accountId: account.id, teamId: team.id, userId: user?.id ?? null }
    return { account, team, user, key: await makeKey(db, { ...reach, name: wishes.key }) }
  })
}

async function accountNamed(db: Db, { account: name, plan }: Wishes): Promise<Account> {
  const known = (await listAccounts(db)).find((account) => account.name === name)
  const now = clock.now()
  const made = { uuid: ids.uuid(), name, plan, createdOn: utcDay(now), subscribedOn: null, now }
  return known ?? insertAccount(db, made)
}

async function teamNamed(db: Db, account: Account, name: string): Promise<TeamListing> {
  const known = (await listTeams(db, account.uuid)).find((team) => team.name === name)
  return known ?? insertTeam(db, { uuid: ids.uuid(), accountId: account.id, name, now: clock.now() })
}

async function userWith(
  db: Db,
  account: Account,
  team: TeamListing,
  { name, email, isAdmin }: NonNullable<Wishes['user']>,
): Promise<UserListing> {
  const find = async () =>
    (await listUsers(db)).find(
      (user) => user.accountId === account.id && user.email.toLowerCase() === email.toLowerCase(),
    )
  const known = await find()
  if (!known) {
    const made = { uuid: ids.uuid(), accountId: account.id, fullName: name, email, isAdmin, now: clock.now() }
    return insertUser(db, { ...made, teamIds: [team.id] })
  }
  await addMember(db, { teamId: team.id, userId: known.id })
  return (await find())!
}
