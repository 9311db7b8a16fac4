import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reverse proxy as operators run one: it serves an app below a path, which it strips from what it forwards. */
export class PrefixingProxy {
  private constructor(
    private readonly server: Server,
    readonly prefix: string,
  ) {}

  static async start(appUrl: string, prefix: string): Promise<PrefixingProxy> {
    const server = createServer((asked, answer) => {
      const { method, headers, url = '' } = asked
      if (!url.startsWith(`${prefix}/`)) return answer.writeHead(404).end('not below the prefix')
      const forwarded = request(appUrl + url.slice(prefix.length), { method, headers }, (response) => {
        answer.writeHead(response.statusCode!, response.headers)
        response.pipe(answer)
      })
      forwarded.on('error', () => answer.destroy())
      return asked.pipe(forwarded)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new PrefixingProxy(server, prefix)
  }

  /** As an operator sets `OVERHEARD_BASE_URL`. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${this.prefix}`
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
