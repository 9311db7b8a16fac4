import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { parseAnswer, type RawAnswer } from './raw-http.js'

/** A connection to a server, byte by byte. It never ends its own side by itself. */
export class RawConnection {
  private bytes = Buffer.alloc(0)
  private wake: () => void = () => undefined

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk) => {
      this.bytes = Buffer.concat([this.bytes, chunk])
    })
    // A reset is what many of these tests are about.
    socket.on('error', () => undefined)
    for (const event of ['data', 'end', 'close']) socket.on(event, () => this.wake())
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true })
    const connection = new RawConnection(socket)
    await once(socket, 'connect')
    return connection
  }

  /** Resolves when the bytes are on their way, or can never be. */
  send(bytes: string | Buffer): Promise<unknown> {
    return new Promise((resolve) => this.socket.write(bytes, resolve))
  }

  /** Stops reading: the server's bytes pile up. */
  stopReading(): void {
    this.socket.pause()
  }

  /** The next answer, by its `Content-Length`; undefined when the connection ends before it is complete. */
  async answer(): Promise<RawAnswer | undefined> {
    for (;;) {
      const answer = this.takeAnswer()
      if (answer || this.hasEnded) return answer
      await this.news()
    }
  }

  private takeAnswer(): RawAnswer | undefined {
    const border = this.bytes.indexOf('\r\n\r\n')
    if (border < 0) return undefined
    const head = parseAnswer(this.bytes.toString('latin1', 0, border + 4))
    const end = border + 4 + (head.status < 200 ? 0 : Number(head.headers['content-length'] ?? 0))
    if (this.bytes.length < end) return undefined
    const text = this.bytes.toString('utf8', border + 4, end)
    this.bytes = this.bytes.subarray(end)
    return head.status < 200 ? this.takeAnswer() : { ...head, text }
  }

  /** Resolves when the server has ended its side. */
  async ended(): Promise<void> {
    this.socket.resume()
    while (!this.hasEnded) await this.news()
  }

  private get hasEnded(): boolean {
    return this.socket.readableEnded || this.socket.destroyed
  }

  private news(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve
    })
  }

  /** Ends this side alone. */
  end(): void {
    this.socket.end()
  }

  /** A side that has ended cannot be reset: Node would leave the socket open for ever. */
  reset(): void {
    if (this.socket.writableEnded) this.socket.destroy()
    else this.socket.resetAndDestroy()
  }
}
