// Publishers in a process of their own, so that they and the poller do not share a thread. One server answers at
// every loopback address; the feed is named by the address and the path. Started with fork(); answers with its port.
// Told a number, it has something new in that many feeds from then on.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const ITEMS = 100
let changed = 0

function feedText(number: number, isChanged: boolean): string {
  const item = (n: number) => `<item><guid>${number}-${n}</guid><title>Episode ${n}</title>
    <description>${'What was said, and by whom. '.repeat(20)}</description>
    <pubDate>${new Date(Date.now() - (n + 1) * 86_400_000).toUTCString()}</pubDate>
    <enclosure url="https://example.org/${number}/${n}.mp3" type="audio/mpeg" length="1"/></item>`
  const fresh = isChanged
    ? `<item><guid>new</guid><title>New</title><pubDate>${new Date().toUTCString()}</pubDate></item>`
    : ''
  const items = Array.from({ length: ITEMS }, (_, n) => item(n))
  return `<rss version="2.0"><channel><title>Show ${number}</title>${fresh}${items.join('')}</channel></rss>`
}

const server = createServer((request, response) => {
  const number = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0)
  const isChanged = number < changed
  const etag = `"${number}-${isChanged}"`
  if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end()
  return response.writeHead(200, { etag, 'content-type': 'text/xml' }).end(feedText(number, isChanged))
})
server.listen(0, '0.0.0.0')
await once(server, 'listening')
process.on('message', (count: number) => {
  changed = count
})
process.send!((server.address() as AddressInfo).port)
