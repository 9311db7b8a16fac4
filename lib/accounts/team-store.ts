import type { Db } from '../db/types.js'
import type { Team } from './account.js'

export interface Member {
  id: number
  uuid: string
  fullName: string
}

interface TeamRow {
  id: number
  uuid: string
  name: string
  account_id: number
}

const teamOf = (row: TeamRow): Team => ({
  id: row.id,
  uuid: row.uuid,
  name: row.name,
  accountId: row.account_id,
})

export async function findTeamOfAccount(db: Db, accountId: number, uuid: string): Promise<Team | undefined> {
  const row = await db.get<TeamRow>(
    'SELECT id, uuid, name, account_id FROM teams WHERE uuid = :uuid AND account_id = :accountId',
    { uuid, accountId },
  )
  return row && teamOf(row)
}

/** Teams in order of creation, starting after `afterId`. */
export async function listTeamsOfAccount(
  db: Db,
  accountId: number,
  afterId: number,
  limit: number,
): Promise<Team[]> {
  const rows = await db.all<TeamRow>(
    `SELECT id, uuid, name, account_id FROM teams
      WHERE account_id = :accountId AND id > :afterId ORDER BY id LIMIT :limit`,
    { accountId, afterId, limit },
  )
  return rows.map(teamOf)
}

/** Members in order of creation, starting after `afterId`. */
export async function listMembers(db: Db, teamId: number, afterId: number, limit: number): Promise<Member[]> {
  const rows = await db.all<{ id: number; uuid: string; full_name: string }>(
    `SELECT u.id, u.uuid, u.full_name FROM team_members m JOIN users u ON u.id = m.user_id
      WHERE m.team_id = :teamId AND u.id > :afterId ORDER BY u.id LIMIT :limit`,
    { teamId, afterId, limit },
  )
  return rows.map((row) => ({ id: row.id, uuid: row.uuid, fullName: row.full_name }))
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
  { accountId, teamId }: { accountId: number; teamId: number | null },
): Promise<TeamState[]> {
  return db.all<TeamState>(
    `SELECT t.uuid, t.name,
            CASE WHEN w.id IS NULL THEN 'none' WHEN w.is_active = 1 THEN 'on'
                 WHEN w.disabled_reason = 'failing' THEN 'failing' ELSE 'off' END AS webhook
       FROM teams t LEFT JOIN webhooks w ON w.team_id = t.id
      WHERE t.account_id = :accountId ${teamId === null ? '' : 'AND t.id = :teamId'}
      ORDER BY t.id LIMIT ${TEAM_STATES_AT_MOST}`,
    teamId === null ? { accountId } : { accountId, teamId },
  )
}
