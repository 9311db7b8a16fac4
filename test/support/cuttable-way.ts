import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A way to a server that can be cut so that neither end is told: nothing arrives any more, and nothing is refused. */
export class CuttableWay {
  private readonly sockets = new Set<Socket>()
  private isCut = false

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  static async to(url: string): Promise<CuttableWay> {
    const server = createServer()
    const way = new CuttableWay(server, new URL(url))
    server.on('connection', (socket) => way.join(socket))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return way
  }

  /** As the target's, by this way. */
  get url(): string {
    const url = new URL(this.target)
    url.hostname = '127.0.0.1'
    url.port = String((this.server.address() as AddressInfo).port)
    return url.href
  }

  cut(): void {
    this.isCut = true
    for (const socket of this.sockets) socket.unpipe().pause()
  }

  /** For connections that are made from now on; those of before stay silent. */
  mend(): void {
    this.isCut = false
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    this.server.close()
    await once(this.server, 'close')
  }

  private join(near: Socket): void {
    this.keep(near)
    if (this.isCut) return
    const far = connect(Number(this.target.port), this.target.hostname)
    this.keep(far)
    near.pipe(far).pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => this.sockets.delete(socket))
  }
}
