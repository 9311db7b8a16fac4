import { createRequire } from 'node:module'
import { type Logger as PinoLogger, pino, stdSerializers } from 'pino'
import type { prettyFactory } from 'pino-pretty'
import type { LogLevel } from './config.js'
import { hideSecrets, maskSecrets } from './log-secrets.js'
import { printable } from './text/control-characters.js'

export type Logger = PinoLogger

/** Characters that wait for a reader of the log who does not keep up; beyond them lines are dropped. */
const UNREAD_AT_MOST = 4_000_000

/** A backslash of JSON and what it escapes; control characters that a terminal would act on as a group. */
const ESCAPED = /\\(?:(u00[01][\da-f]|[bfr])|.)/gi

/** Read only where a person looks on. */
function makePretty(): (line: string) => string {
  const pretty = createRequire(import.meta.url)('pino-pretty') as { prettyFactory: typeof prettyFactory }
  const write = pretty.prettyFactory({ colorize: true })
  return (line) =>
    write(printable(line).replace(ESCAPED, (escaped, control) => (control === undefined ? escaped : '')))
}

/**
 * JSON lines on standard error; readable where it is a terminal. Written aside, so that a pipe or a terminal that
 * nobody reads does not stop the service; what is left is written when the process ends.
 */
export function createLogger(level: LogLevel, terminal = false): Logger {
  const written = terminal ? makePretty() : (line: string) => line
  const options = {
    level,
    base: undefined,
    formatters: { log: hideSecrets },
    serializers: { err: (error: Error) => hideSecrets({ ...stdSerializers.err(error) }) },
    hooks: { streamWrite: (line: string) => written(maskSecrets(line)) },
  }
  return pino(options, pino.destination({ fd: 2, sync: false, maxLength: UNREAD_AT_MOST }))
}
