import type { Db } from '../db/types.js'
import type { Account, Caller } from './account.js'

type CallerRow = Account &
  Pick<Caller, 'keyId' | 'keyUuid' | 'keyName' | 'prefix' | 'userId'> & {
    teamId: number | null
    teamUuid: string
    teamName: string
  }

/** The caller of a key that is not revoked. Every request reads it, so that a revocation takes effect at once. */
export async function findCaller(db: Db, hash: string): Promise<Caller | undefined> {
  const row = await db.get<CallerRow>(
    `SELECT k.id AS "keyId", k.uuid AS "keyUuid", k.name AS "keyName", k.prefix, k.user_id AS "userId",
            t.id AS "teamId", t.uuid AS "teamUuid", t.name AS "teamName",
            a.id, a.uuid, a.name, a.plan, a.created_on AS "createdOn", a.subscribed_on AS "subscribedOn"
       FROM api_keys k
       JOIN accounts a ON a.id = k.account_id
       LEFT JOIN teams t ON t.id = k.team_id
      WHERE k.hash = :hash AND k.revoked_at IS NULL`,
    { hash },
  )
  if (!row) return undefined
  const { keyId, keyUuid, keyName, prefix, userId, teamId, teamUuid, teamName, ...account } = row
  return {
    keyId,
    keyUuid,
    keyName,
    prefix,
    scope: teamId === null ? 'account' : 'team',
    userId,
    account,
    team: teamId === null ? null : { id: teamId, uuid: teamUuid, name: teamName, accountId: account.id },
  }
}

interface NewKey {
  uuid: string
  accountId: number
  teamId: number | null
  userId: number | null
  name: string
  prefix: string
  hash: string
  now: number
}

export async function insertKey(db: Db, key: NewKey): Promise<void> {
  await db.run(
    `INSERT INTO api_keys (uuid, account_id, team_id, user_id, name, prefix, hash, created_at)
     VALUES (:uuid, :accountId, :teamId, :userId, :name, :prefix, :hash, :now)`,
    { ...key },
  )
}

export interface KeyRow {
  uuid: string
  name: string
  prefix: string
  account_uuid: string
  team_uuid: string | null
  user_uuid: string | null
  created_at: number
  revoked_at: number | null
}

export function listKeys(db: Db): Promise<KeyRow[]> {
  return db.all<KeyRow>(
    `SELECT k.uuid, k.name, k.prefix, a.uuid AS account_uuid, t.uuid AS team_uuid, u.uuid AS user_uuid,
            k.created_at, k.revoked_at
       FROM api_keys k
       JOIN accounts a ON a.id = k.account_id
       LEFT JOIN teams t ON t.id = k.team_id
       LEFT JOIN users u ON u.id = k.user_id
      ORDER BY k.id`,
  )
}

/** Returns when the key was revoked (now, or earlier); undefined when there is no such key. */
export async function revokeKey(db: Db, uuid: string, now: number): Promise<number | undefined> {
  const row = await db.get<{ revoked_at: number }>(
    'UPDATE api_keys SET revoked_at = COALESCE(revoked_at, :now) WHERE uuid = :uuid RETURNING revoked_at',
    { uuid, now },
  )
  return row?.revoked_at
}
