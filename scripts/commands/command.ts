import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Account } from '../../lib/accounts/account.js'
import { findAccount } from '../../lib/accounts/account-store.js'
import { dayStartAt, systemClock } from '../../lib/clock.js'
import { type Config, readConfig } from '../../lib/config.js'
import { openDatabase } from '../../lib/db/open.js'
import type { Database, Db } from '../../lib/db/types.js'
import { systemIds } from '../../lib/ids.js'
import { createLogger } from '../../lib/logger.js'
import { createSafeFetch } from '../../lib/safe-fetch.js'
import { createServices, type Edges, type Services } from '../../lib/services.js'
import { printable, printableJson } from '../../lib/text/control-characters.js'
import { type DocumentStorage, documentStorageOf } from '../../lib/transcripts/document-storage.js'
import { CommandError } from './command-error.js'

export { CommandError } from './command-error.js'

/** What a command prints: one JSON document with `--json`, else lines for a person. */
interface Output {
  json: unknown
  text: string | readonly string[]
}

export const clock = systemClock
export const ids = systemIds

export function configOf(): Config {
  return readConfig(process.env, process.cwd())
}

/** Prints the output; does not change the exit code. */
export function print(command: Command, { json, text }: Output): void {
  const wantsJson = command.optsWithGlobals<{ json?: boolean }>().json === true
  const lines = typeof text === 'string' ? [text] : text
  const shown = wantsJson ? [printableJson(json)] : lines.map(printable)
  process.stdout.write(shown.map((line) => `${line}\n`).join(''))
}

/** Runs `work` on the configured database and closes it afterwards. */
export async function withDatabase<T>(
  work: (db: Database, config: Config, documents: DocumentStorage) => Promise<T>,
): Promise<T> {
  const config = configOf()
  const db = await openDatabase(config.database)
  try {
    return await withDocuments(config, (documents) => work(db, config, documents))
  } finally {
    await db.close()
  }
}

/** Runs `work` with the configured storage of transcripts, and closes it afterwards. */
export async function withDocuments<T>(
  config: Config,
  work: (documents: DocumentStorage) => Promise<T>,
): Promise<T> {
  const safeFetch = createSafeFetch()
  try {
    return await work(documentStorageOf(config, () => safeFetch))
  } finally {
    await safeFetch.close()
  }
}

/** @throws CommandError if there is no account with this id */
export async function getAccount(db: Db, uuid: string): Promise<Account> {
  const account = await findAccount(db, uuid.toLowerCase())
  if (!account) throw new CommandError(`There is no account ${uuid}.`)
  return account
}

/** An option that may be given several times, as a list. */
export function repeatable(flags: string, description: string): Option {
  return new Option(flags, description)
    .default([] as string[], 'none')
    .argParser((value: string, before: string[]) => [...before, value])
}

/** For dates on the command line: `YYYY-MM-DD`. */
export function day(value: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(dayStartAt(value))) {
    throw new InvalidArgumentError('It must be a day such as 2026-11-21.')
  }
  return value
}

/** For names on the command line: trimmed, 1 to 200 characters. */
export function name(value: string): string {
  const trimmed = value.trim()
  if (trimmed === '' || trimmed.length > 200)
    throw new InvalidArgumentError('It must have 1 to 200 characters.')
  return trimmed
}

/** `1 line`, `2 lines`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A table for a person: columns as wide as their widest cell. */
export function table(header: readonly string[], rows: ReadonlyArray<readonly string[]>): string[] {
  const lines = [header, ...rows].map((cells) => cells.map((cell) => printable(cell).replaceAll('\n', ' ')))
  const widths = header.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

/** Runs `work` with all services of the program, on a database connection of its own. */
export async function withServices<T>(work: (services: Services) => Promise<T>): Promise<T> {
  const config = configOf()
  const services = await createServices(config, edgesOf(config), { served: false })
  try {
    return await work(services)
  } finally {
    await services.close()
  }
}

/** The real clock, ids and log of this process. */
export function edgesOf(config: Config): Edges {
  return { clock, ids, logger: createLogger(config.logLevel, process.stderr.isTTY) }
}
