import { expect } from 'chai'
import { DAY_MS, MINUTE_MS } from '../../../lib/clock.js'
import { currentApp, useApp } from '../../support/app.js'
import { anEpisode, aPodcast } from '../../support/catalogue.js'
import { aFeed, anItem } from '../../support/feed-server.js'
import { FEED_ENVIRONMENT, MUCH_LATER_MS, usePublisher } from '../../support/feeds.js'
import { runJob } from '../../support/jobs.js'

const TODAY = '2026-11-20T07:00:00Z'
const YESTERDAY = '2026-11-19T23:59:59Z'
const TOMORROW = '2026-11-21T07:00:00Z'

describe('following a feed', () => {
  useApp({ environment: FEED_ENVIRONMENT })
  const publisher = usePublisher()

  async function pollLater() {
    currentApp().clock.advance(MUCH_LATER_MS)
    return runJob('poll')
  }

  afterEach(() => currentApp().clock.set('2026-11-20T12:00:20.000Z'))

  it('following a feed stores its podcast', async () => {
    const url = publisher.publish([], {
      title: 'Tea &amp; Talk',
      more: `<description>Two &lt;b&gt;people&lt;/b&gt;</description><itunes:author>Ann</itunes:author>
             <itunes:explicit>yes</itunes:explicit><itunes:image href="/i.png"/><language>EN</language>
             <itunes:category text="News &amp; Politics"/>`,
    })

    const feed = await publisher.follow(url)

    expect(await publisher.podcast(feed)).to.deep.include({
      title: 'Tea & Talk',
      description: 'Two people',
      author: 'Ann',
      explicit: true,
      image_url: publisher.server.url('/i.png'),
      language: 'en',
      feed_url: url,
      itunes_id: null,
      last_episode_at: null,
      categories: [{ name: 'News & Politics', slug: 'news-politics' }],
      available_episode_count: 0,
    })
  })

  it('following a feed stores its episodes', async () => {
    const url = publisher.publish([
      anItem({
        guid: 'ep-1',
        title: 'Pots',
        date: TODAY,
        audio: '/1.mp3',
        more: `<description>&lt;p&gt;About&lt;/p&gt;&lt;p&gt;pots&lt;/p&gt;</description>
               <itunes:duration>1:00:01</itunes:duration><itunes:episode>4</itunes:episode><itunes:season>2</itunes:season>`,
      }),
    ])

    const feed = await publisher.follow(url)

    const [episode] = await publisher.episodes(feed)
    expect(episode).to.deep.include({
      title: 'Pots',
      description: 'About\n\npots',
      audio_url: publisher.server.url('/1.mp3'),
      duration_seconds: 3601,
      episode_number: 4,
      season_number: 2,
      published_at: '2026-11-20T07:00:00.000Z',
      has_transcript: false,
    })
  })

  it('items of the UTC day of admission and later are stored, older ones are not', async () => {
    const url = publisher.publish([
      anItem({ title: 'tomorrow', date: TOMORROW }),
      anItem({ title: 'today', date: '2026-11-20T00:00:00Z' }),
      anItem({ title: 'yesterday', date: YESTERDAY }),
      anItem({ title: 'undated' }),
    ])

    const feed = await publisher.follow(url)

    expect(await publisher.titles(feed)).to.deep.equal(['tomorrow', 'today'])
    expect((await publisher.podcast(feed)).last_episode_at).to.equal('2026-11-20T00:00:00.000Z')
  })

  it('back catalogue is never stored, even if it appears later, but new undated items are', async () => {
    const there = anItem({ guid: 'there', title: 'undated, there at admission' })
    const feed = await publisher.follow(publisher.publish([there]))
    publisher.publish([
      there,
      anItem({ guid: 'new', title: 'undated, new' }),
      anItem({ guid: 'old', title: 'old', date: YESTERDAY }),
      anItem({ guid: 'late', title: 'of the admission day', date: TODAY }),
    ])

    expect(await pollLater()).to.include({ polled: 1, episodes_added: 2, errors: 0 })

    expect(await publisher.titles(feed)).to.deep.equal(['of the admission day', 'undated, new'])
  })

  it('the first poll after a crash during the admission finishes it', async () => {
    const there = anItem({ guid: 'there', title: 'undated, there at admission' })
    const today = anItem({ guid: 'today', title: 'today', date: TODAY })
    const feed = await publisher.follow(publisher.publish([there, today]))
    const { db } = currentApp().services
    await db.run("UPDATE feeds SET last_success_at = NULL, content_hash = '', etag = '', last_modified = ''")
    await db.run('DELETE FROM feed_items')
    await db.run('DELETE FROM episodes')

    await pollLater()

    expect(await publisher.titles(feed)).to.deep.equal(['today'])
    publisher.publish([there, anItem({ guid: 'new', title: 'undated, new' }), today])
    await pollLater()
    expect(await publisher.titles(feed)).to.deep.equal(['today', 'undated, new'])
  })

  it('an edited undated item of the back catalogue is still recognised', async () => {
    const feed = await publisher.follow(
      publisher.publish([anItem({ guid: 'a', title: 'A' }), anItem({ title: 'B', audio: '/b.mp3' })]),
    )
    publisher.publish([
      anItem({ guid: 'a', title: 'A, edited' }),
      anItem({ guid: 'b', title: 'B', audio: '/b.mp3' }),
    ])
    await pollLater()
    publisher.publish([anItem({ guid: 'a', title: 'A, twice' }), anItem({ guid: 'b', title: 'B, edited' })])

    await pollLater()

    expect(await publisher.titles(feed)).to.deep.equal([])
  })

  it('an item of the back catalogue that loses its date is not stored', async () => {
    const old = { guid: 'old', title: 'Old' }
    const feed = await publisher.follow(publisher.publish([anItem({ ...old, date: YESTERDAY })]))
    publisher.publish([anItem(old), anItem({ title: 'undated, new' })])

    await pollLater()

    expect(await publisher.titles(feed)).to.deep.equal(['undated, new'])
  })

  it('changes of the feed update the podcast and its episodes', async () => {
    const feed = await publisher.follow(
      publisher.publish([anItem({ guid: '1', title: 'Befor', date: TODAY })]),
    )
    const [before] = await publisher.episodes(feed)
    publisher.publish([anItem({ guid: '1', title: 'After', date: TODAY, audio: '/1.mp3' })], {
      title: 'Renamed',
    })

    await pollLater()

    const [after] = await publisher.episodes(feed)
    expect(after).to.include({ id: before!.id, title: 'After', audio_url: publisher.server.url('/1.mp3') })
    expect((await publisher.podcast(feed)).title).to.equal('Renamed')
  })

  it('episodes that leave the feed are kept', async () => {
    const feed = await publisher.follow(publisher.publish([anItem({ guid: '1', title: 'One', date: TODAY })]))
    publisher.publish([])

    await pollLater()

    expect(await publisher.titles(feed)).to.deep.equal(['One'])
  })

  it('an episode with a changed guid is stored once', async () => {
    const one = { title: 'One', date: TODAY, audio: '/1.mp3' }
    const feed = await publisher.follow(publisher.publish([anItem({ ...one, guid: '1' })]))
    publisher.publish([anItem({ ...one, guid: 'https://example.org/?p=1' })])
    await pollLater()
    publisher.publish([anItem({ ...one, guid: 'https://example.org/?p=1', title: 'One, retitled' })])

    await pollLater()

    expect(await publisher.titles(feed)).to.deep.equal(['One, retitled'])
  })

  it('different episodes with the same guid are stored separately', async () => {
    const [a, b, c] = ['A', 'B', 'C'].map((title) =>
      anItem({ guid: 'same', title, date: TODAY, audio: `/${title}.mp3` }),
    ) as [string, string, string]
    const feed = await publisher.follow(publisher.publish([a]))
    publisher.publish([b, a])
    await pollLater()
    publisher.publish([c, b])

    await pollLater()

    expect((await publisher.titles(feed)).sort()).to.deep.equal(['A', 'B', 'C'])
  })

  it('items without guids are stored once', async () => {
    const items = ['A', 'B'].map((title) => anItem({ title, date: TODAY, audio: `/${title}.mp3` }))
    const feed = await publisher.follow(publisher.publish(items))
    publisher.publish([...items].reverse(), { more: '<description>changed</description>' })

    expect(await pollLater()).to.include({ episodes_added: 0 })

    expect((await publisher.titles(feed)).sort()).to.deep.equal(['A', 'B'])
  })

  it('hundreds of new items are stored at once', async () => {
    const items = Array.from({ length: 250 }, (_, n) => anItem({ guid: `${n}`, title: `${n}`, date: TODAY }))

    const feed = await publisher.follow(publisher.publish(items))

    expect((await publisher.podcast(feed)).available_episode_count).to.equal(250)
  })

  it('adding a followed feed returns it without another request', async () => {
    const url = publisher.publish([])
    const first = await publisher.follow(url)

    const again = await publisher.follow(`${url}#top`)

    expect(again.uuid).to.equal(first.uuid)
    expect(publisher.server.count('/feed.xml')).to.equal(1)
  })

  it('of two removals of a feed at the same time, one finds no feed', async () => {
    const { uuid } = await publisher.follow(publisher.publish([]))
    const { feeds } = currentApp().services

    const removed = await Promise.all([feeds.remove(uuid), feeds.remove(uuid)])

    expect(removed.filter(Boolean)).to.have.length(1)
  })

  it('removing a feed keeps its episodes, and adding it again starts from that day', async () => {
    const url = publisher.publish([anItem({ guid: '1', title: 'One', date: TODAY })])
    const first = await publisher.follow(url)
    await currentApp().services.feeds.remove(first.uuid)
    currentApp().clock.advance(3 * DAY_MS)
    publisher.publish([
      anItem({ guid: '3', title: 'Three', date: '2026-11-23T01:00:00Z' }),
      anItem({ guid: '2', title: 'Two', date: '2026-11-22T01:00:00Z' }),
      anItem({ guid: '1', title: 'One, edited', date: TODAY }),
    ])

    const again = await publisher.follow(url)

    expect(again.podcastUuid).to.equal(first.podcastUuid)
    expect(again.admittedAt).to.equal(first.admittedAt + 3 * DAY_MS)
    expect(await publisher.titles(again)).to.deep.equal(['Three', 'One, edited'])
  })

  it('a feed whose podcast was imported takes over the podcast and its episodes', async () => {
    const url = publisher.publish([
      anItem({ guid: 'imported', title: 'Edited since', date: '2026-01-01T00:00:00Z' }),
      anItem({ guid: 'old', title: 'Old', date: '2026-01-01T00:00:00Z' }),
    ])
    const imported = await aPodcast({ feedUrl: url, title: 'As imported' })
    await anEpisode({
      podcast: imported,
      guid: 'imported',
      title: 'As imported',
      publishedAt: 1_767_225_600_000,
    })

    const feed = await publisher.follow(url)

    expect(feed).to.include({ podcastUuid: imported.uuid, title: 'A show' })
    expect(await publisher.titles(feed)).to.deep.equal(['Edited since'])
  })

  it('several feeds are added at once, with at most two requests to one host at a time', async () => {
    const urls = Array.from({ length: 8 }, (_, n) =>
      publisher.server.serve(`/${n}.xml`, (_request, response) => {
        setImmediate(() => response.end(aFeed([], { title: `Show ${n}` })))
      }),
    )

    const outcomes = await currentApp().services.feeds.add([...urls, publisher.server.url('/none.xml')])

    expect(outcomes.filter((outcome) => 'feed' in outcome)).to.have.length(8)
    expect(outcomes.at(-1)).to.deep.include({ error: 'The server answered 404 Not Found.' })
    expect(publisher.server.mostAtOnce).to.be.at.most(2)
  })

  describe('a feed is refused, and nothing is stored, if', () => {
    const refusals: Array<[string, string | Uint8Array, string]> = [
      ['the answer is a web page', '<!doctype html><html><body>Hello</body></html>', 'neither RSS nor Atom'],
      ['the answer is empty', '', 'empty'],
      ['the feed breaks off', aFeed([]).slice(0, -20), 'ends in the middle'],
      ['the feed is larger than 20 MB', aFeed([`<!--${'x'.repeat(20_500_000)}-->`]), 'larger than 20 MB'],
    ]
    for (const [what, body, reason] of refusals) {
      it(what, async () => {
        const url = publisher.server.serve('/feed.xml', { body })

        expect(await publisher.refusal(url)).to.contain(reason)

        const held = await currentApp().db.get('SELECT 1 FROM podcasts WHERE feed_url = :url', { url })
        expect(held).to.equal(undefined)
      })
    }

    it('the address is not valid', async () => {
      expect(await publisher.refusal('not an address')).to.contain('must begin with http')
      expect(await publisher.refusal('ftp://example.org/feed.xml')).to.contain('must begin with http')
      expect(await publisher.refusal('http://a:b@example.org/feed.xml')).to.contain('user name or password')
    })

    it('the address is not public', async () => {
      expect(await publisher.refusal('http://10.1.2.3/feed.xml')).to.equal(
        'The address is not public. OVERHEARD_ALLOWED_NETWORKS can allow it.',
      )
    })
  })

  describe('a feed with more items than one poll takes', () => {
    const numbered = (count: number) =>
      Array.from({ length: count }, (_, at) => `<item><guid>${at}</guid><title>${at}</title></item>`)

    it('a poll stores the newest ten thousand items, and the next poll the rest', async () => {
      const feed = await publisher.follow(publisher.publish([]))
      const today = anItem({ guid: 'today', title: 'today', date: TODAY })
      publisher.publish([...numbered(10_001), today])

      expect(await pollLater()).to.include({ episodes_added: 10_000, errors: 0 })
      expect((await publisher.titles(feed))[0]).to.equal('today')
      const { nextPollAt } = await publisher.health(feed)
      expect(nextPollAt! - currentApp().clock.now()).to.equal(15 * MINUTE_MS)
      expect(await pollLater()).to.include({ episodes_added: 2, errors: 0 })
      expect(await pollLater()).to.include({ episodes_added: 0, errors: 0 })
    })

    it('undated items that were in the feed at admission are not stored by later polls', async () => {
      await publisher.follow(publisher.publish(numbered(10_001)))
      publisher.publish(numbered(10_002))

      expect(await pollLater()).to.include({ episodes_added: 1, errors: 0 })
    })

    it('a podcast gets a hundred thousand episodes at most, the newest first, and then the feed reports it', async () => {
      const feed = await publisher.follow(publisher.publish([]))
      await currentApp().services.db.run(
        `INSERT INTO feed_items (podcast_id, guid, title, audio_url, content_hash)
         WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 99999)
         SELECT podcasts.id, 'old ' || n, '', '', '' FROM podcasts, numbers WHERE uuid = :uuid`,
        { uuid: feed.podcastUuid },
      )
      publisher.publish([
        anItem({ guid: 'today', title: 'today', date: TODAY }),
        anItem({ guid: 'tomorrow', title: 'tomorrow', date: TOMORROW }),
      ])

      expect(await pollLater()).to.include({ episodes_added: 1, errors: 1 })
      expect(await publisher.titles(feed)).to.deep.equal(['tomorrow'])
      expect((await publisher.health(feed)).lastError).to.include('100000 episodes')
      expect(await pollLater()).to.include({ episodes_added: 0, errors: 1 })
    })
  })
})
