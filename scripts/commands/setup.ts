import { type Command, InvalidArgumentError, Option } from 'commander'
import { PLAN_NAMES, type PlanName } from '../../lib/config.js'
import type { AddOutcome } from '../../lib/feeds/feeds.js'
import { Asker } from '../setup/ask.js'
import { type FirstTeam, makeFirstTeam, type Wishes } from '../setup/make-first-team.js'
import { presentAccount } from './account.js'
import { CommandError, name, print, repeatable, withServices } from './command.js'
import { distinct, presentFailure, presentFeed, readOpml, reportFailures } from './feed.js'
import { presentTeam } from './team.js'
import { email, presentUser } from './user.js'

interface Options {
  account?: string
  plan?: PlanName
  team?: string
  user?: string
  email?: string
  admin: boolean
  key?: string
  feed: string[]
  opml?: string
}

interface Plan extends Wishes {
  feeds: string[]
  opml: string | undefined
}

const KEY_NAME = 'first key'
/** As `account create` has it. */
const DEFAULT_PLAN = 'free'

/** Without a terminal, the flags must contain everything. */
function planOf(options: Options): Plan {
  const { account, team, user, email } = options
  const needed = { account, team, ...(user === undefined && email === undefined ? {} : { user, email }) }
  const missing = Object.entries(needed).filter(([, value]) => value === undefined)
  if (missing.length > 0) {
    const flags = missing.map(([flag]) => `--${flag}`).join(' and ')
    throw new CommandError(`Standard input is not a terminal to ask on: give ${flags}.`, 2)
  }
  return {
    account: account!,
    plan: options.plan ?? DEFAULT_PLAN,
    team: team!,
    user: user === undefined ? undefined : { name: user, email: email!, isAdmin: options.admin },
    key: options.key ?? KEY_NAME,
    feeds: options.feed,
    opml: options.opml,
  }
}

const asPlan = (value: string): PlanName => {
  if (PLAN_NAMES.includes(value as PlanName)) return value as PlanName
  throw new InvalidArgumentError(`It must be one of ${PLAN_NAMES.join(', ')}.`)
}

/** Asks for what the flags leave out. */
async function askForPlan(options: Options): Promise<Plan> {
  const asker = new Asker()
  try {
    const account = options.account ?? (await asker.ask('Name of the account', name, 'My newsroom'))!
    const plan =
      options.plan ?? ((await asker.ask(`Plan (${PLAN_NAMES.join(', ')})`, asPlan, DEFAULT_PLAN)) as PlanName)
    const team = options.team ?? (await asker.ask('Name of the team', name, 'Desk'))!
    const user = options.user ?? (await asker.ask('Your full name (empty: no user)', name))
    const address = options.email ?? (user && (await askForEmail(asker)))
    const key = options.key ?? (await asker.ask('Name of the key', name, KEY_NAME))!
    const hasFeeds = options.opml !== undefined || options.feed.length > 0
    const opml =
      options.opml ?? (hasFeeds ? undefined : await asker.ask('OPML file with feeds (empty: none)', String))
    const feed =
      hasFeeds || opml ? undefined : await asker.ask('Address of a feed to follow (empty: none)', String)
    return {
      account,
      plan,
      team,
      user: user && address ? { name: user, email: address, isAdmin: options.admin } : undefined,
      key,
      feeds: feed ? [feed] : options.feed,
      opml,
    }
  } finally {
    asker.close()
  }
}

async function askForEmail(asker: Asker): Promise<string> {
  for (;;) {
    const address = await asker.ask('Your mail address', email)
    if (address !== undefined) return address
  }
}

function report({ account, team, user, key }: FirstTeam, outcomes: readonly AddOutcome[]): string[] {
  const feeds = outcomes.flatMap((outcome) => ('feed' in outcome ? [`Feed: ${outcome.feed.title}`] : []))
  return [
    `Account: ${account.name}, ${account.plan} plan (${account.uuid})`,
    `Team: ${team.name} (${team.uuid})`,
    ...(user ? [`User: ${user.fullName} <${user.email}> (${user.uuid})`] : []),
    ...feeds,
    'Key, shown this once:',
    `  ${key.key}`,
    'Next: `overheard serve`, then for example',
    `  curl -H 'Authorization: Bearer ${key.key}' http://127.0.0.1:8080/api/v1/me`,
  ]
}

async function setUp(options: Options, command: Command): Promise<void> {
  const plan = process.stdin.isTTY ? await askForPlan(options) : planOf(options)
  const listed = plan.opml === undefined ? [] : (await readOpml(plan.opml)).map(({ feedUrl }) => feedUrl)
  const { made, outcomes } = await withServices(async ({ db, feeds }) => ({
    made: await makeFirstTeam(db, plan),
    outcomes: await feeds.add(distinct([...plan.feeds, ...listed])),
  }))
  const failures = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome] : []))
  reportFailures(failures)
  print(command, {
    json: {
      account: presentAccount(made.account),
      team: presentTeam(made.team),
      user: made.user && presentUser(made.user),
      key: made.key,
      feeds: outcomes.flatMap((outcome) => ('feed' in outcome ? [presentFeed(outcome.feed)] : [])),
      errors: failures.map(presentFailure),
    },
    text: report(made, outcomes),
  })
}

export function register(program: Command): void {
  program
    .command('setup')
    .description('the first account, team, user, key and feeds; asks on a terminal for what flags leave out')
    .option('--account <name>', 'name of the account', name)
    .addOption(
      new Option('--plan <plan>', `what the account may use (default: ${DEFAULT_PLAN})`).choices([
        ...PLAN_NAMES,
      ]),
    )
    .option('--team <name>', 'name of the team', name)
    .option('--user <name>', 'full name of a user, the author of alerts created with the key', name)
    .option('--email <address>', "the user's mail address", email)
    .option('--no-admin', "the user does not get the account's notices")
    .option('--key <name>', `name of the key (default: ${KEY_NAME})`, name)
    .addOption(repeatable('--feed <url>', 'a feed to follow; may be given several times'))
    .option('--opml <file>', 'an OPML file with feeds to follow')
    .action(setUp)
}
