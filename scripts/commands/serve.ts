import type { Command } from 'commander'
import type { Middleware } from 'koa'
import { createApp } from '../../handlers/app.js'
import { listen } from '../../handlers/server.js'
import { listAccounts } from '../../lib/accounts/account-store.js'
import type { Config } from '../../lib/config.js'
import { connect } from '../../lib/db/open.js'
import { createServices, type Services } from '../../lib/services.js'
import { isStopAsked, stopSignal } from '../stop-signal.js'
import { CommandError, configOf, edgesOf, print } from './command.js'

/** How long a stop waits for work under way. */
const STOP_WITHIN_MS = 10_000
/** The part of that for requests. The rest is for closing the database properly. */
const FOR_REQUESTS = 0.9

/** Resolves when a signal says stop. Work that has not ended `withinMs` later is cut off, and the exit code is 1. */
async function stopAsked(withinMs = STOP_WITHIN_MS): Promise<void> {
  await stopSignal()
  setTimeout(() => process.exit(1), withinMs).unref()
}

/** The next steps after a fresh installation. */
async function firstSteps({ db }: Services): Promise<string[]> {
  if ((await listAccounts(db)).length > 0) return []
  return [
    'The database is empty. To begin:',
    '  overheard setup                     makes an account, a team, a user and a key, and follows feeds',
    'or step by step:',
    '  overheard account create --name "My newsroom" --plan pro',
    '  overheard team create --account ACCOUNT --name "Desk"',
    '  overheard key create --team TEAM --name "first key"',
    '  overheard feed add https://example.org/feed.xml',
  ]
}

/** Loads the jobs only now: they need much of the program, and the server should answer before. */
async function startJobs(services: Services): Promise<() => Promise<void>> {
  return (await import('../../lib/jobs/start.js')).startJobs(services)
}

/**
 * Uses a connection of this thread: nobody is served yet, and starting the writer thread would take longer.
 */
async function joinServers({ servers, db, config }: Services): Promise<void> {
  if (db.engine === 'postgres') return servers.join()
  const own = connect(config.database)
  try {
    await servers.join(own)
  } finally {
    await own.close()
  }
}

interface ServeOptions {
  jobs: boolean
  console: boolean
  /** Middleware that comes first. */
  before?: readonly Middleware[]
  stopWithinMs?: number
  /** How long a stop waits for requests: a part of `stopWithinMs`. */
  answerWithinMs?: number
  /** Called once the server listens. */
  announce(services: Services, url: string): Promise<void>
}

/** Serves until a signal stops it or the start fails; resolves when everything under way has ended. */
export async function serveUntilStopped(config: Config, options: ServeOptions): Promise<void> {
  const { stopWithinMs = STOP_WITHIN_MS, answerWithinMs = stopWithinMs * FOR_REQUESTS } = options
  const stop = stopAsked(stopWithinMs)
  const services = await createServices(config, edgesOf(config), { served: true })
  if (isStopAsked()) return services.close()
  const app = await createApp(services, undefined, options)
  await joinServers(services)
  const server = await listen(app, { ...config, ids: services.ids }).catch(async (error: Error) => {
    await services.close()
    throw new CommandError(`Cannot listen on ${config.host}:${config.port}: ${error.message}`)
  })
  const url = server.address
  if (!config.baseUrl) services.publicAddress.baseUrl = url
  let stopJobs = async () => {}
  try {
    await options.announce(services, url)
    services.db.warmUp()
    if (options.jobs && !isStopAsked()) stopJobs = await startJobs(services)
    await stop
  } finally {
    const [isAllAnswered] = await Promise.all([server.close(answerWithinMs), stopJobs()])
    await services.close()
    if (!isAllAnswered) process.exitCode = 1
  }
}

export function register(program: Command): void {
  program
    .command('serve')
    .description('run the HTTP server and the background jobs')
    .option('--no-jobs', 'run the HTTP server alone')
    .option('--no-console', 'without the web console')
    .action(async (options: Pick<ServeOptions, 'jobs' | 'console'>, command) => {
      await serveUntilStopped(configOf(), {
        ...options,
        async announce(services, url) {
          print(command, {
            json: { listening: url },
            text: [`Overheard listens on ${url}`, ...(await firstSteps(services))],
          })
        },
      })
    })

  program
    .command('worker')
    .description('run the background jobs alone')
    .action(async (_options, command) => {
      const config = configOf()
      const stop = stopAsked()
      const services = await createServices(config, edgesOf(config), { served: true })
      if (isStopAsked()) return services.close()
      const stopJobs = await startJobs(services)
      print(command, { json: {}, text: 'The background jobs are running.' })
      // Signal handlers alone do not keep a process alive.
      const alive = setInterval(() => undefined, 60_000)
      await stop
      clearInterval(alive)
      await stopJobs()
      await services.close()
    })
}
