import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/clock.js'
import { findFeed, leaseDueFeeds, leaseFeed } from '../../lib/feeds/feed-store.js'
import type { AddOutcome } from '../../lib/feeds/feeds.js'
import { pollStep } from '../../lib/feeds/poll-feed.js'
import { findPodcastByFeedUrl } from '../../lib/podcasts/podcast-store.js'
import { extendLeases, LEASE_MS, releaseRow } from '../../lib/queue/queue.js'
import { QUEUES } from '../../lib/queue/queues.js'
import { Worker } from '../../lib/queue/worker.js'
import { currentApp, useApp } from '../support/app.js'
import { aPodcast } from '../support/catalogue.js'
import { aFeed, anItem } from '../support/feed-server.js'
import { FEED_ENVIRONMENT, MUCH_LATER_MS, usePublisher } from '../support/feeds.js'
import { runJob } from '../support/jobs.js'
import { until } from '../support/until.js'

const START = '2026-11-20T12:00:20.000Z'
const TODAY = '2026-11-20T07:00:00Z'
const SHORTEST = 15 * MINUTE_MS

describe('polling', () => {
  useApp({ environment: FEED_ENVIRONMENT })
  const publisher = usePublisher()
  const clock = () => currentApp().clock

  afterEach(() => clock().set(START))

  async function pollLater(laterMs = MUCH_LATER_MS) {
    clock().advance(laterMs)
    return runJob('poll')
  }

  describe('when', () => {
    it('a feed is polled when it is due, not before', async () => {
      await publisher.follow(publisher.publish([]))

      expect(await pollLater(SHORTEST - 1)).to.include({ polled: 0 })
      expect(await pollLater(SHORTEST / 10 + 1)).to.include({ polled: 1 })
    })

    it('the next poll waits as long as the feed and its server ask for', async () => {
      const url = publisher.server.serve('/feed.xml', {
        headers: { 'cache-control': 'max-age=7200' },
        body: aFeed([], { more: '<ttl>60</ttl>' }),
      })
      const feed = await publisher.follow(url)

      expect(feed.nextPollAt! - clock().now()).to.be.within(2 * HOUR_MS, 2.2 * HOUR_MS)
    })

    it('the pause after failures doubles up to a day, and a success resets it', async () => {
      const feed = await publisher.follow(publisher.publish([]))
      publisher.server.serve('/feed.xml', { status: 500 })
      const pauses: number[] = []
      for (let failure = 1; failure <= 9; failure++) {
        await pollLater()
        pauses.push(((await publisher.health(feed)).nextPollAt! - clock().now()) / SHORTEST)
      }
      const sick = await publisher.health(feed)
      publisher.publish([])
      await pollLater()
      const well = await publisher.health(feed)

      expect(pauses).to.deep.equal([1, 2, 4, 8, 16, 32, 64, 96, 96])
      expect(sick.lastError).to.equal('The server answered 500 Internal Server Error.')
      expect(well).to.include({ lastError: '', lastSuccessAt: clock().now(), lastErrorAt: sick.lastErrorAt })
    })

    it('each failed poll is logged in one line', async () => {
      const feed = await publisher.follow(publisher.publish([]))
      publisher.server.serve('/feed.xml', { status: 500 })
      const { log } = currentApp()
      const before = log.length

      await pollLater()
      await pollLater()

      const reason = 'The server answered 500 Internal Server Error.'
      const lines = log
        .slice(before)
        .map(({ step, feed, tries, reason, msg }) => ({ step, feed, tries, reason, msg }))
      const line = { step: 'poll', feed: feed.feedUrl, reason, msg: 'work failed; it is retried later' }
      expect(lines).to.deep.equal([1, 2].map((tries) => ({ ...line, tries })))
    })

    it('Retry-After is honoured', async () => {
      const feed = await publisher.follow(publisher.publish([]))
      publisher.server.serve('/feed.xml', { status: 503, headers: { 'retry-after': '7200' } })

      await pollLater()

      expect((await publisher.health(feed)).nextPollAt).to.equal(clock().now() + 2 * HOUR_MS)
    })

    it('a feed that answers 410 is not polled until a person asks for it', async () => {
      const feed = await publisher.follow(publisher.publish([]))
      publisher.server.serve('/feed.xml', { status: 410 })
      await pollLater()
      const gone = await publisher.health(feed)
      publisher.publish([])

      expect(gone).to.include({
        nextPollAt: null,
        lastError: 'The publisher says that this feed is gone (410).',
      })
      expect(await pollLater(30 * DAY_MS)).to.include({ polled: 0 })
      expect(await currentApp().services.feeds.poll([feed.uuid])).to.deep.include({ polled: 1, errors: [] })
      expect((await publisher.health(feed)).nextPollAt).to.be.greaterThan(clock().now())
    })

    it('adding a gone feed again polls it again', async () => {
      const url = publisher.publish([])
      await publisher.follow(url)
      publisher.server.serve('/feed.xml', { status: 410 })
      await pollLater()
      publisher.publish([])

      expect((await publisher.follow(url)).nextPollAt).to.be.greaterThan(clock().now())
    })

    it('a feed that another process polls is left alone until the lease of that process expires', async () => {
      await publisher.follow(publisher.publish([]))
      clock().advance(MUCH_LATER_MS)
      await currentApp().db.run('UPDATE feeds SET poll_due_at = :until, poll_leased_until = :until', {
        until: clock().now() + MINUTE_MS,
      })

      expect(await runJob('poll')).to.include({ polled: 0 })
      expect(await pollLater(MINUTE_MS)).to.include({ polled: 1 })
    })

    it('a released lease is not extended', async () => {
      const { uuid } = await publisher.follow(publisher.publish([]))
      const { db } = currentApp()
      const { id } = (await findFeed(db, uuid))!

      const lease = (now: number, until: number) => leaseFeed(db, uuid, { now, until })
      const released = (await lease(clock().now(), clock().now() + 1))!
      await releaseRow(db, QUEUES.poll, released, clock().now())
      await extendLeases(db, QUEUES.poll, [released], clock().now() + MINUTE_MS)
      const kept = (await lease(clock().now(), clock().now() + 2))!
      await extendLeases(db, QUEUES.poll, [kept], clock().now() + 2 * MINUTE_MS)

      expect(kept).to.include({ id })
      expect(await lease(clock().now() + MINUTE_MS, 0)).to.equal(undefined)
      expect(await lease(clock().now() + 2 * MINUTE_MS, 0)).to.include({ id })
    })

    it('the lease of a poll that waits for its host is extended', async () => {
      const { uuid } = await publisher.follow(publisher.publish([]))
      clock().advance(MUCH_LATER_MS)
      const { db, services } = currentApp()
      const { context } = services.feeds
      const { hosts } = context
      const { id, host } = (await findFeed(db, uuid))!
      const leasedUntil = clock().now() + LEASE_MS
      const feed = await leaseFeed(db, uuid, { now: clock().now(), until: leasedUntil })
      let isHostFree = () => {}
      const others = new Promise<void>((resolve) => (isHostFree = resolve))
      const busy = [hosts.run(host, () => others), hosts.run(host, () => others)]
      const asked = publisher.server.requests.length
      const pass = {
        counts: { polled: 0, episodes_added: 0, errors: 0 },
        abort: new AbortController().signal,
      }

      const polled = new Worker(context, pollStep(context), 1).workOn(feed!, pass)
      clock().advance(LEASE_MS)
      await until(async () => {
        const row = await db.get<{ until: number }>('SELECT poll_due_at AS until FROM feeds WHERE id = :id', {
          id,
        })
        return row!.until === leasedUntil + LEASE_MS
      })
      const askedMeanwhile = publisher.server.requests.length - asked
      isHostFree()
      await Promise.all([polled, ...busy])

      expect(askedMeanwhile).to.equal(0)
      expect(pass.counts).to.include({ polled: 1, errors: 0 })
    })

    it('a feed that another process has just polled is not polled again', async () => {
      const { uuid } = await publisher.follow(publisher.publish([]))
      clock().advance(MUCH_LATER_MS)
      const { db, services } = currentApp()
      const { id } = (await findFeed(db, uuid))!

      await runJob('poll')

      const lease = { now: clock().now(), until: clock().now() + MINUTE_MS, limit: 1 }
      expect(await leaseDueFeeds(db, services.feeds.context.hosts, lease)).to.have.length(0)
      expect(await leaseFeed(db, uuid, lease)).to.include({ id })
    })

    it('a stop releases the feed', async () => {
      const feed = await publisher.follow(publisher.publish([]))
      const abort = new AbortController()
      publisher.server.serve('/feed.xml', () => abort.abort())
      clock().advance(MUCH_LATER_MS)

      await runJob('poll', abort.signal)

      expect(await publisher.health(feed)).to.include({ lastError: '' })
      publisher.publish([])
      expect(await runJob('poll')).to.include({ polled: 1 })
    })

    /** Runs `work` while nothing of a feed can be saved. */
    const withoutSaving = (work: () => Promise<void>) =>
      currentApp().db.transaction(async (db) => {
        if (db.engine === 'postgres') await db.run('LOCK TABLE podcasts IN EXCLUSIVE MODE')
        await work()
      })

    it('a poll counts against its host until its document has arrived, not until it is saved', async () => {
      const { uuid } = await publisher.follow(publisher.publish([]))
      publisher.publish([anItem({ date: TODAY })])
      const { db, services } = currentApp()
      const { context } = services.feeds
      const { hosts } = context
      const { host } = (await findFeed(db, uuid))!
      const now = clock().now()
      const feed = (await leaseFeed(db, uuid, { now, until: now + LEASE_MS }))!
      const counts = { polled: 0, episodes_added: 0, errors: 0 }
      let polled: Promise<void> | undefined

      await withoutSaving(async () => {
        polled = new Worker(context, pollStep(context)).workOn(feed, {
          counts,
          abort: new AbortController().signal,
        })
        await until(() => publisher.server.count('/feed.xml') === 2 && hosts.count(host) === 0)
        expect(counts.episodes_added).to.equal(0)
      })
      await polled

      expect(counts).to.deep.equal({ polled: 1, episodes_added: 1, errors: 0 })
    })

    it('an admission counts against its host until its document has arrived, not until it is saved', async () => {
      const url = publisher.publish([anItem({ date: TODAY })])
      const { feeds } = currentApp().services
      let added: Promise<AddOutcome[]> | undefined

      await withoutSaving(async () => {
        added = feeds.add([url])
        await until(
          () => publisher.server.count('/feed.xml') === 1 && feeds.context.hosts.count('127.0.0.1') === 0,
        )
      })

      expect(await added).to.have.nested.property('[0].isNew', true)
    })

    it('a host gets at most two polls at a time', async () => {
      for (let n = 0; n < 6; n++) await publisher.follow(publisher.publish([], { path: `/${n}.xml` }))

      expect(await pollLater()).to.include({ polled: 6 })
      expect(publisher.server.mostAtOnce).to.be.at.most(2)
    })
  })

  describe('whether anything changed', () => {
    it('a poll sends the validators of the last answer and accepts a 304', async () => {
      const items = [anItem({ guid: '1', date: TODAY })]
      const headers = { etag: '"a"', 'last-modified': 'Fri, 20 Nov 2026 07:00:00 GMT' }
      const url = publisher.server.serve('/feed.xml', { headers, body: aFeed(items) })
      const feed = await publisher.follow(url)
      publisher.server.serve('/feed.xml', { status: 304, headers: { etag: '"b"' } })

      await pollLater()
      await pollLater()

      expect(publisher.server.last('/feed.xml')).to.include({
        'if-none-match': '"b"',
        'if-modified-since': headers['last-modified'],
      })
      expect(await publisher.health(feed)).to.include({ lastError: '', lastSuccessAt: clock().now() })
    })

    it('a 304 to an unconditional poll is a failure', async () => {
      const feed = await publisher.follow(publisher.publish([]))
      publisher.server.serve('/feed.xml', { status: 304 })

      await pollLater()

      expect((await publisher.health(feed)).lastError).to.contain('304')
    })

    it('a truncated document gives its complete items, and is requested again without validators', async () => {
      const feed = await publisher.follow(publisher.publish([]))
      const whole = aFeed([
        anItem({ guid: '1', title: 'One', date: TODAY }),
        anItem({ guid: '2', title: 'Two', date: TODAY }),
      ])
      const headers = { etag: '"broken"' }
      publisher.server.serve('/feed.xml', { headers, body: whole.slice(0, whole.lastIndexOf('<title>')) })
      await pollLater()
      const broken = { health: await publisher.health(feed), titles: await publisher.titles(feed) }
      publisher.server.serve('/feed.xml', { headers, body: whole })
      await pollLater()

      expect(broken.health.lastError).to.contain('ends in the middle')
      expect(broken.titles).to.deep.equal(['One'])
      expect(publisher.server.last('/feed.xml')).to.not.include({ 'if-none-match': '"broken"' })
      expect((await publisher.titles(feed)).sort()).to.deep.equal(['One', 'Two'])
      expect((await publisher.health(feed)).lastError).to.equal('')
    })
  })

  describe('answers', () => {
    const packings: Array<[string, (body: Buffer) => Buffer]> = [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
      ['deflate', deflateSync],
    ]
    for (const [encoding, pack] of packings) {
      it(`an answer may be compressed with ${encoding}`, async () => {
        const body = pack(Buffer.from(aFeed([], { title: 'Packed' })))
        const url = publisher.server.serve('/feed.xml', { headers: { 'content-encoding': encoding }, body })

        expect(await publisher.follow(url)).to.include({ title: 'Packed' })
        expect(publisher.server.last('/feed.xml')['accept-encoding']).to.contain(encoding)
      })
    }

    it('an answer is decoded with the charset of its header', async () => {
      const url = publisher.server.serve('/feed.xml', {
        headers: { 'content-type': 'text/xml; charset=iso-8859-1' },
        body: Buffer.from('<rss><channel><title>Müsli</title></channel></rss>', 'latin1'),
      })

      expect(await publisher.follow(url)).to.include({ title: 'Müsli' })
    })

    const faults: Array<[string, Parameters<typeof publisher.server.serve>[1], string]> = [
      [
        'a bomb of zeros',
        { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(200_000_000)) },
        'larger than 20 MB',
      ],
      [
        'an endless feed',
        (_request, response) => {
          response.writeHead(200)
          Readable.from(
            (function* () {
              for (;;) yield 'x'.repeat(1_000_000)
            })(),
          )
            .on('error', () => undefined)
            .pipe(response)
        },
        'larger than 20 MB',
      ],
      ['a connection that breaks', (request) => request.socket.destroy(), 'Connection closed'],
      [
        'a body that breaks',
        (_request, response) =>
          response.writeHead(200, { 'content-length': '99' }).write('<rss>', () => response.destroy()),
        '',
      ],
      ['an invalid gzip body', { headers: { 'content-encoding': 'gzip' }, body: 'plain' }, ''],
      ['a web page', { body: '<html><body>Maintenance</body></html>' }, 'neither RSS nor Atom'],
      ['nesting without end', { body: `<rss><channel>${'<a>'.repeat(50_000)}` }, 'deeper than'],
    ]
    for (const [what, answer, reason] of faults) {
      it(`${what} is a failure of that feed only`, async () => {
        const feed = await publisher.follow(
          publisher.publish([anItem({ guid: '1', title: 'One', date: TODAY })]),
        )
        const other = await publisher.follow(publisher.publish([], { path: '/other.xml' }))
        publisher.server.serve('/feed.xml', answer)

        expect(await pollLater()).to.include({ polled: 2, errors: 1 })

        const health = await publisher.health(feed)
        expect(health.lastError).to.match(/\.$/).and.to.contain(reason)
        expect(await publisher.titles(feed)).to.deep.equal(['One'])
        expect((await publisher.health(other)).lastSuccessAt).to.equal(clock().now())
      })
    }
  })

  describe('a feed that moves', () => {
    const redirect = (from: string, status: number, to: string) =>
      publisher.server.serve(from, { status, headers: { location: to } })
    const urlOf = async (feed: { uuid: string }) =>
      new URL((await publisher.health({ uuid: feed.uuid })).feedUrl).pathname

    for (const status of [301, 308]) {
      it(`a feed keeps its new address after a ${status}`, async () => {
        const feed = await publisher.follow(publisher.publish([]))
        publisher.publish([anItem({ guid: '1', title: 'One', date: TODAY })], { path: '/new.xml' })
        redirect('/feed.xml', status, '/new.xml#feed')

        await pollLater()
        await pollLater()

        expect((await publisher.health(feed)).feedUrl).to.equal(publisher.server.url('/new.xml'))
        expect(publisher.server.count('/feed.xml')).to.equal(2)
        expect(await publisher.titles(feed)).to.deep.equal(['One'])
      })
    }

    for (const status of [302, 303, 307]) {
      it(`a feed keeps its old address after a ${status}`, async () => {
        const feed = await publisher.follow(publisher.publish([]))
        publisher.publish([], { path: '/new.xml' })
        redirect('/feed.xml', status, '/new.xml')

        await pollLater()

        expect(await publisher.health(feed)).to.include({ lastError: '' })
        expect(await urlOf(feed)).to.equal('/feed.xml')
      })
    }

    it('a feed moves as far as the redirects are permanent', async () => {
      publisher.publish([], { path: '/c.xml' })
      redirect('/b.xml', 302, '/c.xml')

      const feed = await publisher.follow(redirect('/a.xml', 301, '/b.xml'))

      expect(await urlOf(feed)).to.equal('/b.xml')
    })

    it('a feed keeps its address if the new one has no feed', async () => {
      const feed = await publisher.follow(publisher.publish([]))
      publisher.server.serve('/new.xml', { body: '<html/>' })
      redirect('/feed.xml', 301, '/new.xml')

      await pollLater()

      expect(await urlOf(feed)).to.equal('/feed.xml')
      expect((await publisher.health(feed)).lastError).to.contain('neither RSS nor Atom')
    })

    it('a poll follows at most three redirects', async () => {
      publisher.publish([], { path: '/4.xml' })
      redirect('/3.xml', 301, '/4.xml')
      redirect('/2.xml', 301, '/3.xml')
      redirect('/1.xml', 301, '/2.xml')

      expect(await urlOf(await publisher.follow(publisher.server.url('/1.xml')))).to.equal('/4.xml')
      expect(await publisher.refusal(redirect('/0.xml', 301, '/1.xml'))).to.contain('More than 3 redirects')
    })

    it('two old addresses of a feed that are added at once follow it once', async () => {
      const items = Array.from({ length: 100 }, (_, n) =>
        anItem({ guid: `${n}`, title: `${n}`, date: TODAY }),
      )
      const waiting: ServerResponse[] = []
      publisher.server.serve('/new.xml', (_request, response) => {
        if (waiting.push(response) === 2) for (const each of waiting) each.end(aFeed(items))
      })

      const [one, other] = await currentApp().services.feeds.add(
        ['/old.xml', '/older.xml'].map((path) => redirect(path, 301, '/new.xml')),
      )

      if (!(one && 'feed' in one && other && 'feed' in other)) throw new Error('not admitted')
      expect(other.feed.uuid).to.equal(one.feed.uuid)
      expect([one.isNew, other.isNew]).to.have.members([true, false])
      expect((await publisher.health(one.feed)).feedUrl).to.equal(publisher.server.url('/new.xml'))
    })

    it('a moved feed is still found by its old addresses', async () => {
      publisher.publish([], { path: '/new.xml' })
      const old = redirect('/old.xml', 301, '/new.xml')

      const feed = await publisher.follow(old)
      const again = await publisher.follow(old)

      expect(again.uuid).to.equal(feed.uuid)
      expect(await findPodcastByFeedUrl(currentApp().db, old)).to.include({ uuid: feed.podcastUuid })
    })

    const HAS_MOVED = 'The feed has moved to the address of another followed podcast: remove this feed.'

    it('a feed that has moved to the address of a followed podcast stores nothing and fails', async () => {
      const other = await publisher.follow(publisher.publish([], { path: '/new.xml', title: 'Other' }))
      const feed = await publisher.follow(publisher.publish([]))
      redirect('/feed.xml', 301, '/new.xml')
      publisher.publish([anItem({ guid: 'new', date: TODAY })], { path: '/new.xml', title: 'Other' })

      expect(await pollLater()).to.include({ polled: 2, errors: 1, episodes_added: 1 })

      expect(await publisher.health(feed)).to.include({ lastError: HAS_MOVED, title: 'A show', episodes: 0 })
      expect(await publisher.health(other)).to.include({ lastError: '', episodes: 1 })
      expect(await urlOf(feed)).to.equal('/feed.xml')
      expect(await urlOf(other)).to.equal('/new.xml')
    })

    it('a feed that has moved to a followed one takes over when that one is removed', async () => {
      const body = aFeed([anItem({ guid: 'new', title: 'One', date: TODAY })])
      const url = publisher.server.serve('/new.xml', (request, response) => {
        const isKnown = request.headers['if-none-match'] === '"a"'
        response.writeHead(isKnown ? 304 : 200, { etag: '"a"' }).end(isKnown ? '' : body)
      })
      const other = await publisher.follow(url)
      const feed = await publisher.follow(publisher.publish([]))
      redirect('/feed.xml', 301, '/new.xml')
      await pollLater()
      const before = await publisher.titles(feed)
      await currentApp().services.feeds.remove(other.uuid)

      await pollLater()

      expect(before).to.deep.equal([])
      expect(await publisher.titles(feed)).to.deep.equal(['One'])
      expect(await publisher.health(feed)).to.include({ lastError: '' })
    })

    it('a feed that has moved to one that was gone is followed there', async () => {
      const gone = await publisher.follow(publisher.publish([], { path: '/new.xml', title: 'Other' }))
      const feed = await publisher.follow(publisher.publish([]))
      publisher.server.serve('/new.xml', { status: 410 })
      await pollLater()
      publisher.publish([anItem({ guid: 'new', title: 'One', date: TODAY })], { path: '/new.xml' })
      redirect('/feed.xml', 301, '/new.xml')

      expect(await pollLater()).to.include({ polled: 1, errors: 0, episodes_added: 1 })

      expect(await publisher.titles(feed)).to.deep.equal(['One'])
      expect(await publisher.health(gone)).to.include({ nextPollAt: null, episodes: 0 })
    })

    it('a feed keeps its imported address if it moves to that of another imported podcast', async () => {
      const url = publisher.publish([], { path: '/new.xml' })
      const old = redirect('/old.xml', 301, '/new.xml')
      await aPodcast({ feedUrl: url, title: 'New' })
      await aPodcast({ feedUrl: old, title: 'Old' })

      expect(await urlOf(await publisher.follow(old))).to.equal('/old.xml')
      expect(await urlOf(await publisher.follow(url))).to.equal('/new.xml')
    })

    it('a moved feed can be removed and added again under its old address', async () => {
      const feed = await publisher.follow(publisher.publish([], { path: '/old.xml' }))
      publisher.publish([], { path: '/new.xml' })
      redirect('/old.xml', 301, '/new.xml')
      await pollLater()
      await currentApp().services.feeds.remove(feed.uuid)

      const again = await publisher.follow(publisher.publish([], { path: '/old.xml' }))

      expect(again.podcastUuid).to.equal(feed.podcastUuid)
      expect(await urlOf(again)).to.equal('/old.xml')
    })

    it('a moved feed is not added twice under its old and new address', async () => {
      const feed = await publisher.follow(publisher.publish([], { path: '/new.xml' }))

      const again = await publisher.follow(redirect('/old.xml', 301, '/new.xml'))

      expect(again.uuid).to.equal(feed.uuid)
    })
  })
})
