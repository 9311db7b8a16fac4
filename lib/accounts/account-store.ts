import type { PlanName } from '../config.js'
import type { Db } from '../db/types.js'
import type { Stored } from '../db/values.js'
import type { Account, Team } from './account.js'

const ACCOUNT_COLUMNS = 'id, uuid, name, plan, created_on AS "createdOn", subscribed_on AS "subscribedOn"'

interface NewAccount {
  uuid: string
  name: string
  plan: PlanName
  /** `YYYY-MM-DD` */
  createdOn: string
  subscribedOn: string | null
  now: number
}

export async function insertAccount(db: Db, account: NewAccount): Promise<Account> {
  const row = await db.get<Account>(
    `INSERT INTO accounts (uuid, name, plan, created_on, subscribed_on, created_at)
     VALUES (:uuid, :name, :plan, :createdOn, :subscribedOn, :now) RETURNING ${ACCOUNT_COLUMNS}`,
    { ...account },
  )
  return row!
}

interface AccountChange {
  name?: string
  plan?: PlanName
  subscribedOn?: string
}

/** Returns the updated account. It must exist. */
export async function updateAccount(db: Db, uuid: string, change: AccountChange): Promise<Account> {
  const row = await db.get<Account>(
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
  return row!
}

export function findAccount(db: Db, uuid: string): Promise<Account | undefined> {
  return db.get<Account>(`SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE uuid = :uuid`, { uuid })
}

export function listAccounts(db: Db): Promise<Account[]> {
  return db.all<Account>(`SELECT ${ACCOUNT_COLUMNS} FROM accounts ORDER BY id`)
}

export interface TeamListing extends Team {
  accountUuid: string
}

const TEAM_COLUMNS = 't.id, t.uuid, t.name, t.account_id AS "accountId"'
const TEAM_LISTING = `
  SELECT ${TEAM_COLUMNS}, a.uuid AS "accountUuid" FROM teams t JOIN accounts a ON a.id = t.account_id`

export async function insertTeam(
  db: Db,
  team: { uuid: string; accountId: number; name: string; now: number },
): Promise<TeamListing> {
  await db.run(
    'INSERT INTO teams (uuid, account_id, name, created_at) VALUES (:uuid, :accountId, :name, :now)',
    { ...team },
  )
  return (await findTeam(db, team.uuid))!
}

export function findTeam(db: Db, uuid: string): Promise<TeamListing | undefined> {
  return db.get<TeamListing>(`${TEAM_LISTING} WHERE t.uuid = :uuid`, { uuid })
}

export function listTeams(db: Db, accountUuid: string | null): Promise<TeamListing[]> {
  return db.all<TeamListing>(`${TEAM_LISTING} WHERE a.uuid = COALESCE(:accountUuid, a.uuid) ORDER BY t.id`, {
    accountUuid,
  })
}

export function findTeamOfAccount(db: Db, accountId: number, uuid: string): Promise<Team | undefined> {
  return db.get<Team>(
    `SELECT ${TEAM_COLUMNS} FROM teams t WHERE t.uuid = :uuid AND t.account_id = :accountId`,
    { uuid, accountId },
  )
}

/** Teams in order of creation, starting after `afterId`. */
export function listTeamsOfAccount(
  db: Db,
  accountId: number,
  afterId: number,
  limit: number,
): Promise<Team[]> {
  return db.all<Team>(
    `SELECT ${TEAM_COLUMNS} FROM teams t
      WHERE t.account_id = :accountId AND t.id > :afterId ORDER BY t.id LIMIT :limit`,
    { accountId, afterId, limit },
  )
}

/** A team as the console shows it. */
export interface TeamState {
  uuid: string
  name: string
  /** `failing`: switched off by the service. */
  webhook: 'none' | 'on' | 'off' | 'failing'
}

const TEAM_STATES_AT_MOST = 100

/** The first teams of an account by creation, or one of them alone. */
export async function listTeamStates(
  db: Db,
  account: { accountId: number; teamId: number | null },
): Promise<TeamState[]> {
  return db.all<TeamState>(
    `SELECT t.uuid, t.name,
            CASE WHEN w.id IS NULL THEN 'none' WHEN w.is_active = 1 THEN 'on'
                 WHEN w.disabled_reason = 'failing' THEN 'failing' ELSE 'off' END AS webhook
       FROM teams t LEFT JOIN webhooks w ON w.team_id = t.id
      WHERE t.account_id = :accountId AND t.id = COALESCE(CAST(:teamId AS BIGINT), t.id)
      ORDER BY t.id LIMIT ${TEAM_STATES_AT_MOST}`,
    account,
  )
}

interface NewUser {
  uuid: string
  accountId: number
  fullName: string
  email: string
  isAdmin: boolean
  teamIds: readonly number[]
  now: number
}

export async function insertUser(db: Db, { teamIds, ...user }: NewUser): Promise<UserListing> {
  const row = await db.get<{ id: number }>(
    `INSERT INTO users (uuid, account_id, full_name, email, is_admin, created_at)
     VALUES (:uuid, :accountId, :fullName, :email, :isAdmin, :now) RETURNING id`,
    user,
  )
  for (const teamId of teamIds) await addMember(db, { teamId, userId: row!.id })
  return (await listUsers(db)).find(({ id }) => id === row!.id)!
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

type UserListingRow = Stored<Omit<UserListing, 'teamUuids'>> & { teamUuid: string | null }

export async function listUsers(db: Db): Promise<UserListing[]> {
  const rows = await db.all<UserListingRow>(
    `SELECT u.id, u.uuid, u.full_name AS "fullName", u.email, u.is_admin AS "isAdmin",
            u.account_id AS "accountId", a.uuid AS "accountUuid", t.uuid AS "teamUuid"
       FROM users u
       JOIN accounts a ON a.id = u.account_id
       LEFT JOIN team_members m ON m.user_id = u.id
       LEFT JOIN teams t ON t.id = m.team_id
      ORDER BY u.id, t.id`,
  )
  const users = new Map<number, UserListing>()
  for (const { teamUuid, isAdmin, ...row } of rows) {
    const user = users.get(row.id) ?? { ...row, isAdmin: isAdmin === 1, teamUuids: [] }
    if (teamUuid) user.teamUuids.push(teamUuid)
    users.set(row.id, user)
  }
  return [...users.values()]
}

export function findUser(db: Db, uuid: string): Promise<{ id: number; accountId: number } | undefined> {
  return db.get('SELECT id, account_id AS "accountId" FROM users WHERE uuid = :uuid', { uuid })
}

export interface Member {
  id: number
  uuid: string
  fullName: string
}

/** Members in order of creation, starting after `afterId`. */
export function listMembers(db: Db, teamId: number, afterId: number, limit: number): Promise<Member[]> {
  return db.all<Member>(
    `SELECT u.id, u.uuid, u.full_name AS "fullName" FROM team_members m JOIN users u ON u.id = m.user_id
      WHERE m.team_id = :teamId AND u.id > :afterId ORDER BY u.id LIMIT :limit`,
    { teamId, afterId, limit },
  )
}
