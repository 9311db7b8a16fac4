import type { Command } from 'commander'
import { insertTeam, listTeams, type TeamListing } from '../../lib/accounts/account-store.js'
import { clock, getAccount, ids, name, print, table, withDatabase } from './command.js'

export const presentTeam = ({ uuid, name, accountUuid }: TeamListing) => ({
  id: uuid,
  name,
  account_id: accountUuid,
})

export function register(program: Command): void {
  const team = program.command('team').description('teams, which own alerts and a webhook')

  team
    .command('create')
    .description('create a team')
    .requiredOption('--account <account>', 'the account that gets the team (id)')
    .requiredOption('--name <name>', 'its name', name)
    .action(async (options: { account: string; name: string }, command) => {
      const made = await withDatabase(async (db) => {
        const { id: accountId } = await getAccount(db, options.account)
        return insertTeam(db, { uuid: ids.uuid(), accountId, name: options.name, now: clock.now() })
      })
      print(command, { json: presentTeam(made), text: `Team ${made.uuid}: ${made.name}` })
    })

  team
    .command('list')
    .description('list teams')
    .option('--account <account>', 'only teams of this account (id)')
    .action(async (options: { account?: string }, command) => {
      const teams = await withDatabase(async (db) => {
        if (options.account !== undefined) await getAccount(db, options.account)
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
