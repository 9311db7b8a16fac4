import type { Db } from '../db/types.js'
import { type AccountRow, accountOf, type Caller } from './account.js'

interface CallerRow extends AccountRow {
  key_id: number
  key_uuid: string
  key_name: string
  prefix: string
  user_id: number | null
  team_id: number | null
  team_uuid: string | null
  team_name: string | null
}

/**
 * The caller of a key that is not revoked. Every request reads it, so that a revocation takes effect at once.
 */
export async function findCaller(db: Db, hash: string): Promise<Caller | undefined> {
  const row = await db.get<CallerRow>(
    `SELECT k.id AS key_id, k.uuid AS key_uuid, k.name AS key_name, k.prefix, k.user_id,
            t.id AS team_id, t.uuid AS team_uuid, t.name AS team_name,
            a.id, a.uuid, a.name, a.plan, a.created_on, a.subscribed_on
       FROM api_keys k
       JOIN accounts a ON a.id = k.account_id
       LEFT JOIN teams t ON t.id = k.team_id
      WHERE k.hash = :hash AND k.revoked_at IS NULL`,
    { hash },
  )
  if (!row) return undefined
  return {
    keyId: row.key_id,
    keyUuid: row.key_uuid,
    keyName: row.key_name,
    prefix: row.prefix,
    scope: row.team_id === null ? 'account' : 'team',
    userId: row.user_id,
    account: accountOf(row),
    team:
      row.team_id === null
        ? null
        : { id: row.team_id, uuid: row.team_uuid!, name: row.team_name!, accountId: row.id },
  }
}

export interface NewKey {
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
