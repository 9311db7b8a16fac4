import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Certificate } from './certificates.js'

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** Exactly the bytes that came. */
  body: string
  receivedAt: number
}

/** `connection` is for answers that are none. */
export type Answer = (request: ReceivedRequest, response: ServerResponse, connection: Connection) => void

export interface Connection {
  /** Bytes as they are, below HTTP and above TLS. */
  write(bytes: string): void
  /** Hangs up in mid-TLS. */
  close(): void
  /** Hangs up with a TCP reset. */
  reset(): void
  onClosed(listener: () => void): void
}

export interface Receiver {
  port: number
  /** An https URL of it, by address unless a host name is given. */
  url(path?: string, host?: string): string
  requests: ReceivedRequest[]
  /** How many connections were opened to it so far. */
  connections(): number
  /** What it answers from now on; a number is a status with an empty body. */
  answerWith(answer: Answer | number): void
  /** Resolves when it has received this many requests in all. */
  received(count: number): Promise<ReceivedRequest[]>
  close(): Promise<void>
}

/** A real HTTPS server that remembers what it got. It answers 204 unless told otherwise. */
export async function aReceiver(
  certificate: Certificate,
  options: { host?: string } = {},
): Promise<Receiver> {
  const { host = '127.0.0.1' } = options
  const requests: ReceivedRequest[] = []
  const sockets = new Map<number | undefined, Socket>()
  const waiting: Array<{ count: number; done: (requests: ReceivedRequest[]) => void }> = []
  let opened = 0
  let answer: Answer = (_, response) => response.writeHead(204).end()

  const server: Server = createServer(certificate, async (request, response) => {
    const received = await take(request)
    if (!received) return
    requests.push(received)
    for (const one of waiting.filter(({ count }) => requests.length >= count)) one.done(requests)
    answer(received, response, connectionOf(request.socket, sockets.get(request.socket.remotePort)!))
  })
  server.on('connection', (socket: Socket) => {
    opened += 1
    const { remotePort } = socket
    sockets.set(remotePort, socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(remotePort))
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ownHost = host.includes(':') ? `[${host}]` : host

  return {
    port,
    url: (path = '/hook', name = ownHost) => `https://${name}:${port}${path}`,
    requests,
    connections: () => opened,
    answerWith(next) {
      answer = typeof next === 'number' ? (_, response) => response.writeHead(next).end() : next
    },
    received: (count) =>
      requests.length >= count
        ? Promise.resolve(requests)
        : new Promise((done) => waiting.push({ count, done })),
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets.values()) socket.destroy()
      await closed
    },
  }
}

function connectionOf(encrypted: Socket, bare: Socket): Connection {
  return {
    write: (bytes) => void encrypted.write(bytes),
    close: () => void encrypted.destroy(),
    reset: () => void bare.resetAndDestroy(),
    onClosed: (listener) => void encrypted.once('close', listener),
  }
}

async function take(request: IncomingMessage): Promise<ReceivedRequest | undefined> {
  const receivedAt = Date.now()
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {
    return undefined // the sender went away in the middle
  }
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
    receivedAt,
  }
}
