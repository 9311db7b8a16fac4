/** An error shown to a person as one line on standard error; the command exits with `exitCode`. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message)
    this.name = 'CommandError'
  }
}
