import { type IncomingMessage, ServerResponse } from 'node:http'

/** What a connection may cost that is not read, or that keeps sending. */
export interface ConnectionLimits {
  /** A connection without any progress for so long is cut. */
  stalledMs: number
  /** A connection that waits for its next request is closed after so long. */
  idleMs: number
  /** How long the client may go on sending after an answer that ends the connection. */
  lingerMs: number
  /** Bytes of finished answers that clients have not read yet, all connections together. */
  unreadBytes: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  stalledMs: 30_000,
  idleMs: 5_000,
  lingerMs: 2_000,
  unreadBytes: 128 * 1024 * 1024,
}

/** A body that announces no more than this is read to its end, so that the connection can be used again. */
const DRAINED_BYTES = 1024 * 1024
/** The most that is read of any other body after its answer. */
const LINGER_BYTES = 64 * 1024 * 1024

const isShort = ({ headers }: IncomingMessage) => Number(headers['content-length']) <= DRAINED_BYTES

/**
 * An answer to a request whose body nobody may have read. A short rest is read and dropped. Before a longer one the
 * answer says `Connection: close`, and the connection ends when the client has stopped sending, or soon after: cut at
 * once, it would be reset, and many clients would lose the answer.
 */
export class Answer<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  /** What the server watches over all its answers. */
  watched: { lingerMs: number; unread: UnreadAnswers } | undefined
  private isEnding = false

  override writeHead(status: number, ...rest: unknown[]): this {
    if (!this.req.complete && !isShort(this.req)) this.shouldKeepAlive = false
    return super.writeHead(status, ...(rest as []))
  }

  override end(...given: unknown[]): this {
    if (this.req.complete || this.req.destroyed || this.isEnding) return this.finish(given)
    this.isEnding = true
    // Where the body is piped into a decoder that gave up, it would wait for that for ever.
    this.req.unpipe().resume()
    if (this.headersSent ? this.shouldKeepAlive : isShort(this.req) && this.shouldKeepAlive) {
      return this.finish(given)
    }
    this.shouldKeepAlive = false
    const [body] = given
    if (typeof body === 'string' || Buffer.isBuffer(body)) this.write(body)
    else this.flushHeaders()
    dropBody(this.req, this.watched?.lingerMs ?? 0, () => this.finish([]))
    return this
  }

  private finish(given: unknown[]): this {
    super.end(...(given as []))
    this.watched?.unread.add(this)
    return this
  }
}

/** Reads what is left of a body, within limits. */
function dropBody(request: IncomingMessage, lingerMs: number, done: () => void): void {
  let bytes = 0
  const stop = () => {
    clearTimeout(timer)
    request.off('data', count).off('end', stop).off('close', stop)
    done()
  }
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > LINGER_BYTES) stop()
  }
  const timer = setTimeout(stop, lingerMs)
  request.on('data', count).on('end', stop).on('close', stop)
}

/** Answers that are finished here and not read yet by their clients. When they are too much, the oldest are cut. */
export class UnreadAnswers {
  /** Oldest first, with their bytes. */
  private readonly sizes = new Map<ServerResponse, number>()
  private bytes = 0

  constructor(private readonly mostBytes: number) {}

  add(answer: ServerResponse): void {
    const size = answer.writableLength
    if (size === 0 || answer.destroyed) return
    this.sizes.set(answer, size)
    this.bytes += size
    answer.once('close', () => {
      if (this.sizes.delete(answer)) this.bytes -= size
    })
    for (const [oldest, itsSize] of this.sizes) {
      if (this.bytes <= this.mostBytes) return
      this.sizes.delete(oldest)
      this.bytes -= itsSize
      oldest.req.socket.destroy()
    }
  }
}
