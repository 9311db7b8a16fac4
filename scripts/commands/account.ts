import { type Command, Option } from 'commander'
import type { Account } from '../../lib/accounts/account.js'
import { insertAccount, listAccounts, updateAccount } from '../../lib/accounts/account-store.js'
import { pauseOverPlanLimit } from '../../lib/alerts/alerts.js'
import { utcDay } from '../../lib/clock.js'
import { PLAN_NAMES, type PlanName } from '../../lib/config.js'
import { Counters } from '../../lib/limits/counters.js'
import { Limits, type Usage } from '../../lib/limits/limits.js'
import { Servers } from '../../lib/limits/servers.js'
import { clock, day, getAccount, ids, name, print, table, withDatabase } from './command.js'

export const presentAccount = ({ uuid, name, plan, createdOn, subscribedOn }: Account) => ({
  id: uuid,
  name,
  plan,
  created_on: createdOn,
  subscribed_on: subscribedOn,
})

const planOption = () => new Option('--plan <plan>', 'what the account may use').choices([...PLAN_NAMES])

const usageLine = (what: string, { used, limit, reset }: Usage) =>
  `${what}: ${used} of ${limit}, until ${new Date(reset * 1000).toISOString()}`

export function register(program: Command): void {
  const account = program.command('account').description('accounts, with their plans and limits')

  account
    .command('create')
    .description('create an account')
    .requiredOption('--name <name>', 'its name', name)
    .addOption(planOption().default('free'))
    .option('--created-on <date>', 'the day it was created (default: today)', day)
    .option(
      '--subscribed-on <date>',
      'the day it subscribed to its plan; monthly limits reset on this day',
      day,
    )
    .action(
      async (
        options: { name: string; plan: PlanName; createdOn?: string; subscribedOn?: string },
        command,
      ) => {
        const now = clock.now()
        const made = await withDatabase((db) =>
          insertAccount(db, {
            uuid: ids.uuid(),
            name: options.name,
            plan: options.plan,
            createdOn: options.createdOn ?? utcDay(now),
            subscribedOn: options.subscribedOn ?? null,
            now,
          }),
        )
        print(command, {
          json: presentAccount(made),
          text: `Account ${made.uuid}: ${made.name}, ${made.plan} plan`,
        })
      },
    )

  account
    .command('update')
    .description('change an account; a smaller plan pauses the newest active alerts over its limit')
    .argument('<account>', 'its id')
    .option('--name <name>', 'a new name', name)
    .addOption(planOption())
    .option(
      '--subscribed-on <date>',
      'the day it subscribed to its plan; monthly limits reset on this day',
      day,
    )
    .action(
      async (given: string, options: { name?: string; plan?: PlanName; subscribedOn?: string }, command) => {
        const changed = await withDatabase((db, { planAlerts }) =>
          // Read committed: pauseOverPlanLimit waits for changes of alerts, and they for it.
          db.transaction(async (db) => {
            const { id, uuid } = await getAccount(db, given)
            const account = await updateAccount(db, uuid, options)
            if (options.plan) await pauseOverPlanLimit(db, id, planAlerts[account.plan], clock.now())
            return account
          }, 'read committed'),
        )
        print(command, {
          json: presentAccount(changed),
          text: `Account ${changed.uuid}: ${changed.name}, ${changed.plan} plan`,
        })
      },
    )

  account
    .command('list')
    .description('list accounts')
    .action(async (_options, command) => {
      const accounts = await withDatabase((db) => listAccounts(db))
      print(command, {
        json: { accounts: accounts.map(presentAccount) },
        text: table(
          ['id', 'name', 'plan', 'created', 'subscribed'],
          accounts.map((one) => [one.uuid, one.name, one.plan, one.createdOn, one.subscribedOn ?? '']),
        ),
      })
    })

  account
    .command('usage')
    .description("this month's requests and transcript downloads against the plan")
    .argument('<account>', 'its id')
    .action(async (uuid: string, _options, command) => {
      const { account, usage } = await withDatabase(async (db) => {
        const account = await getAccount(db, uuid)
        const counters = new Counters(db, new Servers(db, clock, ids))
        return { account, usage: await new Limits(counters, clock).usage(account) }
      })
      print(command, {
        json: {
          plan: account.plan,
          requests: usage.requests,
          transcript_downloads: usage.transcriptDownloads,
        },
        text: [
          `${account.name}, ${account.plan} plan`,
          usageLine('requests', usage.requests),
          usageLine('transcript downloads', usage.transcriptDownloads),
        ],
      })
    })
}
