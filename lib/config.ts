import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { type BucketSettings, readBucketSettings } from './bucket/settings.js'
import { isPostgres } from './db/is-postgres.js'
import { isNetwork } from './net/addresses.js'
import { tryUrl } from './net/try-url.js'

export const PLAN_NAMES = ['free', 'starter', 'pro'] as const
export type PlanName = (typeof PLAN_NAMES)[number]

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const TRANSCRIBERS = ['http', 'embedded', 'off'] as const

/** An OpenAI-compatible server. */
export interface ModelServer {
  url: string
  key: string | undefined
  model: string | undefined
}

export interface Config {
  /** Absolute path of the SQLite file, or a `postgres://` URL. */
  readonly database: string
  /** Where transcripts are stored; undefined: in the database. */
  readonly transcriptBucket: BucketSettings | undefined
  readonly host: string
  readonly port: number
  /** Without a trailing slash; undefined: derived from host and port once the server listens. */
  readonly baseUrl: string | undefined
  readonly allowedNetworks: readonly string[]
  readonly smtpUrl: string | undefined
  /** The sender of mails; a name for this machine when not set. */
  readonly mailFrom: string
  readonly transcriber: (typeof TRANSCRIBERS)[number] | undefined
  readonly transcriberServer: ModelServer | undefined
  /** Folder of the embedded recogniser; undefined: beside the database. */
  readonly modelsFolder: string | undefined
  readonly classifierServer: ModelServer | undefined
  readonly alertMatchesPerDay: number
  readonly planAlerts: Readonly<Record<PlanName, number>>
  readonly feedPollMinutes: number
  readonly trustProxy: boolean
  readonly metricsToken: string | undefined
  readonly logLevel: LogLevel
}

/** The public URL of the service; without OVERHEARD_BASE_URL it is known once the server listens. */
export interface PublicAddress {
  baseUrl: string
}

/** Where people reach the service, as far as the configuration tells. */
export const baseUrlOf = ({ baseUrl, host, port }: Pick<Config, 'baseUrl' | 'host' | 'port'>): string =>
  baseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Lists every fault of the environment. The command exits with code 78. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n  ${faults.join('\n  ')}`,
    )
    this.name = 'ConfigError'
  }
}

export const DEFAULT_MAIL_FROM = 'Overheard <overheard@localhost>'

type Environment = Readonly<Record<string, string | undefined>>

/** Reads variables one by one and collects their faults. */
class Reader {
  readonly faults: string[] = []
  readonly asked = new Set<string>()

  constructor(private readonly environment: Environment) {}

  text(name: string): string | undefined {
    this.asked.add(name)
    const value = this.environment[name]?.trim()
    return value === '' ? undefined : value
  }

  fault(name: string, what: string): void {
    this.faults.push(`${name} ${what}`)
  }

  number(name: string, fallback: number, valid: (value: number) => boolean, what: string): number {
    const text = this.text(name)
    if (text === undefined) return fallback
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    if (valid(value)) return value
    this.fault(name, `must be ${what}, not "${text}"`)
    return fallback
  }

  oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const text = this.text(name)
    if (text === undefined || allowed.includes(text as T)) return text as T | undefined
    this.fault(name, `must be one of ${allowed.join(', ')}, not "${text}"`)
    return undefined
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const url = tryUrl(text)
    if (url && protocols.includes(url.protocol) && url.hostname !== '') return text
    // The message leaves the value out: it may contain a password.
    this.fault(
      name,
      `must be a valid URL that starts with ${protocols.map((one) => `${one}//`).join(' or ')}`,
    )
    return undefined
  }

  server(name: string): ModelServer | undefined {
    const url = this.url(`${name}_URL`, ['http:', 'https:'])
    const [key, model] = [this.text(`${name}_KEY`), this.text(`${name}_MODEL`)]
    return url === undefined ? undefined : { url: url.replace(/\/+$/, ''), key, model }
  }
}

function readDatabase(reader: Reader, workingFolder: string): string {
  const text = reader.text('OVERHEARD_DATABASE') ?? 'overheard.db'
  if (isPostgres(text)) {
    return reader.url('OVERHEARD_DATABASE', ['postgres:', 'postgresql:']) ?? text
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text))
    reader.fault('OVERHEARD_DATABASE', 'must be a path or a postgres:// URL')
  return isAbsolute(text) ? text : resolve(workingFolder, text)
}

function readHost(reader: Reader): string {
  const text = reader.text('OVERHEARD_HOST') ?? '127.0.0.1'
  const isName = /^[^\s:/?#@[\]]+$/.test(text) && tryUrl(`http://${text}`) !== undefined
  if (!isIP(text) && !isName)
    reader.fault('OVERHEARD_HOST', `must be an IP address or a host name alone, not "${text}"`)
  return text
}

