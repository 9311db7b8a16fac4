import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type Koa from 'koa'
import { AppError, invalidInput } from '../lib/errors.js'
import type { Ids } from '../lib/ids.js'
import { problemOf } from './problem.js'
import { type ParserFault, StandIn, serveUnknownMethod } from './unknown-method.js'

/** Room for the longest thing that is refused politely: a search term far over its limit. */
const MOST_HEADER_BYTES = 128 * 1024
const DRAIN_MS = 9_000

export interface Listening {
  /** With scheme, host and port, without a slash at its end. */
  address: string
  /** Takes no new connection, lets what is under way finish, and after nine seconds cuts what is left. */
  close(): Promise<void>
}

/** Serves `app` on a host and a port; port 0 is any that is free. */
export async function listen(
  app: Koa,
  { host, port, ids }: { host: string; port: number; ids: Ids },
): Promise<Listening> {
  const serve = app.callback()
  const server = createServer(
    { maxHeaderSize: MOST_HEADER_BYTES, requireHostHeader: false },
    (request, response) => {
      const socket: Duplex = request.socket
      if (socket instanceof StandIn && !socket.admitsRequest()) return
      const complaint = hostComplaint(request)
      if (complaint !== undefined) return refuse(response, 400, complaint, ids)
      response.shouldKeepAlive &&= !(socket instanceof StandIn)
      serve(request, response)
    },
  )
  server.on('checkExpectation', (_request, response) =>
    refuse(response, 417, 'Of Expect, only 100-continue is understood.', ids),
  )
  server.on('clientError', (error: ParserFault, socket) => {
    if (endsAfterAnswer(socket as Socket)) return
    if (serveUnknownMethod(server, socket as Socket, error)) return
    answerBrokenRequest(error, socket as Socket, ids)
  })
  server.on('connect', (_request, socket) => {
    answerRaw(socket as Socket, 405, new AppError('method_not_allowed'), ids)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return { address: addressOf(server, host), close: () => drain(server) }
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // A connection that is kept alive becomes idle only after its last answer.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearInterval(idle)
  clearTimeout(deadline)
}

/** What is broken behind a request must not be answered in its place: the connection ends after the answer to that. */
function endsAfterAnswer(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  const response = socket._httpMessage
  if (!response?.req.complete || !socket.writable) return false
  response.shouldKeepAlive = false
  response.once('finish', () => socket.end())
  return true
}

/** What is not HTTP never reaches the application; it gets the error envelope all the same. */
function answerBrokenRequest(error: ParserFault, socket: Socket, ids: Ids): void {
  if (!socket.writable || error.code === 'ECONNRESET') socket.destroy()
  else answerRaw(socket, STATUSES[error.code ?? ''] ?? 400, invalidInput({}, complaintOf(error)), ids)
}

/** By HTTP/1.1 a request must say whom it is for, and nobody may say it twice (RFC 9112, 3.2). */
function hostComplaint({ httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1
  }
  if (hosts > 1) return 'A request has one Host header.'
  return hosts === 0 && httpVersion === '1.1' ? 'A request needs a Host header.' : undefined
}

const HOST = 'host'

function refuse(response: ServerResponse, status: number, complaint: string, ids: Ids): void {
  const body = JSON.stringify(problemOf(invalidInput({}, complaint)).body)
  response.writeHead(status, { ...headersOf(body, ids), Connection: 'close' }).end(body)
}

const headersOf = (body: string, ids: Ids) => ({
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(body),
  'X-Request-Id': ids.uuid(),
})

const complaintOf = ({ code }: NodeJS.ErrnoException) =>
  code === 'HPE_INVALID_URL'
    ? 'What is not ASCII must be percent-encoded in an address.'
    : 'This is not a valid HTTP request.'

const STATUSES: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

function answerRaw(socket: Socket, status: number, error: AppError, ids: Ids): void {
  const body = JSON.stringify(problemOf(error).body)
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status]}`,
    ...Object.entries(headersOf(body, ids)).map(([name, value]) => `${name}: ${value}`),
    ...(status === 405 ? ['Allow: GET, HEAD, POST, PATCH, DELETE'] : []),
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
