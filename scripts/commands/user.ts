import { type Command, InvalidArgumentError } from 'commander'
import { findTeam, insertUser, listUsers, type UserListing } from '../../lib/accounts/account-store.js'
import type { Db } from '../../lib/db/types.js'
import {
  CommandError,
  clock,
  getAccount,
  ids,
  name,
  print,
  repeatable,
  table,
  withDatabase,
} from './command.js'

export const presentUser = ({ uuid, fullName, email, isAdmin, accountUuid, teamUuids }: UserListing) => ({
  id: uuid,
  full_name: fullName,
  email,
  admin: isAdmin,
  account_id: accountUuid,
  team_ids: teamUuids,
})

export function email(value: string): string {
  const trimmed = value.trim()
  if (!/^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(trimmed))
    throw new InvalidArgumentError('It must be a mail address.')
  return trimmed
}

/** The teams by their ids, all of the account. */
async function teamsOf(db: Db, accountId: number, uuids: readonly string[]): Promise<number[]> {
  const teamIds: number[] = []
  for (const uuid of uuids) {
    const team = await findTeam(db, uuid.toLowerCase())
    if (team?.accountId !== accountId) throw new CommandError(`The account has no team ${uuid}.`)
    teamIds.push(team.id)
  }
  return teamIds
}

interface CreateOptions {
  account: string
  name: string
  email: string
  admin?: boolean
  team: string[]
}

export function register(program: Command): void {
  const user = program.command('user').description('people: members of teams and recipients of mail')

  user
    .command('create')
    .description('create a user who is a member of these teams')
    .requiredOption('--account <account>', "the account's id")
    .requiredOption('--name <name>', 'full name', name)
    .requiredOption('--email <address>', 'mail address; never shown through the API', email)
    .option('--admin', "receives the account's notices")
    .addOption(repeatable('--team <team>', "a team's id; may be given several times"))
    .action(async (options: CreateOptions, command) => {
      const made = await withDatabase((db) =>
        db.transaction(async (db) => {
          const { id: accountId } = await getAccount(db, options.account)
          return insertUser(db, {
            uuid: ids.uuid(),
            accountId,
            fullName: options.name,
            email: options.email,
            isAdmin: options.admin ?? false,
            teamIds: await teamsOf(db, accountId, options.team),
            now: clock.now(),
          })
        }),
      )
      print(command, { json: presentUser(made), text: `User ${made.uuid}: ${made.fullName} <${made.email}>` })
    })

  user
    .command('list')
    .description('list users')
    .action(async (_options, command) => {
      const users = await withDatabase((db) => listUsers(db))
      print(command, {
        json: { users: users.map(presentUser) },
        text: table(
          ['id', 'name', 'email', 'admin', 'teams'],
          users.map((one) => [
            one.uuid,
            one.fullName,
            one.email,
            one.isAdmin ? 'yes' : '',
            one.teamUuids.join(' '),
          ]),
        ),
      })
    })
}
