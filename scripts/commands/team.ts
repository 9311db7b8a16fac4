import type { Command } from 'commander'
import type { Account } from '../../lib/accounts/account.js'
import {
  findAccount,
  findTeam,
  insertTeam,
  listTeams,
  type TeamListing,
} from '../../lib/accounts/account-store.js'
import type { Db } from '../../lib/db/types.js'
import { CommandError, clock, ids, name, print, table, withDatabase } from './command.js'

export const presentTeam = ({ uuid, name, accountUuid }: TeamListing) => ({
  id: uuid,
  name,
  account_id: accountUuid,
})

async function knownAccount(db: Db, uuid: string): Promise<Account> {
  const account = await findAccount(db, uuid.toLowerCase())
  if (!account) throw new CommandError(`There is no account ${uuid}.`)
  return account
}

export function register(program: Command): void {
  const team = program.command('team').description('teams, which own alerts and a webhook')

  team
    .command('create')
    .description('create a team')
    .requiredOption('--account <account>', 'the account that gets the team (id)')
    .requiredOption('--name <name>', 'its name', name)
    .action(async (options: { account: string; name: string }, command) => {
      const made = await withDatabase(async (db) => {
        const account = await knownAccount(db, options.account)
        const uuid = ids.uuid()
        await insertTeam(db, { uuid, accountId: account.id, name: options.name, now: clock.now() })
        return (await findTeam(db, uuid))!
      })
      print(command, { json: presentTeam(made), text: `Team ${made.uuid}: ${made.name}` })
    })

  team
    .command('list')
    .description('list teams')
    .option('--account <account>', 'only teams of this account (id)')
    .action(async (options: { account?: string }, command) => {
      const teams = await withDatabase(async (db) => {
        if (options.account !== undefined) await knownAccount(db, options.account)
        return listTeams(db, options.account?.toLowerCase() ?? null)
      })
      print(command, {
        json: { teams: teams.map(presentTeam) },
        text: table(
          ['id', 'name', 'account'],
          teams.map((one) => [one.uuid, one.name, one.accountUuid]),
        ),
      })
    })
}
