import { join } from 'node:path'
import { pino } from 'pino'
import { createApp } from '../../handlers/app.js'
import type { ConnectionLimits } from '../../handlers/draining-response.js'
import type { Handlers } from '../../handlers/operation.js'
import { type Listening, listen } from '../../handlers/server.js'
import { readConfig } from '../../lib/config.js'
import type { Database } from '../../lib/db/types.js'
import { systemIds } from '../../lib/ids.js'
import type { Logger } from '../../lib/logger.js'
import { createServices, type Edges, type Services } from '../../lib/services.js'
import { TestClock } from './clock.js'
import { makeDatabase, type TestDatabase } from './engine.js'

/** A Friday noon, in the middle of a minute, a month and a year. */
const START = '2026-11-20T12:00:20.000Z'

export interface AppOptions {
  /** Variables as an operator would set them. */
  environment?: Record<string, string>
  /** ISO 8601; `now` for apps that meet a clock which is not theirs. */
  startsAt?: string
  /** In place of the real ones. */
  handlers?: Handlers
  /** How outgoing requests find and trust their hosts. */
  network?: Edges['network']
  /** Shorter times and smaller sizes than a server has. */
  connections?: Partial<ConnectionLimits>
  lockTimeoutMs?: number
}

/** One line of the log. */
export type LogLine = Record<string, unknown>

/** A server with a database of its own, on a free port. */
export class TestApp {
  private constructor(
    readonly services: Services,
    readonly clock: TestClock,
    /** What was logged so far, from `warn` up. */
    readonly log: LogLine[],
    readonly url: string,
    private readonly place: TestDatabase,
    private readonly listening: Listening,
  ) {}

  static async start(options: AppOptions = {}): Promise<TestApp> {
    const { environment = {}, startsAt = START, handlers, network, connections, lockTimeoutMs } = options
    const place = await makeDatabase('test')
    const config = readConfig(
      {
        OVERHEARD_DATABASE: place.database,
        OVERHEARD_PORT: '0',
        // On PostgreSQL it would be below the working folder, which files of tests that run beside this one share.
        OVERHEARD_MODELS: join(place.folder, 'overheard-models'),
        ...environment,
      },
      place.folder,
    )
    const clock = new TestClock(startsAt === 'now' ? new Date().toISOString() : startsAt)
    const log: LogLine[] = []
    const services = await createServices(
      config,
      { clock, ids: systemIds, logger: loggerInto(log), network, lockTimeoutMs },
      { served: true },
    )
    const listening = await listen(await createApp(services, handlers), {
      host: config.host,
      port: config.port,
      ids: systemIds,
      limits: connections,
    })
    services.publicAddress.baseUrl = config.baseUrl ?? listening.address
    return new TestApp(services, clock, log, listening.address, place, listening)
  }

  get db(): Database {
    return this.services.db
  }

  /** For files of a test, gone when the app is closed. */
  get folder(): string {
    return this.place.folder
  }

  async close(): Promise<void> {
    await this.listening.close()
    await this.services.close()
    await this.place.remove()
  }
}

function loggerInto(lines: LogLine[]): Logger {
  return pino(
    { level: 'warn', base: undefined },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  )
}

let current: TestApp | undefined

/** The app of the tests that run now, for factories. */
export function currentApp(): TestApp {
  if (!current) throw new Error('no app is running: call useApp() in the describe block')
  return current
}

/** Starts an app before the tests of this `describe` and closes it after them. */
export function useApp(options: AppOptions = {}): void {
  let started: TestApp
  before(async () => {
    started = await TestApp.start(options)
    current = started
  })
  after(async () => {
    current = undefined
    await started?.close()
  })
}

/**
 * Whether the app answers `/healthz`. A server with short time limits cuts this request too if the process is blocked
 * for as long, so wait until it holds.
 */
export const isServing = (): Promise<boolean> =>
  fetch(`${currentApp().url}/healthz`).then(
    ({ status }) => status === 200,
    () => false,
  )
