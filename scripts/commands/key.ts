import type { Command } from 'commander'
import { findTeam, findUser } from '../../lib/accounts/account-store.js'
import { hashKey, newApiKey, prefixOf } from '../../lib/accounts/api-key.js'
import { insertKey, type KeyRow, listKeys, revokeKey } from '../../lib/accounts/key-store.js'
import { createSignInLink, signInLinkOf } from '../../lib/accounts/sign-in-link-store.js'
import { isoInstant } from '../../lib/clock.js'
import { baseUrlOf } from '../../lib/config.js'
import type { Db } from '../../lib/db/types.js'
import { CommandError, clock, getAccount, ids, name, print, table, withDatabase } from './command.js'

const present = (key: KeyRow) => ({
  id: key.uuid,
  name: key.name,
  prefix: key.prefix,
  scope: key.team_uuid === null ? 'account' : 'team',
  account_id: key.account_uuid,
  team_id: key.team_uuid,
  user_id: key.user_uuid,
  created_at: isoInstant(key.created_at),
  revoked_at: isoInstant(key.revoked_at),
})

interface CreateOptions {
  name: string
  team?: string
  account?: string
  user?: string
  link?: boolean
}

/** What the key gives access to: one team, or every team of an account. */
async function reachOf(
  db: Db,
  options: CreateOptions,
): Promise<{ accountId: number; teamId: number | null }> {
  if ((options.team === undefined) === (options.account === undefined)) {
    throw new CommandError(
      'Give either --team or --account: a key reaches one team, or every team of an account.',
      2,
    )
  }
  if (options.team !== undefined) {
    const team = await findTeam(db, options.team.toLowerCase())
    if (!team) throw new CommandError(`There is no team ${options.team}.`)
    return { accountId: team.accountId, teamId: team.id }
  }
  return { accountId: (await getAccount(db, options.account!)).id, teamId: null }
}

async function authorOf(db: Db, accountId: number, uuid: string | undefined): Promise<number | null> {
  if (uuid === undefined) return null
  const user = await findUser(db, uuid.toLowerCase())
  if (user?.accountId !== accountId) throw new CommandError(`The account has no user ${uuid}.`)
  return user.id
}

/** A new key, with the value that is shown only once. */
export interface ShownKey {
  id: string
  name: string
  prefix: string
  scope: 'team' | 'account'
  key: string
}

/** Creates a key of a team, or of a whole account when `teamId` is null. */
export async function makeKey(
  db: Db,
  given: { accountId: number; teamId: number | null; userId: number | null; name: string },
): Promise<ShownKey> {
  const value = newApiKey(ids)
  const uuid = ids.uuid()
  const prefix = prefixOf(value)
  await insertKey(db, { ...given, uuid, prefix, hash: hashKey(value), now: clock.now() })
  return { id: uuid, name: given.name, prefix, scope: given.teamId === null ? 'account' : 'team', key: value }
}

export function register(program: Command): void {
  const key = program.command('key').description('API keys')

  key
    .command('create')
    .description('create a key and print its value, this once')
    .requiredOption('--name <name>', 'what it is for', name)
    .option('--team <team>', "a team's id: the key reaches this team")
    .option('--account <account>', "an account's id: the key reaches every team of it")
    .option('--user <user>', "a user's id: the author of alerts created with the key")
    .option('--link', 'print a sign-in link for the console instead: it works once, for ten minutes')
    .action(async (options: CreateOptions, command) => {
      const made = await withDatabase(async (db, config) => {
        const reach = await reachOf(db, options)
        const userId = await authorOf(db, reach.accountId, options.user)
        const { key, ...facts } = await makeKey(db, { ...reach, userId, name: options.name })
        if (!options.link) return { ...facts, key }
        const code = await createSignInLink(db, { key, ids, now: clock.now() })
        return { ...facts, link: signInLinkOf(baseUrlOf(config), code) }
      })
      const shown =
        'link' in made
          ? [`Sign-in link of key ${made.id} (${made.scope}): it works once, for ten minutes.`, made.link]
          : [`Key ${made.id} (${made.scope}), shown this once:`, made.key]
      print(command, { json: made, text: shown })
    })

  key
    .command('list')
    .description('list keys, without their values')
    .action(async (_options, command) => {
      const keys = (await withDatabase((db) => listKeys(db))).map(present)
      print(command, {
        json: { keys },
        text: table(
          ['id', 'name', 'prefix', 'scope', 'revoked'],
          keys.map((one) => [one.id, one.name, one.prefix, one.scope, one.revoked_at ?? '']),
        ),
      })
    })

  key
    .command('revoke')
    .description('revoke a key at once')
    .argument('<key>', 'its id')
    .action(async (uuid: string, _options, command) => {
      const revokedAt = await withDatabase((db) => revokeKey(db, uuid.toLowerCase(), clock.now()))
      if (revokedAt === undefined) throw new CommandError(`There is no key ${uuid}.`)
      print(command, {
        json: { id: uuid.toLowerCase(), revoked_at: isoInstant(revokedAt) },
        text: `Key ${uuid} is revoked.`,
      })
    })
}
