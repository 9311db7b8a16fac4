import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import type Koa from 'koa'
import { AppError, invalidInput } from '../lib/errors.js'
import type { Ids } from '../lib/ids.js'
import { Answer, CONNECTION_LIMITS, type ConnectionLimits, UnreadAnswers } from './answer.js'
import { problemOf } from './problem.js'

/** Room for the longest thing that is refused politely: a search term far over its limit. */
const MOST_HEADER_BYTES = 128 * 1024
const DRAIN_MS = 9_000

/** A client has so long to send a request, and its head; slower ones are answered 408. */
const REQUEST_MS = 60_000
const HEAD_MS = 20_000
const REQUESTS_CHECKED_MS = 5_000

export interface Listening {
  /** With scheme, host and port, without a slash at its end. */
  address: string
  /** Takes no new connection, lets what is under way finish, and after nine seconds cuts what is left. */
  close(): Promise<void>
}

export interface ListenOptions {
  host: string
  /** 0 is any that is free. */
  port: number
  ids: Ids
  limits?: Partial<ConnectionLimits>
}

/** Serves `app` on a host and a port. */
export async function listen(app: Koa, { host, port, ids, limits }: ListenOptions): Promise<Listening> {
  const { stalledMs, idleMs, lingerMs, unreadBytes } = { ...CONNECTION_LIMITS, ...limits }
  const watched = { lingerMs, unread: new UnreadAnswers(unreadBytes) }
  const serve = app.callback()
  const server = createServer(
    {
      maxHeaderSize: MOST_HEADER_BYTES,
      requireHostHeader: false,
      keepAliveTimeout: idleMs,
      requestTimeout: REQUEST_MS,
      headersTimeout: HEAD_MS,
      connectionsCheckingInterval: REQUESTS_CHECKED_MS,
      ServerResponse: Answer,
    },
    (request, response) => {
      response.watched = watched
      lastAnswers.set(request.socket, response)
      const complaint = hostComplaint(request)
      if (complaint === undefined) serve(request, response)
      else refuse(response, 400, complaint, ids)
    },
  )
  const answerRaw = (socket: Socket, status: number, error: AppError) =>
    endWith(socket, rawAnswer(status, error, ids), lingerMs)
  // Node takes its own listener away where a connection leaves HTTP; an error that nobody hears ends the process.
  server.on('connection', (socket) => socket.on('error', () => undefined))
  server.on('checkExpectation', (_request, response) =>
    refuse(response, 417, 'Of Expect, only 100-continue is understood.', ids),
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !(socket instanceof Socket)) socket.destroy()
    else if (!endsAfterAnswer(socket, lingerMs)) {
      answerRaw(socket, STATUSES[error.code ?? ''] ?? 400, invalidInput({}, complaintOf(error)))
    }
  })
  server.on('connect', (_request, socket) => {
    answerRaw(socket as Socket, 405, new AppError('method_not_allowed'))
  })
  server.setTimeout(stalledMs, (socket) => {
    const answer = lastAnswers.get(socket)
    if (!answer || answer.headersSent) socket.destroy()
    // Else the answer is being worked on, if all of the request is there.
    else if (!answer.req.complete)
      answerRaw(socket, 408, invalidInput({}, 'The request did not come to its end.'))
  })
  server.listen(port, host)
  await once(server, 'listening')
  return { address: addressOf(server, host), close: () => drain(server) }
}

/** The answer to the latest request of each connection. */
const lastAnswers = new WeakMap<Socket, Answer>()

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
function endsAfterAnswer(socket: Socket, lingerMs: number): boolean {
  const answer = lastAnswers.get(socket)
  if (!answer || answer.writableFinished || !socket.writable) return false
  if (!answer.req.complete && !answer.headersSent) return false
  answer.shouldKeepAlive = false
  answer.once('finish', () => endWith(socket, '', lingerMs))
  return true
}

/** Ends a connection with these bytes. A client that does not end it as well is cut off soon after. */
function endWith(socket: Socket, bytes: string, lingerMs: number): void {
  if (!socket.writable) return
  const cut = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(cut))
  socket.resume().end(bytes)
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

const COMPLAINTS: Record<string, string> = {
  HPE_INVALID_URL: 'What is not ASCII must be percent-encoded in an address.',
  HPE_INVALID_METHOD: 'This is not a method of HTTP.',
}

const complaintOf = ({ code }: NodeJS.ErrnoException) =>
  COMPLAINTS[code ?? ''] ?? 'This is not a valid HTTP request.'

const STATUSES: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** What is not HTTP never reaches the application; it gets the error envelope all the same. */
function rawAnswer(status: number, error: AppError, ids: Ids): string {
  const body = JSON.stringify(problemOf(error).body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headersOf(body, ids)).map(([name, value]) => `${name}: ${value}`),
    ...(status === 405 ? ['Allow: GET, HEAD, POST, PATCH, DELETE'] : []),
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
