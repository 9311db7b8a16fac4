import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import type Koa from 'koa'
import { baseUrlOf } from '../lib/config.js'
import { AppError, invalidInput } from '../lib/errors.js'
import type { Ids } from '../lib/ids.js'
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  DrainingResponse,
  UnreadResponses,
} from './draining-response.js'
import { problemOf } from './problem.js'

/** Large enough that a search term far over its limit gets a 422, not a 431. */
const MOST_HEADER_BYTES = 128 * 1024

/** Node passes on every request of a chunk at once. Above this limit the connection ends after its responses. */
const MOST_WAITING = 200
const TOO_MANY_WAITING = `At most ${MOST_WAITING} requests of one connection may wait for their responses.`
/** Responses that are not read yet, over all connections. Above this limit each connection gets one at a time. */
const MOST_IN_PROGRESS = 1000
const TOO_MANY_IN_PROGRESS = 'The server is busy: send the next request of a connection after its response.'

/** Time limits for receiving a whole request and its head; slower clients get a 408. */
const REQUEST_MS = 60_000
const HEAD_MS = 20_000
const REQUESTS_CHECKED_MS = 5_000

export interface Listening {
  /** Scheme, host and port, without a trailing slash. */
  address: string
  /**
   * Refuses new connections and lets requests in progress finish. Destroys remaining connections after `withinMs`
   * (default: nine seconds). Returns false if a complete request lost its response by that.
   */
  close(withinMs?: number): Promise<boolean>
}

interface ListenOptions {
  host: string
  /** 0 picks a free port. */
  port: number
  ids: Ids
  limits?: Partial<ConnectionLimits>
}

/** Listens on a host and port and serves `app`. */
export async function listen(app: Koa, { host, port, ids, limits }: ListenOptions): Promise<Listening> {
  const { stalledMs, idleMs, lingerMs, unreadBytes } = { ...CONNECTION_LIMITS, ...limits }
  const shared = { lingerMs, unread: new UnreadResponses(unreadBytes) }
  const serve = app.callback()
  const connections = new Connections()
  const server = createServer(
    {
      maxHeaderSize: MOST_HEADER_BYTES,
      requireHostHeader: false,
      keepAliveTimeout: idleMs,
      requestTimeout: REQUEST_MS,
      headersTimeout: HEAD_MS,
      connectionsCheckingInterval: REQUESTS_CHECKED_MS,
      ServerResponse: DrainingResponse,
    },
    (request, response) => {
      response.shared = shared
      if (connections.find(request.socket)?.isEnding) return
      const connection = connections.add(request.socket, response)
      const reason = refusalReason(request, connection.responses.size, connections.inProgress)
      if (reason === undefined) return serve(request, response)
      connection.isEnding = true
      refuse(response, 400, reason, ids)
    },
  )
  answerOutsideApp(server, connections, { ids, lingerMs, stalledMs })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    address: baseUrlOf({ baseUrl: undefined, host, port: (server.address() as AddressInfo).port }),
    close: (withinMs = 9_000) => drain(server, connections, withinMs),
  }
}

/** Answers what never reaches the application: CONNECT, Expect, bytes that are not HTTP, requests that do not arrive. */
function answerOutsideApp(
  server: Server<typeof IncomingMessage, typeof DrainingResponse>,
  connections: Connections,
  { ids, lingerMs, stalledMs }: { ids: Ids; lingerMs: number; stalledMs: number },
): void {
  const sendRaw = (socket: Socket, status: number, error: AppError) =>
    endWith(socket, rawResponse(status, error, ids), lingerMs)
  // Node removes its own listener when a connection leaves HTTP; an unhandled socket error would end the process.
  server.on('connection', (socket) => socket.on('error', () => undefined))
  server.on('checkExpectation', (_request, response) =>
    refuse(response, 417, 'Expect may only be 100-continue. Send the request without this header.', ids),
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !(socket instanceof Socket)) socket.destroy()
    else if (!endsAfterResponse(socket, connections.find(socket), lingerMs)) {
      sendRaw(socket, STATUSES[error.code ?? ''] ?? 400, invalidInput({}, parseErrorMessage(error)))
    }
  })
  server.on('connect', (_request, socket) => {
    sendRaw(socket as Socket, 405, new AppError('method_not_allowed'))
  })
  server.setTimeout(stalledMs, (socket) => {
    const response = connections.find(socket)?.last
    if (!response || response.headersSent) socket.destroy()
    // If the whole request has arrived, the application is still working on it.
    else if (!response.req.complete)
      sendRaw(socket, 408, invalidInput({}, 'The request did not arrive completely. Send it again.'))
  })
}

/**
 * Why a request is refused before the application sees it.
 * @param waiting responses in progress of its connection
 * @param inProgress responses in progress of all connections
 */
