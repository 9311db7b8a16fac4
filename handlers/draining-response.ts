import { type IncomingMessage, ServerResponse } from 'node:http'

/** Limits for clients that do not read their responses or do not stop sending. */
export const CONNECTION_LIMITS = {
  /** Destroy a connection that makes no progress for this long. */
  stalledMs: 30_000,
  /** Close a kept-alive connection that sends no request for this long. */
  idleMs: 5_000,
  /** How long the client may keep sending after a response that closes the connection. */
  lingerMs: 2_000,
  /** Bytes of finished responses that clients have not read yet, over all connections. */
  unreadBytes: 128 * 1024 * 1024,
}

export type ConnectionLimits = typeof CONNECTION_LIMITS

/** Read a body of at most this `Content-Length` to its end, so that the connection can be reused. */
const DRAINED_BYTES = 1024 * 1024
/** Read at most this much of any other body after the response. */
const LINGER_BYTES = 64 * 1024 * 1024

const isShort = ({ headers }: IncomingMessage) => Number(headers['content-length']) <= DRAINED_BYTES

/**
 * A response that can be sent before the request body was read. It reads and drops the rest of a short body. If the
 * rest is longer, the response carries `Connection: close`, and the connection stays open for a moment while the client
 * finishes sending: closing at once would reset it, and many clients would lose the response.
 */
export class DrainingResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  /** Shared by all responses of a server. */
  shared: { lingerMs: number; unread: UnreadResponses } | undefined
  private isEnding = false

  override writeHead(status: number, ...rest: unknown[]): this {
    if (!this.req.complete && !isShort(this.req)) this.shouldKeepAlive = false
    return super.writeHead(status, ...(rest as []))
  }

  override end(...given: unknown[]): this {
    if (this.req.complete || this.req.destroyed || this.isEnding) return this.finish(given)
    this.isEnding = true
    // A body that is piped into a failed decoder would never end.
    this.req.unpipe().resume()
    if (this.headersSent ? this.shouldKeepAlive : isShort(this.req) && this.shouldKeepAlive) {
      return this.finish(given)
    }
    this.shouldKeepAlive = false
    const [body] = given
    if (typeof body === 'string' || Buffer.isBuffer(body)) this.write(body)
    else this.flushHeaders()
    dropBody(this.req, this.shared?.lingerMs ?? 0, () => this.finish([]))
    return this
  }

  private finish(given: unknown[]): this {
    super.end(...(given as []))
    this.shared?.unread.add(this)
    return this
  }
}

/** Reads and drops the rest of a body, until it ends or a limit is reached. */
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

/** Finished responses that clients have not read yet. Above the limit, destroys the connections of the oldest. */
export class UnreadResponses {
  /** Sizes in bytes, oldest response first. */
  private readonly sizes = new Map<ServerResponse, number>()
  private bytes = 0

  constructor(private readonly mostBytes: number) {}

  add(response: ServerResponse): void {
    const size = response.writableLength
    if (size === 0 || response.destroyed) return
    this.sizes.set(response, size)
    this.bytes += size
    response.once('close', () => {
      if (this.sizes.delete(response)) this.bytes -= size
    })
    for (const [oldest, itsSize] of this.sizes) {
      if (this.bytes <= this.mostBytes) return
      this.sizes.delete(oldest)
      this.bytes -= itsSize
      oldest.req.socket.destroy()
    }
  }
}
