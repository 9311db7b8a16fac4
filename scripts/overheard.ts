#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { ConfigError } from '../lib/config.js'
import { CommandError } from './commands/command.js'
import { version } from './version.js'

const EXIT_FAILURE = 1
const EXIT_USAGE = 2
const EXIT_CONFIGURATION = 78

/** Each noun is a file of its own, loaded only when it is asked for or when help lists them all. */
const COMMANDS: Readonly<Record<string, () => Promise<{ register(program: Command): void }>>> = {
  serve: () => import('./commands/serve.js'),
  worker: () => import('./commands/serve.js'),
  setup: () => import('./commands/setup.js'),
  doctor: () => import('./commands/doctor.js'),
  account: () => import('./commands/account.js'),
  team: () => import('./commands/team.js'),
  user: () => import('./commands/user.js'),
  key: () => import('./commands/key.js'),
  feed: () => import('./commands/feed.js'),
  episode: () => import('./commands/episode.js'),
  alert: () => import('./commands/alert.js'),
  job: () => import('./commands/job.js'),
  demo: () => import('./commands/demo.js'),
  import: () => import('./commands/import.js'),
  spec: () => import('./commands/spec.js'),
  webhook: () => import('./commands/webhook.js'),
  backup: () => import('./commands/backup.js'),
  move: () => import('./commands/move.js'),
  database: () => import('./commands/database.js'),
  transcriber: () => import('./commands/transcriber.js'),
}

const DATABASE_HELP = `OVERHEARD_DATABASE names the database:
  /srv/overheard/overheard.db                     one SQLite file, made when missing
  postgres://user:password@db.example.org/name    PostgreSQL, for several servers and workers`

/** `--json`, `--help` and usage errors that exit with 2, for every command below. */
function harden(command: Command): void {
  command.exitOverride().configureOutput({ outputError: () => undefined })
  command.showHelpAfterError(false)
  command.option('--json', 'print one JSON document and nothing else')
  for (const child of command.commands) harden(child)
}

async function programFor(args: readonly string[]): Promise<Command> {
  const program = new Command('overheard')
  program.description('Hears what podcasts say: search transcripts, and be told when a keyword is spoken.')
  const asked = args.find((arg) => !arg.startsWith('-'))
  const loaders = asked !== undefined && COMMANDS[asked] ? [COMMANDS[asked]] : Object.values(COMMANDS)
  const modules = new Set(await Promise.all(loaders.map((load) => load())))
  for (const module of modules) module.register(program)
  program.version(version, '--version', 'print the version')
  program.addHelpText('after', `\n${DATABASE_HELP}`)
  harden(program)
  return program
}

/** One clear line on standard error, and the exit code that goes with it. */
function report(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    const shown = error.code === 'commander.help' ? 'A command is missing; --help lists them.' : error.message
    process.stderr.write(`${shown.replace(/^error: /, 'overheard: ')}\n`)
    return EXIT_USAGE
  }
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`overheard: ${message}\n`)
  if (error instanceof ConfigError) return EXIT_CONFIGURATION
  return error instanceof CommandError ? error.exitCode : EXIT_FAILURE
}

// Whoever reads may have seen enough (`| head`); a full disk is a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exitCode = report(error)
})
process.stderr.on('error', () => undefined)

try {
  const program = await programFor(process.argv.slice(2))
  await program.parseAsync()
} catch (error) {
  process.exitCode = report(error)
}
