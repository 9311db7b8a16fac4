import { expect } from 'chai'
import { connect } from '../../lib/db/open.js'
import type { Database } from '../../lib/db/types.js'
import { Cli } from '../support/cli.js'
import { aFeed, anItem, FeedServer } from '../support/feed-server.js'
import { fill, MARKS } from '../support/hostile-texts.js'
import { until } from '../support/until.js'
import { WatchedServer } from '../support/watched-server.js'

const LONGEST_DELAY_MS = 250
const MOST_MEMORY = 700_000_000

const NOW = new Date().toISOString()
const todays = (count: number, more = '') =>
  Array.from({ length: count }, (_, at) => anItem({ guid: `${at}`, date: NOW, more }))

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

  afterEach(() => expect(server.largest).to.be.within(1, MOST_MEMORY))

  const expectAnswering = async (work: () => Promise<unknown>) => {
    const t = Date.now()
    const longest = await server.longestDelayDuring(work)
    if (process.env.FIGURES)
      console.log(longest.toFixed(0), 'ms', (server.largest / 1e6).toFixed(0), 'MB', Date.now() - t)
    expect(longest).to.be.lessThan(LONGEST_DELAY_MS)
  }

  /** Follows an empty feed, and has the server poll it once its items are there. */
  async function poll(name: string, items: readonly string[]): Promise<void> {
    const path = `/${encodeURIComponent(name)}`
    publisher.serve(path, { body: aFeed([]) })
    const feed = await cli.json(['feed', 'add', publisher.url(path)])
    publisher.serve(path, { body: aFeed(items) })
    await expectAnswering(async () => {
      await db.run('UPDATE feeds SET poll_due_at = 0 WHERE uuid = :uuid', { uuid: feed.id })
      await until(async () => {
        const row = await db.get<{ due: number }>(
          'SELECT poll_due_at AS due FROM feeds WHERE uuid = :uuid AND poll_leased_until IS NULL',
          { uuid: feed.id },
        )
        return row !== undefined && Number(row.due) > 0
      }, 120_000)
    })
  }

  const feeds: Record<string, () => string[]> = {
    'texts of combining marks': () => todays(5, `<description>a${fill(MARKS, 500_000)}</description>`),
    'an item of 90,000 transcripts': () => [
      anItem({
        guid: '1',
        date: NOW,
        more: Array.from(
          { length: 90_000 },
          (_, at) => `<podcast:transcript url="http://127.0.0.1:9/${at}"/>`,
        ).join(''),
      }),
    ],
    'long Chinese texts': () => todays(30, `<description>${fill('今天我们来谈谈', 150_000)}</description>`),
    '100,000 old items': () =>
      Array.from(
        { length: 100_000 },
        (_, at) => `<item><guid>${at}</guid><title>An episode</title><pubDate>2001-01-01</pubDate></item>`,
      ),
    '1,000 new items': () => todays(1000),
  }
  for (const [name, items] of Object.entries(feeds)) {
    it(`goes on answering while it polls a feed of ${name}`, () => poll(name, items()))
  }
})