function readNetworks(reader: Reader): string[] {
  const text = reader.text('OVERHEARD_ALLOWED_NETWORKS')
  if (text === undefined) return []
  const networks = text
    .split(',')
    .map((network) => network.trim())
    .filter((network) => network !== '')
  for (const network of networks) {
    if (!isNetwork(network)) {
      reader.fault(
        'OVERHEARD_ALLOWED_NETWORKS',
        `must be CIDRs such as 127.0.0.0/8, which "${network}" is not`,
      )
    }
  }
  return networks
}

function readPlanAlerts(reader: Reader): Record<PlanName, number> {
  const plans: Record<PlanName, number> = { free: 3, starter: 25, pro: 100 }
  const text = reader.text('OVERHEARD_PLAN_ALERTS')
  for (const part of text?.split(',') ?? []) {
    const [, plan, count] = /^\s*(free|starter|pro)\s*=\s*(\d{1,9})\s*$/.exec(part) ?? []
    if (plan === undefined) {
      reader.fault('OVERHEARD_PLAN_ALERTS', `must have the form free=3,starter=25,pro=100, not "${text}"`)
      break
    }
    plans[plan as PlanName] = Number(count)
  }
  return plans
}

/** Reads the environment. Nothing else in the program does. @throws ConfigError listing every fault. */
export function readConfig(environment: Environment, workingFolder: string): Config {
  const reader = new Reader(environment)
  const config = readAll(reader, workingFolder)
  checkValues(config, reader)
  if (reader.faults.length > 0) throw new ConfigError(reader.faults)
  return Object.freeze(config)
}

/** Variables with our prefix that the program does not know: misspelt, or of another version. */
export function unknownVariables(environment: Environment): string[] {
  const reader = new Reader(environment)
  readAll(reader, '/')
  return Object.keys(environment).filter((name) => name.startsWith('OVERHEARD_') && !reader.asked.has(name))
}

const isPort = (port: number) => Number.isInteger(port) && port <= 65535
const isPositive = (count: number) => count > 0
const isPollInterval = (minutes: number) => minutes > 0 && minutes <= 1440

function readAll(reader: Reader, workingFolder: string): Config {
  return {
    database: readDatabase(reader, workingFolder),
    transcriptBucket: readBucketSettings(reader, 'OVERHEARD_TRANSCRIPTS'),
    host: readHost(reader),
    port: reader.number('OVERHEARD_PORT', 8080, isPort, 'a port from 0 to 65535'),
    baseUrl: reader.url('OVERHEARD_BASE_URL', ['http:', 'https:'])?.replace(/\/+$/, ''),
    allowedNetworks: readNetworks(reader),
    smtpUrl: reader.url('OVERHEARD_SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: reader.text('OVERHEARD_MAIL_FROM') ?? DEFAULT_MAIL_FROM,
    transcriber: reader.oneOf('OVERHEARD_TRANSCRIBER', TRANSCRIBERS),
    transcriberServer: reader.server('OVERHEARD_TRANSCRIBER'),
    modelsFolder: reader.text('OVERHEARD_MODELS'),
    classifierServer: reader.server('OVERHEARD_CLASSIFIER'),
    alertMatchesPerDay: reader.number(
      'OVERHEARD_ALERT_MATCHES_PER_DAY',
      50,
      isPositive,
      'a number above 0, in digits',
    ),
    planAlerts: readPlanAlerts(reader),
    feedPollMinutes: reader.number(
      'OVERHEARD_FEED_POLL_MINUTES',
      15,
      isPollInterval,
      'minutes, above 0 and at most 1440',
    ),
    trustProxy: reader.oneOf('OVERHEARD_TRUST_PROXY', ['1', '0', 'off']) === '1',
    metricsToken: reader.text('OVERHEARD_METRICS_TOKEN'),
    logLevel: reader.oneOf('OVERHEARD_LOG_LEVEL', LOG_LEVELS) ?? 'info',
  }
}

function checkValues({ transcriber, mailFrom }: Config, reader: Reader): void {
  if (transcriber === 'http' && !reader.text('OVERHEARD_TRANSCRIBER_URL')) {
    reader.fault('OVERHEARD_TRANSCRIBER', 'is http, but OVERHEARD_TRANSCRIBER_URL is not set')
  }
  if (!/[^\s@]@[^\s@]/.test(mailFrom)) {
    reader.fault('OVERHEARD_MAIL_FROM', `must be a mail address, not "${mailFrom}"`)
  }
}
