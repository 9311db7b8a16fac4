import { Command, CommanderError } from 'commander'
import { ConfigError } from '../lib/config.js'
import { messageOf } from '../lib/errors.js'
import { CommandError } from './commands/command-error.js'
import { printError } from './commands/terminal.js'
import { version } from './version.js'

const EXIT_FAILURE = 1
const EXIT_USAGE = 2
const EXIT_CONFIGURATION = 78

/** Each noun is one file, loaded only when it is called or when help lists all. */
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

const HELP = new Set(['-h', '--help'])

const DATABASE_HELP = `OVERHEARD_DATABASE names the database:
  /srv/overheard/overheard.db                     one SQLite file, made when missing
  postgres://user:password@db.example.org/name    PostgreSQL, for several servers and workers`

/** Gives every command below `--json`, `--help`, and exit code 2 for usage errors. */
function harden(command: Command): void {
  command.exitOverride().configureOutput({ outputError: () => undefined })
  command.showHelpAfterError(false)
  command.option('--json', 'print one JSON document and nothing else')
  for (const child of command.commands) harden(child)
}

/** Refuses an unknown command without loading the known ones. */
function refuseUnknown(program: Command): void {
  for (const name of Object.keys(COMMANDS)) program.command(name)
}

async function programFor(args: readonly string[], asked: string | undefined): Promise<Command> {
  const program = new Command('overheard')
  program.description('Follows podcasts, searches what they say, and sends alerts when a keyword is spoken.')
  const load = asked !== undefined && Object.hasOwn(COMMANDS, asked) ? COMMANDS[asked] : undefined
  const wantsHelp = asked === undefined || asked === 'help' || args.some((arg) => HELP.has(arg))
  if (!load && !wantsHelp) refuseUnknown(program)
  else {
    const loaders = load ? [load] : Object.values(COMMANDS)
    const modules = new Set(await Promise.all(loaders.map((load) => load())))
    for (const module of modules) module.register(program)
  }
  program.version(version, '--version', 'print the version')
  program.addHelpText('after', `\n${DATABASE_HELP}`)
  harden(program)
  return program
}

/** Prints one clear line on standard error; returns the exit code. */
function report(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    const shown = error.code === 'commander.help' ? 'A command is missing; --help lists them.' : error.message
    printError(shown.replace(/^error: /, '').replaceAll('\n', ' '))
    return EXIT_USAGE
  }
  printError(messageOf(error))
  if (error instanceof ConfigError) return EXIT_CONFIGURATION
  return error instanceof CommandError ? error.exitCode : EXIT_FAILURE
}

/** Runs the command that `args` name and sets the exit code. `asked` is the word that names it. */
export async function run(args: readonly string[], asked: string | undefined): Promise<void> {
  try {
    const program = await programFor(args, asked)
    await program.parseAsync()
  } catch (error) {
    process.exitCode = report(error)
  }
}
