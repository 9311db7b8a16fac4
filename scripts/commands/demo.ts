import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import {
  findTeam,
  insertAccount,
  insertTeam,
  insertUser,
  listAccounts,
} from '../../lib/accounts/admin-store.js'
import { hashOf, newApiKey, prefixOf } from '../../lib/accounts/api-key.js'
import { insertKey } from '../../lib/accounts/key-store.js'
import { utcDay } from '../../lib/clock.js'
import type { Config } from '../../lib/config.js'
import type { Db } from '../../lib/db/types.js'
import { Importer } from '../../lib/import/importer.js'
import { jobsOf } from '../../lib/jobs/registry.js'
import { createServices, type Services } from '../../lib/services.js'
import { IN_DATABASE } from '../../lib/transcripts/document-storage.js'
import { demoLines } from '../demo/demo-lines.js'
import { isStopAsked, stopSignal } from '../stop-signal.js'
import { CommandError, clock, configOf, edgesOf, ids, print } from './command.js'
import { serveUntilStopped } from './serve.js'

interface DemoTeam {
  accountUuid: string
  teamUuid: string
  key: string
}

async function makeTeam(db: Db): Promise<DemoTeam> {
  const now = clock.now()
  return db.transaction(async (db) => {
    const account = await insertAccount(db, {
      uuid: ids.uuid(),
      name: 'Demo account',
      plan: 'pro',
      createdOn: utcDay(now),
      subscribedOn: null,
      now,
    })
    const teamUuid = ids.uuid()
    await insertTeam(db, { uuid: teamUuid, accountId: account.id, name: 'Demo team', now })
    const team = (await findTeam(db, teamUuid))!
    await insertUser(db, {
      uuid: ids.uuid(),
      accountId: account.id,
      fullName: 'Demo Desk',
      email: 'desk@example.org',
      isAdmin: true,
      teamIds: [team.id],
      now,
    })
    const key = newApiKey(ids)
    await insertKey(db, {
      uuid: ids.uuid(),
      accountId: account.id,
      teamId: team.id,
      userId: null,
      name: 'demo',
      prefix: prefixOf(key),
      hash: hashOf(key),
      now,
    })
    return { accountUuid: account.uuid, teamUuid, key }
  })
}

async function importSamples(db: Db): Promise<void> {
  const importer = new Importer(db, { clock, ids, documents: IN_DATABASE })
  async function* stream() {
    for (const line of demoLines(clock.now())) yield Buffer.from(`${line}\n`)
  }
  await importer.run({ stream: stream(), folder: process.cwd() })
  const [fault] = importer.faults
  if (fault) throw new CommandError(`The sample material is faulty: ${fault.error}`)
}

/** Created before the samples are imported, so that their newest episodes are matched. */
async function makeAlert({ accounts, alerts }: Services, { key }: DemoTeam): Promise<void> {
  const caller = await accounts.authenticate(`Bearer ${key}`, '')
  await alerts.create(caller, caller.team!, {
    name: 'Heat pumps and night trains',
    keywords: ['heat pump', 'Wärmepumpe', 'night train'],
    question: '',
    useClassifier: false,
    emailEnabled: false,
    isActive: true,
    recipientUuids: [],
  })
}

async function fill(config: Config): Promise<DemoTeam> {
  const services = await createServices(config, edgesOf(config), { served: false })
  try {
    if ((await listAccounts(services.db)).length > 0) {
      throw new CommandError(`${config.database} is not empty; the demo needs a database of its own.`)
    }
    const team = await makeTeam(services.db)
    await makeAlert(services, team)
    await importSamples(services.db)
    const match = jobsOf(services).find(({ name }) => name === 'match')!
    await match.run(new AbortController().signal)
    return team
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
      const folder = options.database ? undefined : mkdtempSync(join(tmpdir(), 'overheard-demo-'))
      const database = folder ? join(folder, 'demo.db') : resolve(options.database!)
      const config = { ...configOf(), database, transcriptBucket: undefined }
      // Ignores a stop until the samples are imported completely.
      void stopSignal()
      try {
        const team = await fill(config)
        if (isStopAsked()) return
        await serveUntilStopped(config, {
          jobs: true,
          console: true,
          async announce(_services, url) {
            print(command, {
              json: { listening: url, key: team.key, team_id: team.teamUuid, account_id: team.accountUuid },
              text: [
                `Overheard listens on ${url} (API reference: ${url}/docs)`,
                `Key of the demo team: ${team.key}`,
                'Try:',
                `  ${tryLine(url, team.key)}`,
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
