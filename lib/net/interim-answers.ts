import { subscribe } from 'node:diagnostics_channel'

interface AnswerParser {
  onHeadersComplete(status: number, isUpgrade: boolean, keepsAlive: boolean): number
}

const CONTINUE = 100
const PROCESSING = 102

/**
 * Clients must skip interim answers that they did not ask for (RFC 9110, 15.2), and servers and proxies do send
 * `100 Continue`. undici skips all of them but this one, at which it hangs up: to its parser it is made one of the others.
 */
export function skipContinue(): void {
  subscribe('undici:client:connected', (message) => {
    const parser = parserOf((message as { socket: object }).socket)
    if (!parser) return
    const { onHeadersComplete } = parser
    parser.onHeadersComplete = (status, ...rest) =>
      onHeadersComplete.call(parser, status === CONTINUE ? PROCESSING : status, ...rest)
  })
}

/** undici hangs the parser of a connection on its socket. */
function parserOf(socket: object): AnswerParser | undefined {
  const values = Object.getOwnPropertySymbols(socket).map((symbol) => Reflect.get(socket, symbol))
  return values.find((value) => typeof value?.onHeadersComplete === 'function')
}
