import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { listAccounts } from '../../lib/accounts/account-store.js'
import { createSignInLink, signInLinkOf } from '../../lib/accounts/sign-in-link-store.js'
import { DAY_MS } from '../../lib/clock.js'
import type { Config } from '../../lib/config.js'
import type { Db } from '../../lib/db/types.js'
import { Importer } from '../../lib/import/importer.js'
import { jobsOf } from '../../lib/jobs/jobs.js'
import { createServices, type Services } from '../../lib/services.js'
import { IN_DATABASE } from '../../lib/transcripts/document-storage.js'
import { DEMO_AUDIO_PATH, servesDemoAudio } from '../demo/demo-audio.js'
import { followFeeds, makeWebhook, nameAudio, setDeliveryResults } from '../demo/demo-history.js'
import { type DemoDay, demoDays } from '../demo/demo-lines.js'
import { type FirstTeam, makeFirstTeam } from '../setup/make-first-team.js'
import { isStopAsked, stopSignal } from '../stop-signal.js'
import { CommandError, clock, configOf, edgesOf, ids, print } from './command.js'
import { serveUntilStopped } from './serve.js'

const FIRST_TEAM = {
  account: 'Demo account',
  plan: 'pro',
  team: 'Demo team',
  user: { name: 'Demo Desk', email: 'desk@example.org', isAdmin: true },
  key: 'demo',
} as const

async function importDay(db: Db, { at, lines }: DemoDay): Promise<void> {
  const importer = new Importer(db, { clock: { now: () => at }, ids, documents: IN_DATABASE })
  async function* stream() {
    for (const line of lines) yield Buffer.from(`${line}\n`)
  }
  await importer.run({ stream: stream(), folder: process.cwd() })
  const [fault] = importer.faults
  if (fault) throw new CommandError(`The sample material is faulty: ${fault.error}`)
}

const ALERTS = [
  { name: 'Heat pumps and night trains', keywords: ['heat pump', 'Wärmepumpe', 'night train'] },
  { name: 'Warm homes', keywords: ['warm', 'window', 'energy', 'Wärme', 'calor', 'winter'] },
]

/** Created before the samples are imported, so that their episodes are matched. */
async function makeAlerts({ accounts, alerts }: Services, key: string): Promise<void> {
  const caller = await accounts.authenticate(`Bearer ${key}`, '')
  for (const alert of ALERTS) {
    await alerts.create(caller, caller.team!, {
      ...alert,
      question: '',
      useClassifier: false,
      emailEnabled: false,
      isActive: true,
      recipientUuids: [],
    })
  }
}

const HISTORY_DAYS = 65

/** Lets the service live through the last two months, so that there are matches and deliveries to look at. */
async function fill(config: Config): Promise<FirstTeam> {
  const now = clock.now()
  const past = { at: now - HISTORY_DAYS * DAY_MS }
  const services = await createServices(
    config,
    { ...edgesOf(config), clock: { now: () => past.at } },
    { served: false },
  )
  const { db } = services
  try {
    if ((await listAccounts(db)).length > 0) {
      throw new CommandError(`${config.database} is not empty; the demo needs a database of its own.`)
    }
    const made = await makeFirstTeam(db, FIRST_TEAM)
    await makeAlerts(services, made.key.key)
    const webhook = await makeWebhook(db, { teamId: made.team.id, ids, now: past.at })
    const match = jobsOf(services).find(({ name }) => name === 'match')!
    for (const day of demoDays(now)) {
      past.at = day.at
      await importDay(db, day)
      await match.run(new AbortController().signal)
    }
    await setDeliveryResults(db, webhook.id, now)
    await followFeeds(db, ids, now)
    return made
  } finally {
    await services.close()
  }
}

const tryLine = (url: string, key: string) =>
  `curl -H 'Authorization: Bearer ${key}' '${url}/api/v1/episodes/search?scope=transcript&q=%22heat+pump%22'`

export function register(program: Command): void {
  program
    .command('demo')
    .description('serve sample podcasts with an account, a team, a key and an alert')
    .option('--database <file>', 'an empty or new SQLite file (default: a temporary one)')
    .action(async (options: { database?: string }, command) => {
      if (/^[a-z][a-z0-9+.-]+:\/\//i.test(options.database ?? '')) {
        throw new CommandError(
          '--database must be the path of a new SQLite file; leave it out for a temporary one.',
          2,
        )
      }
      const folder = options.database ? undefined : mkdtempSync(join(tmpdir(), 'overheard-demo-'))
      const database = folder ? join(folder, 'demo.db') : resolve(options.database!)
      const config = { ...configOf(), database, transcriptBucket: undefined }
      // Ignores a stop until the samples are imported completely.
      void stopSignal()
      try {
        const { account, team, key } = await fill(config)
        if (isStopAsked()) return
        await serveUntilStopped(config, {
          jobs: true,
          console: true,
          before: [servesDemoAudio()],
          async announce({ db, publicAddress }, url) {
            await nameAudio(db, `${url}${DEMO_AUDIO_PATH}`)
            const code = await createSignInLink(db, { key: key.key, ids, now: clock.now() })
            print(command, {
              json: { listening: url, key: key.key, team_id: team.uuid, account_id: account.uuid },
              text: [
                `Overheard listens on ${url} (API reference: ${url}/docs)`,
                'Open the console, signed in (this link works once, for ten minutes):',
                `  ${signInLinkOf(publicAddress.baseUrl, code)}`,
                `Key of the demo team: ${key.key}`,
                'Try:',
                `  ${tryLine(url, key.key)}`,
                'Stop it with Ctrl-C.',
              ],
            })
          },
        })
      } finally {
        if (folder) rmSync(folder, { recursive: true, force: true })
      }
    })
}
