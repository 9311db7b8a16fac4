import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What one path answers with. */
export interface ServedAnswer {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
}

export type Answering = ServedAnswer | ((request: IncomingMessage, response: ServerResponse) => void)

/** A publisher's server on a free loopback port: plain HTTP, every path as the test says. */
export class FeedServer {
  /** Paths in the order in which they were asked for. */
  readonly requests: Array<{ path: string; headers: IncomingMessage['headers'] }> = []
  /** The most requests that were under way at one time. */
  mostAtOnce = 0
  /** The requests that are under way. */
  atOnce = 0
  private readonly answers = new Map<string, Answering>()

  private constructor(
    private readonly server: Server,
    private readonly host: string,
  ) {
    server.on('request', (request, response) => this.answer(request, response))
  }

  static async start(host = '127.0.0.1'): Promise<FeedServer> {
    const server = createServer({ keepAlive: true })
    const started = new FeedServer(server, host)
    await new Promise<void>((resolve) => server.listen(0, host, resolve))
    return started
  }

  /** The absolute address of a path here. */
  url(path: string): string {
    return `http://${this.host}:${(this.server.address() as AddressInfo).port}${path}`
  }

  serve(path: string, answer: Answering): string {
    this.answers.set(path, answer)
    return this.url(path)
  }

  /** How often a path was asked for. */
  count(path: string): number {
    return this.requests.filter((request) => request.path === path).length
  }

  last(path: string): IncomingMessage['headers'] {
    const request = this.requests.filter((request) => request.path === path).at(-1)
    if (!request) throw new Error(`${path} was never asked for`)
    return request.headers
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/'
    this.requests.push({ path, headers: request.headers })
    this.atOnce++
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce)
    response.on('close', () => this.atOnce--)
    const answer = this.answers.get(path)
    if (typeof answer === 'function') {
      answer(request, response)
      return
    }
    const { status = answer ? 200 : 404, headers = {}, body = '' } = answer ?? {}
    response.writeHead(status, { 'content-type': 'application/rss+xml', ...headers }).end(body)
  }
}

export interface ItemOptions {
  guid?: string
  title?: string
  /** ISO 8601; left out: undated. */
  date?: string
  audio?: string
  /** Any further elements. */
  more?: string
}

export function anItem({ guid, title = 'An episode', date, audio, more = '' }: ItemOptions = {}): string {
  return `<item>
    ${guid === undefined ? '' : `<guid isPermaLink="false">${guid}</guid>`}
    <title>${title}</title>
    ${date === undefined ? '' : `<pubDate>${new Date(date).toUTCString()}</pubDate>`}
    ${audio === undefined ? '' : `<enclosure url="${audio}" type="audio/mpeg" length="1"/>`}
    ${more}
  </item>`
}

/** A small feed; `more` are further elements of its channel. */
export function aFeed(items: readonly string[], { title = 'A show', more = '' } = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
         xmlns:podcast="https://podcastindex.org/namespace/1.0">
      <channel><title>${title}</title>${more}${items.join('')}</channel>
    </rss>`
}

/** A transcript that says one sentence every ten seconds. */
export function aVtt(...sentences: string[]): string {
  const cues = sentences.map((sentence, index) => {
    const second = (at: number) => `00:${String(at).padStart(2, '0')}.000`
    return `${second(index * 10)} --> ${second(index * 10 + 8)}\n${sentence}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}
