import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { startOfUtcDay } from '../../lib/clock.js'
import { decodeDocument } from '../../lib/feeds/charset.js'
import { readDate } from '../../lib/feeds/dates.js'
import { parseFeed } from '../../lib/feeds/parse-feed.js'
import { currentApp, useApp } from '../support/app.js'
import { FEED_ENVIRONMENT, MUCH_LATER_MS, usePublisher } from '../support/feeds.js'
import { runJob } from '../support/jobs.js'

const FOLDER = join(process.cwd(), '../shared/data/feeds')
const files = existsSync(FOLDER) ? readdirSync(FOLDER) : []
const DATE = /(<pubDate>)([^<]+)(<\/pubDate>)/gi

const read = (file: string) => decodeDocument(readFileSync(join(FOLDER, file)))

/** The same feed, published so much later that its newest item is of the day of `now`. */
function shifted(text: string, now: number): string {
  const dates = parseFeed(text, 'https://example.org/').items.map(({ publishedAt }) => publishedAt ?? 0)
  const days = startOfUtcDay(now) - startOfUtcDay(Math.max(...dates))
  return text.replace(DATE, (_, open, date, close) => {
    const at = readDate(date)
    return at === null ? `${open}${date}${close}` : `${open}${new Date(at + days).toUTCString()}${close}`
  })
}

describe('real feeds, as if published today', () => {
  useApp({ environment: FEED_ENVIRONMENT })
  const publisher = usePublisher()

  before(function () {
    if (files.length > 0) return
    console.log(`      skipped: the real feeds are not at ${FOLDER}`)
    this.skip()
  })

  for (const file of files) {
    it(`the real feed ${file} is followed`, async () => {
      const now = currentApp().clock.now()
      const text = shifted(read(file), now).replace(/encoding=["']iso-8859-1["']/i, '')
      const url = publisher.server.serve('/feed.xml', { body: text })
      const parsed = parseFeed(text, url)
      const today = parsed.items.filter(({ publishedAt }) => publishedAt! >= startOfUtcDay(now))

      const feed = await publisher.follow(url)
      const held = await publisher.titles(feed)
      publisher.server.serve('/feed.xml', { body: `${text}\n<!-- changed -->` })
      currentApp().clock.advance(MUCH_LATER_MS)
      const again = await runJob('poll')
      currentApp().clock.advance(-MUCH_LATER_MS)

      expect(feed.title).to.equal(parsed.title)
      expect(held).to.have.members(today.map(({ title }) => title))
      expect(held).to.not.have.length(0)
      expect(again).to.deep.equal({ polled: 1, episodes_added: 0, errors: 0 })
    })
  }
})

describe('a real feed, two months later', () => {
  useApp({ environment: FEED_ENVIRONMENT, startsAt: '2026-04-27T12:00:00Z' })
  const publisher = usePublisher()

  before(function () {
    if (files.length === 0) this.skip()
  })

  it('a real feed after two months brings the episodes since then, and no older ones', async () => {
    const publish = (file: string) => publisher.server.serve('/feed.xml', { body: read(file) })
    const feed = await publisher.follow(publish('cdspill_podbean_2026-04-27.xml'))
    const before = await publisher.titles(feed)
    publish('cdspill_podbean_2026-06-23.xml')
    currentApp().clock.set('2026-06-23T12:00:00Z')

    expect(await runJob('poll')).to.deep.equal({ polled: 1, episodes_added: 4, errors: 0 })

    const episodes = await publisher.episodes(feed)
    expect(before).to.deep.equal(['Close Combat med Hans Arne Jacobsen'])
    expect(episodes).to.have.length(5)
    expect(episodes.every(({ published_at }) => published_at >= '2026-04-27')).to.equal(true)
  })
})