function refusalReason(request: IncomingMessage, waiting: number, inProgress: number): string | undefined {
  if (waiting > MOST_WAITING) return TOO_MANY_WAITING
  if (waiting > 1 && inProgress >= MOST_IN_PROGRESS) return TOO_MANY_IN_PROGRESS
  return hostHeaderFault(request)
}

/** A connection that has sent a request. */
interface Connection {
  /** The responses in progress. */
  readonly responses: Set<DrainingResponse>
  /** The response to the latest request. */
  last: DrainingResponse
  /** Whether the connection closes after its last response. What the client sends meanwhile is ignored. */
  isEnding: boolean
}

class Connections {
  /** Responses in progress over all connections. */
  inProgress = 0
  private readonly bySocket = new Map<Socket, Connection>()

  find(socket: Socket): Connection | undefined {
    return this.bySocket.get(socket)
  }

  /** Adds the response to a request, and the connection if this is its first one. */
  add(socket: Socket, response: DrainingResponse): Connection {
    const connection = this.bySocket.get(socket) ?? this.open(socket, response)
    const { responses } = connection
    connection.last = response
    responses.add(response)
    this.inProgress += 1
    response.once('close', () => {
      if (responses.delete(response)) this.inProgress -= 1
    })
    return connection
  }

  *responses(): Generator<DrainingResponse> {
    for (const { responses } of this.bySocket.values()) yield* responses
  }

  /** Node never closes a response that was waiting for an earlier one when its connection ended. */
  private open(socket: Socket, last: DrainingResponse): Connection {
    const connection: Connection = { responses: new Set(), last, isEnding: false }
    this.bySocket.set(socket, connection)
    socket.once('close', () => {
      this.inProgress -= connection.responses.size
      connection.responses.clear()
      this.bySocket.delete(socket)
    })
    return connection
  }
}

async function drain(server: Server, connections: Connections, withinMs: number): Promise<boolean> {
  let isCut = false
  const closed = once(server, 'close')
  server.close()
  // A kept-alive connection becomes idle only after its last response.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const deadline = setTimeout(() => {
    // A client that is slow to send or to read is no failure of this server.
    isCut = [...connections.responses()].some(({ req, writableEnded }) => req.complete && !writableEnded)
    server.closeAllConnections()
  }, withinMs)
  await closed
  clearInterval(idle)
  clearTimeout(deadline)
  return !isCut
}

/**
 * If an earlier request of this connection is still being answered, closes the connection after that
 * response. The error response must not take its place. Node reports every further invalid chunk as another error.
 */
function endsAfterResponse(socket: Socket, connection: Connection | undefined, lingerMs: number): boolean {
  if (!connection || !socket.writable) return false
  const { last: response, isEnding } = connection
  if (response.writableFinished || (!response.req.complete && !response.headersSent)) return false
  if (isEnding) return true
  connection.isEnding = true
  response.shouldKeepAlive = false
  response.once('finish', () => endWith(socket, '', lingerMs))
  return true
}

/** Writes the bytes and ends the connection. Destroys it if the client does not end it soon after. */
function endWith(socket: Socket, bytes: string, lingerMs: number): void {
  if (!socket.writable) return
  const cut = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(cut))
  socket.resume().end(bytes)
}

/** HTTP/1.1 requires exactly one Host header (RFC 9112, 3.2). */
function hostHeaderFault({ httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1) return 'The request has several Host headers. Send exactly one.'
  return hosts === 0 && httpVersion === '1.1'
    ? 'The request has no Host header. Send exactly one.'
    : undefined
}

function refuse(response: ServerResponse, status: number, reason: string, ids: Ids): void {
  const body = JSON.stringify(problemOf(invalidInput({}, reason)).body)
  response.writeHead(status, { ...headersOf(body, ids), Connection: 'close' }).end(body)
}

const headersOf = (body: string, ids: Ids) => ({
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(body),
  'X-Request-Id': ids.uuid(),
})

const PARSE_ERROR_MESSAGES: Record<string, string> = {
  HPE_INVALID_URL: 'The URL has characters that are not ASCII. Send them percent-encoded.',
  HPE_INVALID_METHOD: 'The method is not one of HTTP.',
}

const parseErrorMessage = ({ code }: NodeJS.ErrnoException) =>
  PARSE_ERROR_MESSAGES[code ?? ''] ?? 'This is not a valid HTTP request.'

const STATUSES: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** An error envelope for bytes that are not HTTP and so never reach the application. */
function rawResponse(status: number, error: AppError, ids: Ids): string {
  const body = JSON.stringify(problemOf(error).body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headersOf(body, ids)).map(([name, value]) => `${name}: ${value}`),
    ...(status === 405 ? ['Allow: GET, HEAD, POST, PATCH, DELETE'] : []),
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
