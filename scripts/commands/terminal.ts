import { printable } from '../../lib/text/control-characters.js'

/** One line for a person on standard error; standard output is for results. */
export function printError(line: string): void {
  process.stderr.write(`${printable(line)}\n`)
}
