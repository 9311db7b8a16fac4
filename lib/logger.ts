import { createRequire } from 'node:module'
import { type Logger as PinoLogger, pino, stdSerializers } from 'pino'
import type { PinoPretty } from 'pino-pretty'
import type { LogLevel } from './config.js'
import { hideSecrets, maskSecrets } from './log-secrets.js'

export type Logger = PinoLogger

/** Characters that wait for a reader of the log who does not keep up; beyond them lines are dropped. */
const UNREAD_AT_MOST = 4_000_000

/**
 * JSON lines on standard error; readable where it is a terminal. Written aside, so that a pipe that nobody reads does
 * not stop the service; what is left is written when the process ends.
 */
export function createLogger(level: LogLevel, terminal = false): Logger {
  const options = {
    level,
    base: undefined,
    formatters: { log: hideSecrets },
    serializers: { err: (error: Error) => hideSecrets({ ...stdSerializers.err(error) }) },
    hooks: { streamWrite: maskSecrets },
  }
  if (terminal) return pino(options, prettyPrinter()({ destination: 2, sync: true }))
  return pino(options, pino.destination({ fd: 2, sync: false, maxLength: UNREAD_AT_MOST }))
}

/** Read only where a person looks on. */
const prettyPrinter = (): typeof PinoPretty => createRequire(import.meta.url)('pino-pretty')
