import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { InvalidArgumentError } from 'commander'
import { CommandError } from '../commands/command.js'

/** Checks and normalises an answer; throws an `InvalidArgumentError` that says what is wrong. */
type Parse = (value: string) => string

/** Asks a person on standard error; standard output is reserved for the result. */
export class Asker {
  private readonly terminal = createInterface({ input: process.stdin, output: process.stderr })
  private readonly gone = once(this.terminal, 'close').then(() => {
    throw new CommandError('Stopped; nothing was created.')
  })

  constructor() {
    this.gone.catch(() => undefined)
  }

  /**
   * Repeats the question until the answer is valid. An empty answer means the suggestion, or undefined
   * without one.
   */
  async ask(question: string, parse: Parse, suggestion?: string): Promise<string | undefined> {
    const shown = suggestion === undefined ? question : `${question} [${suggestion}]`
    for (;;) {
      const given = await Promise.race([this.terminal.question(`${shown}: `), this.gone])
      const answer = given.trim() || suggestion
      if (answer === undefined) return undefined
      try {
        return parse(answer)
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error
        process.stderr.write(`${error.message}\n`)
      }
    }
  }

  close(): void {
    this.terminal.close()
  }
}
