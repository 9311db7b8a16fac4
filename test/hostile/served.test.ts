import { expect } from 'chai'
import { connect } from '../../lib/db/open.js'
import type { Database } from '../../lib/db/types.js'
import { Api, type Json } from '../support/api.js'
import { Cli } from '../support/cli.js'
import { aFeed, anItem, FeedServer } from '../support/feed-server.js'
import { fill, MARKS } from '../support/hostile-texts.js'
import { RawConnection } from '../support/raw-connection.js'
import { until } from '../support/until.js'
import { WatchedServer } from '../support/watched-server.js'

/** The bar is 250 ms on a machine with nothing else to do; tests run beside others. */
const LONGEST_DELAY_MS = 500
const MOST_MEMORY = 700_000_000

const NOW = new Date().toISOString()
const todays = (count: number, more = '') =>
  Array.from({ length: count }, (_, at) => anItem({ guid: `${at}`, date: NOW, more }))
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

describe('a server that is attacked', () => {
  const cli = new Cli({
    OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8',
    OVERHEARD_TRANSCRIBER: 'off',
    OVERHEARD_LOG_LEVEL: 'fatal',
  })
  let publisher: FeedServer
  let server: WatchedServer
  let db: Database

  before(async () => {
    publisher = await FeedServer.start()
    server = await WatchedServer.start(cli)
    db = connect(cli.database)
  })

  after(async () => {
    await db.close()
    await cli.close()
    await publisher.close()
  })

  async function goesOnDuring(work: () => Promise<unknown>): Promise<void> {
    const longest = await server.longestDelayDuring(work)
    if (process.env.OVERHEARD_TEST_FIGURES)
      console.log(`${longest.toFixed(0)} ms, ${server.largest / 1e6} MB`)
    expect(longest).to.be.lessThan(LONGEST_DELAY_MS)
    expect(server.largest).to.be.within(1, MOST_MEMORY)
  }

  /** A key of its own, with the requests of a minute to itself. */
  async function aKey(): Promise<string> {
    const { id } = await cli.json(['account', 'create', '--name', 'a', '--plan', 'pro'])
    return (await cli.json(['key', 'create', '--name', 'k', '--account', id])).key
  }

  const post = (path: string, key: string, body: string) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body,
    }).then((answer) => answer.text())

  /** Follows an empty feed, and has the server poll it once its items are there. */
  async function polled(items: readonly string[]): Promise<Json> {
    const path = `/${publisher.requests.length}`
    publisher.serve(path, { body: aFeed([]) })
    const feed = await cli.json(['feed', 'add', publisher.url(path)])
    publisher.serve(path, { body: aFeed(items) })
    await db.run('UPDATE feeds SET poll_due_at = 0 WHERE uuid = :id', { id: feed.id })
    const isLeft =
      'SELECT id FROM feeds WHERE uuid = :id AND (poll_due_at = 0 OR poll_leased_until IS NOT NULL)'
    await until(async () => !(await db.get(isLeft, { id: feed.id })))
    return feed
  }

  /** An episode whose transcript the server has fetched, whatever became of it. */
  async function fetched(text: string): Promise<string> {
    const link = publisher.serve('/file', { body: text, headers: { 'content-type': 'text/plain' } })
    const more = `<podcast:transcript url="${link}" type="text/plain"/>`
    const { podcast_id } = await polled([anItem({ guid: '1', date: NOW, more })])
    const episode = `SELECT uuid, transcript_leased_until AS leased, transcript_tries AS tries, has_transcript AS has
                       FROM episodes WHERE podcast_id = (SELECT id FROM podcasts WHERE uuid = :podcast_id)`
    let found: Json
    await until(async () => {
      found = await db.get(episode, { podcast_id })
      return found !== undefined && found.leased === null && (found.tries > 0 || found.has === 1)
    })
    return found.uuid
  }

  const openings = ['CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 'nonsense\r\n\r\n', 'GET / HTTP/1.1\r\nHo', '']
  it('the server goes on answering beside hundreds of connections that are reset or left half open', () =>
    goesOnDuring(async () => {
      const connections = await Promise.all(times(400, () => RawConnection.open(server.url)))
      await Promise.all(connections.map((one, at) => one.send(openings[at % openings.length]!)))
      for (const [at, one] of connections.entries()) at % 2 === 0 ? one.reset() : one.end()
      for (const one of connections) one.reset()
    }))

  it('the server answers ten thousand requests sent at once on one connection', () =>
    goesOnDuring(async () => {
      const connection = await RawConnection.open(server.url)
      const last = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
      await connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(9_999) + last)
      await connection.ended()
    }))

  const feeds: Record<string, () => string[]> = {
    'texts of combining marks': () => todays(5, `<description>a${fill(MARKS, 500_000)}</description>`),
    'an item of 90,000 transcripts': () => [
      anItem({
        guid: '1',
        date: NOW,
        more: times(90_000, (at) => `<podcast:transcript url="http://127.0.0.1:9/${at}"/>`).join(''),
      }),
    ],
    'long Chinese texts': () => todays(30, `<description>${fill('今天我们来谈谈', 150_000)}</description>`),
    'descriptions of nested elements': () =>
      todays(5, `<description><![CDATA[${fill('<div>', 500_000)}]]></description>`),
    '100,000 old items': () =>
      times(100_000, (at) => `<item><guid>${at}</guid><title>a</title><pubDate>2001-01-01</pubDate></item>`),
    '1,000 new items': () => todays(1000),
  }
  for (const [name, items] of Object.entries(feeds)) {
    it(`the server goes on answering while it polls a feed of ${name}`, () =>
      goesOnDuring(() => polled(items())))
  }

  const files: Record<string, () => string> = {
    'nine million quotes': () => `# T\n${fill('> ', 18_000_000)}`,
    'a YAML head of 66,000 keys': () =>
      `---\n${times(66_000, (at) => `k${at}: 1`).join('\n')}\n---\nThe text.`,
    'nested lists': () => fill('[', 9_000_000) + fill(']', 9_000_000),
    'four million Chinese characters': () => fill('今天我们来谈谈。', 4_000_000),
  }
  for (const [name, file] of Object.entries(files)) {
    it(`the server goes on answering while it reads a transcript of ${name}`, () =>
      goesOnDuring(() => fetched(file())))
  }

  it('the server goes on answering beside excerpts of a text of underscores', async () => {
    const episode_id = await fetched(fill(`${fill('x______ ', 190)}.\n\n`, 3_000_000))
    const api = new Api(server.url, await aKey())
    await goesOnDuring(async () => {
      const q = ['___', '____', '_____', '__ x', '______']
      const answers = await Promise.all(
        times(5, () => api.call('getTranscriptExcerpts', { params: { episode_id }, query: { q } })),
      )
      for (const { body } of answers) expect(body.total_hits).to.be.greaterThan(0)
    })
  })

  it('the server goes on answering beside long searches', async () => {
    const api = new Api(server.url, await aKey())
    const texts = [
      `a${fill(MARKS, 400)}`,
      fill('"a b" ', 480),
      fill('今', 480),
      fill('-a ', 480),
      '*'.repeat(500),
    ]
    await goesOnDuring(() =>
      Promise.all(times(40, (at) => api.call('searchEpisodes', { query: { q: texts[at % texts.length]! } }))),
    )
  })

  const bodies: Record<string, [path: string, body: string]> = {
    'nested lists': ['/api/v1/alerts', `{"name":${'['.repeat(500_000)}${']'.repeat(500_000)}}`],
    'thousands of fields': ['/api/v1/alerts', `{${times(90_000, (at) => `"k${at}":1`).join()}}`],
    'many keywords': [
      '/api/v1/alerts',
      JSON.stringify({ name: 'a', keywords: times(100_000, (at) => `k${at}`) }),
    ],
    'long keywords': ['/api/v1/alerts', JSON.stringify({ name: 'a', keywords: [fill(MARKS, 300_000)] })],
    'calls of an assistant': [
      '/mcp',
      JSON.stringify(times(20, (id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }))),
    ],
    'a batch that is too long': [
      '/mcp',
      JSON.stringify(times(20_000, (id) => ({ jsonrpc: '2.0', id, method: 'a' }))),
    ],
  }
  for (const [name, [path, body]] of Object.entries(bodies)) {
    it(`the server goes on answering beside bodies of ${name}`, async () => {
      const key = await aKey()
      await goesOnDuring(() => Promise.all(times(10, () => post(path, key, body))))
    })
  }
})
