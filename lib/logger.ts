import { createRequire } from 'node:module'
import { type Logger as PinoLogger, pino } from 'pino'
import type { prettyFactory } from 'pino-pretty'
import type { LogLevel } from './config.js'
import { maskSecrets } from './log-secrets.js'
import { printable } from './text/control-characters.js'

export type Logger = PinoLogger

/** Characters that may wait for a slow reader of the log. Further lines are dropped. */
const UNREAD_AT_MOST = 4_000_000

/** A backslash of JSON with the escaped character; the group contains control characters that a terminal would obey. */
const ESCAPED = /\\(?:(u00[01][\da-f]|[bfr])|.)/gi

/** Loaded only if a terminal shows the log. */
function makePretty(): (line: string) => string {
  const pretty = createRequire(import.meta.url)('pino-pretty') as { prettyFactory: typeof prettyFactory }
  const write = pretty.prettyFactory({ colorize: true })
  return (line) =>
    write(printable(line).replace(ESCAPED, (escaped, control) => (control === undefined ? escaped : '')))
}

/**
 * Logs JSON lines to standard error, or readable ones to a terminal. Writes are asynchronous, so that a pipe or
 * terminal that nobody reads cannot stop the service. Remaining lines are written when the process ends.
 */
export function createLogger(level: LogLevel, terminal = false): Logger {
  const written = terminal ? makePretty() : (line: string) => line
  const options = {
    level,
    base: undefined,
    hooks: { streamWrite: (line: string) => written(maskSecrets(line)) },
  }
  return pino(options, pino.destination({ fd: 2, sync: false, maxLength: UNREAD_AT_MOST }))
}
