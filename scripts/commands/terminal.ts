import { hideUserinfo } from '../../lib/log-secrets.js'
import { printable } from '../../lib/text/control-characters.js'

/** One line for a person on standard error, without passwords in addresses; standard output is for results. */
export function printNote(line: string): void {
  process.stderr.write(`${printable(hideUserinfo(line))}\n`)
}

export const printError = (message: string): void => printNote(`overheard: ${message}`)
