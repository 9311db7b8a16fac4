import type { PlanName } from '../config.js'
import type { Db } from '../db/types.js'
import { type Account, type AccountRow, accountOf } from './account.js'

const ACCOUNT_COLUMNS = 'id, uuid, name, plan, created_on, subscribed_on'

export interface NewAccount {
  uuid: string
  name: string
  plan: PlanName
  /** `YYYY-MM-DD` */
  createdOn: string
  subscribedOn: string | null
  now: number
}

export async function insertAccount(db: Db, account: NewAccount): Promise<Account> {
  const row = await db.get<AccountRow>(
    `INSERT INTO accounts (uuid, name, plan, created_on, subscribed_on, created_at)
     VALUES (:uuid, :name, :plan, :createdOn, :subscribedOn, :now) RETURNING ${ACCOUNT_COLUMNS}`,
    { ...account },
  )
  return accountOf(row!)
}

export interface AccountChange {
  name?: string
  plan?: PlanName
  subscribedOn?: string
}

/** Returns the updated account, or undefined when there is no account with this id. */
export async function updateAccount(
  db: Db,
  uuid: string,
  change: AccountChange,
): Promise<Account | undefined> {
  const row = await db.get<AccountRow>(
    `UPDATE accounts
        SET name = COALESCE(:name, name), plan = COALESCE(:plan, plan),
            subscribed_on = COALESCE(:subscribedOn, subscribed_on)
      WHERE uuid = :uuid RETURNING ${ACCOUNT_COLUMNS}`,
    {
      uuid,
      name: change.name ?? null,
      plan: change.plan ?? null,
      subscribedOn: change.subscribedOn ?? null,
    },
  )
  return row && accountOf(row)
}

export async function findAccount(db: Db, uuid: string): Promise<Account | undefined> {
  const row = await db.get<AccountRow>(`SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE uuid = :uuid`, { uuid })
  return row && accountOf(row)
}

export async function listAccounts(db: Db): Promise<Account[]> {
  return (await db.all<AccountRow>(`SELECT ${ACCOUNT_COLUMNS} FROM accounts ORDER BY id`)).map(accountOf)
}

export interface TeamListing {
  id: number
  uuid: string
  name: string
  accountId: number
  accountUuid: string
}

interface TeamListingRow {
  id: number
  uuid: string
  name: string
  account_id: number
  account_uuid: string
}

const teamListingOf = (row: TeamListingRow): TeamListing => ({
  id: row.id,
  uuid: row.uuid,
  name: row.name,
  accountId: row.account_id,
  accountUuid: row.account_uuid,
})

const TEAM_LISTING = `
  SELECT t.id, t.uuid, t.name, t.account_id, a.uuid AS account_uuid
    FROM teams t JOIN accounts a ON a.id = t.account_id`

export async function insertTeam(
  db: Db,
  team: { uuid: string; accountId: number; name: string; now: number },
): Promise<void> {
  await db.run(
    'INSERT INTO teams (uuid, account_id, name, created_at) VALUES (:uuid, :accountId, :name, :now)',
    { ...team },
  )
}

export async function findTeam(db: Db, uuid: string): Promise<TeamListing | undefined> {
  const row = await db.get<TeamListingRow>(`${TEAM_LISTING} WHERE t.uuid = :uuid`, { uuid })
  return row && teamListingOf(row)
}

export async function listTeams(db: Db, accountUuid: string | null): Promise<TeamListing[]> {
  const rows = await db.all<TeamListingRow>(
    `${TEAM_LISTING} WHERE a.uuid = COALESCE(:accountUuid, a.uuid) ORDER BY t.id`,
    { accountUuid },
  )
  return rows.map(teamListingOf)
}

export interface NewUser {
  uuid: string
  accountId: number
  fullName: string
  email: string
  isAdmin: boolean
  teamIds: readonly number[]
  now: number
}

export async function insertUser(db: Db, { teamIds, isAdmin, ...user }: NewUser): Promise<void> {
  const row = await db.get<{ id: number }>(
    `INSERT INTO users (uuid, account_id, full_name, email, is_admin, created_at)
     VALUES (:uuid, :accountId, :fullName, :email, :isAdmin, :now) RETURNING id`,
    { ...user, isAdmin: isAdmin ? 1 : 0 },
  )
  for (const teamId of new Set(teamIds)) {
    await db.run('INSERT INTO team_members (team_id, user_id) VALUES (:teamId, :userId)', {
      teamId,
      userId: row!.id,
    })
  }
}

/** Does nothing when the user is a member already. */
export async function addMember(db: Db, member: { teamId: number; userId: number }): Promise<void> {
  await db.run(
    'INSERT INTO team_members (team_id, user_id) VALUES (:teamId, :userId) ON CONFLICT DO NOTHING',
    member,
  )
}

export interface UserListing {
  id: number
  uuid: string
  fullName: string
  email: string
  isAdmin: boolean
  accountId: number
  accountUuid: string
  teamUuids: string[]
}

interface UserListingRow {
  id: number
  uuid: string
  full_name: string
  email: string
  is_admin: number
  account_id: number
  account_uuid: string
  team_uuid: string | null
}

export async function listUsers(db: Db): Promise<UserListing[]> {
  const rows = await db.all<UserListingRow>(
    `SELECT u.id, u.uuid, u.full_name, u.email, u.is_admin, u.account_id, a.uuid AS account_uuid, t.uuid AS team_uuid
       FROM users u
       JOIN accounts a ON a.id = u.account_id
       LEFT JOIN team_members m ON m.user_id = u.id
       LEFT JOIN teams t ON t.id = m.team_id
      ORDER BY u.id, t.id`,
  )
  const users = new Map<number, UserListing>()
  for (const row of rows) {
    const user = users.get(row.id) ?? {
      id: row.id,
      uuid: row.uuid,
      fullName: row.full_name,
      email: row.email,
      isAdmin: row.is_admin === 1,
      accountId: row.account_id,
      accountUuid: row.account_uuid,
      teamUuids: [],
    }
    if (row.team_uuid) user.teamUuids.push(row.team_uuid)
    users.set(row.id, user)
  }
  return [...users.values()]
}

export async function findUser(db: Db, uuid: string): Promise<{ id: number; accountId: number } | undefined> {
  const row = await db.get<{ id: number; account_id: number }>(
    'SELECT id, account_id FROM users WHERE uuid = :uuid',
    { uuid },
  )
  return row && { id: row.id, accountId: row.account_id }
}
