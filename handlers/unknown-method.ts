import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** A method that Node's parser knows and that nothing here takes. */
const STAND_IN = 'TRACE'
/** A method as HTTP spells one, at the start of a request. */
const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}(?= )/

/** What Node's parser says of a request that it cannot read. */
export interface ParserFault extends NodeJS.ErrnoException {
  /** What it was given when it met the fault, and how far into that it came. */
  rawPacket?: Buffer
  bytesParsed?: number
}

/**
 * Node's parser refuses methods that it does not know before anybody is asked. Such a request is served as one with
 * another method that nothing takes, so that its key, the limits and the path decide what it is answered.
 * @returns false where that is no request at all, or not the first of its packet
 */
export function serveUnknownMethod(
  server: Server,
  socket: Socket,
  { code, rawPacket, bytesParsed = 0 }: ParserFault,
): boolean {
  if (code !== 'HPE_INVALID_METHOD' || !rawPacket) return false
  const method = METHOD.exec(rawPacket.toString('latin1', 0, 200))?.[0]
  if (method === undefined || bytesParsed > method.length) return false
  const first = Buffer.concat([Buffer.from(STAND_IN), rawPacket.subarray(method.length)])
  server.emit('connection', new StandIn(socket, first))
  return true
}

/** A connection to the client of `socket` that begins with `first`; it is good for one request. */
export class StandIn extends Duplex {
  readonly remoteAddress: string | undefined
  private isTaken = false

  constructor(
    private readonly socket: Socket,
    first: Buffer,
  ) {
    super()
    this.remoteAddress = socket.remoteAddress
    this.push(first)
    // The parser that met the fault must not be given the rest.
    socket.removeAllListeners('data').removeAllListeners('end')
    socket.on('data', (chunk) => {
      if (!this.push(chunk)) socket.pause()
    })
    socket.on('end', () => this.push(null)).on('close', () => this.destroy())
  }

  /** Whether a request may be served: what is sent behind the first is for a connection that ends with its answer. */
  admitsRequest(): boolean {
    const isFirst = !this.isTaken
    this.isTaken = true
    return isFirst
  }

  override _read(): void {
    this.socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.socket.write(chunk, done)
  }

  override _final(done: () => void): void {
    this.socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy()
    done(error)
  }
}
