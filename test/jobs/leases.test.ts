import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/clock.js'
import { findFeed, leaseFeed } from '../../lib/feeds/feed-store.js'
import { Feeds } from '../../lib/feeds/feeds.js'
import { pollStep } from '../../lib/feeds/poll-feed.js'
import { Importer } from '../../lib/import/importer.js'
import { extendLeases, failRow, finishRow, LEASE_MS, releaseRow } from '../../lib/queue/queue.js'
import { QUEUES } from '../../lib/queue/queues.js'
import { Worker } from '../../lib/queue/worker.js'
import {
  type DueFetch,
  leaseDueFetches,
  leaseFetchesOfPodcast,
} from '../../lib/transcripts/due-transcript-store.js'
import { fetchStep } from '../../lib/transcripts/fetch-transcript.js'
import { currentApp, useApp } from '../support/app.js'
import { anApi } from '../support/factories.js'
import { aFeed, anItem, aVtt, FeedServer, type ItemOptions } from '../support/feed-server.js'
import { FEED_ENVIRONMENT, MUCH_LATER_MS, usePublisher } from '../support/feeds.js'
import { runJob } from '../support/jobs.js'
import { until } from '../support/until.js'

const START = '2026-11-20T12:00:20.000Z'
const TODAY = '2026-11-20T07:00:00Z'

describe('leases', () => {
  useApp({ environment: { ...FEED_ENVIRONMENT, OVERHEARD_TRANSCRIBER: 'off' } })
  const publisher = usePublisher()
  const clock = () => currentApp().clock

  afterEach(() => clock().set(START))

  /** A path whose requests wait until the test answers them. */
  function aSlowPath(path: string) {
    const waiting: ServerResponse[] = []
    publisher.server.serve(path, (_request, response) => waiting.push(response))
    return {
      asked: () => until(() => waiting.length > 0),
      answer: (status: number, body = '') => {
        for (const response of waiting.splice(0)) response.writeHead(status).end(body)
      },
    }
  }

  /** An item with audio and, if given, a link to its transcript. */
  const item = (transcript?: string, others: ItemOptions = {}) =>
    anItem({
      guid: '1',
      date: TODAY,
      audio: '/1.mp3',
      more: transcript && `<podcast:transcript url="${transcript}" type="text/vtt"/>`,
      ...others,
    })

  /** A worker that extends its leases all the time. Leases what is due and fetches it. */
  function aFetcher() {
    const { context } = currentApp().services.feeds
    const worker = new Worker(context, fetchStep(context), 1)
    const pass = { counts: { transcripts_added: 0 }, abort: new AbortController().signal }
    return async () => {
      let due: DueFetch[] = []
      // An extension that runs at this moment locks the row, which leasing then skips.
      await until(async () => {
        const now = clock().now()
        due = await leaseDueFetches(context.db, context.hosts, { now, until: now + LEASE_MS, limit: 8 })
        return due.length > 0
      })
      return { done: Promise.all(due.map((one) => worker.workOn(one, pass))) }
    }
  }

  async function fetchOf(feed: { podcastUuid: string }) {
    const row = await currentApp().db.get<{ due: number | null; error: string; recognitions: number }>(
      `SELECT transcript_due_at AS due, transcript_error AS error,
              (SELECT COUNT(*) FROM recognitions WHERE episode_id = episodes.id) AS recognitions
         FROM episodes WHERE podcast_id = (SELECT id FROM podcasts WHERE uuid = :podcastUuid)`,
      { podcastUuid: feed.podcastUuid },
    )
    return row
  }

  /** Imports the transcript of the item. */
  async function importText({ feedUrl }: { feedUrl: string }, text: string): Promise<void> {
    const { db, services } = currentApp()
    const importer = new Importer(db, { clock: clock(), ids: services.ids, documents: services.documents })
    const transcript = { segments: [{ start: 0, end: 2, text }] }
    const line = JSON.stringify({ type: 'episode', feed_url: feedUrl, guid: '1', title: 'One', transcript })
    await importer.run({ stream: Readable.from([Buffer.from(line)]), folder: '.' })
    expect(importer.faults).to.deep.equal([])
  }

  async function textOf(feed: { podcastUuid: string }): Promise<string> {
    const [episode] = await publisher.episodes(feed)
    const query = { params: { episode_id: episode!.id }, query: { format: 'txt' } }
    return (await (await anApi()).call('downloadTranscript', query)).text.trim()
  }

  describe('a worker that has lost its lease', () => {
    it('it can neither extend it nor finish, fail or release the row', async () => {
      const { db } = currentApp()
      const { uuid } = await publisher.follow(publisher.publish([]))
      const { id } = (await findFeed(db, uuid))!
      const lease = () => leaseFeed(db, uuid, { now: clock().now(), until: clock().now() + LEASE_MS })
      const row = () => db.get('SELECT * FROM feeds WHERE id = :id', { id })
      const lost = (await lease())!
      clock().advance(LEASE_MS)
      const kept = (await lease())!
      const before = await row()
      const now = clock().now()

      await extendLeases(db, QUEUES.poll, [lost], now + MINUTE_MS)
      await releaseRow(db, QUEUES.poll, lost, now)
      const failed = await failRow(db, QUEUES.poll, lost, { now, dueAt: null, tries: 1, error: 'no' })
      const finished = await finishRow(db, QUEUES.poll, lost)

      expect([failed, finished]).to.deep.equal([false, false])
      expect(await row()).to.deep.equal(before)
      expect(await finishRow(db, QUEUES.poll, kept)).to.equal(true)
    })

    it('a fetch of former links changes nothing while the new ones are fetched', async () => {
      const [former, latter] = [aSlowPath('/v1.vtt'), aSlowPath('/v2.vtt')]
      const feed = await publisher.follow(publisher.publish([item('/v1.vtt')]))
      const fetchDue = aFetcher()
      const first = await fetchDue()
      await former.asked()
      publisher.publish([item('/v2.vtt')])
      clock().advance(HOUR_MS)
      await runJob('poll')
      const second = await fetchDue()
      await latter.asked()

      former.answer(200, aVtt('The former text.'))
      await first.done
      latter.answer(503)
      await second.done

      const fetch = await fetchOf(feed)
      expect(fetch!.error).to.contain('503')
      expect(fetch!.due).to.be.greaterThan(clock().now())
      publisher.server.serve('/v2.vtt', { body: aVtt('The latter text.') })
      clock().advance(MUCH_LATER_MS)
      expect(await runJob('transcribe')).to.include({ transcripts_added: 1 })
      expect(await textOf(feed)).to.equal('The latter text.')
    })

    it('a fetch of former links that ends last does not replace the transcript', async () => {
      const former = aSlowPath('/v1.vtt')
      const feed = await publisher.follow(publisher.publish([item('/v1.vtt')]))
      const fetchDue = aFetcher()
      const first = await fetchDue()
      await former.asked()
      publisher.server.serve('/v2.vtt', { body: aVtt('The latter text.') })
      publisher.publish([item('/v2.vtt')])
      clock().advance(HOUR_MS)
      await runJob('poll')
      await (await fetchDue()).done

      former.answer(200, aVtt('The former text.'))
      await first.done

      expect(await textOf(feed)).to.equal('The latter text.')
    })

    it('a fetch that a removed feed cancelled is neither extended, retried nor followed by a recognition', async () => {
      const [removed, other] = [aSlowPath('/removed.vtt'), aSlowPath('/other.vtt')]
      const feed = await publisher.follow(publisher.publish([item('/removed.vtt')]))
      const otherFeed = await publisher.follow(
        publisher.publish([item('/other.vtt')], { path: '/other.xml' }),
      )
      const { done } = await aFetcher()()
      await Promise.all([removed.asked(), other.asked()])

      await currentApp().services.feeds.remove(feed.uuid)
      clock().advance(2 * DAY_MS)
      await until(async () => (await fetchOf(otherFeed))!.due === clock().now() + LEASE_MS)
      const extended = await fetchOf(feed)
      removed.answer(404)
      other.answer(404)
      await done

      expect(extended).to.deep.equal({ due: null, error: '', recognitions: 0 })
      expect(await fetchOf(feed)).to.deep.equal(extended)
      expect(await fetchOf(otherFeed)).to.include({ recognitions: 1 })
    })

    it('a fetch does not replace a transcript that was imported meanwhile, nor is it repeated', async () => {
      const slow = aSlowPath('/1.vtt')
      const feed = await publisher.follow(publisher.publish([item('/1.vtt')]))
      const { done } = await aFetcher()()
      await slow.asked()

      await importText(feed, 'As imported.')
      slow.answer(200, aVtt('As published.'))
      await done

      expect(await textOf(feed)).to.equal('As imported.')
      expect((await fetchOf(feed))!.due).to.equal(null)
    })

    it('a poll changes neither the title nor the address of a feed that was polled meanwhile', async () => {
      const { uuid } = await publisher.follow(publisher.publish([]))
      const { db, services } = currentApp()
      const { context } = services.feeds
      const now = clock().now()
      const lost = (await leaseFeed(db, uuid, { now, until: now + LEASE_MS }))!
      clock().advance(LEASE_MS)
      publisher.publish([], { title: 'The latter' })
      await runJob('poll')
      publisher.publish([], { path: '/former.xml', title: 'The former' })
      publisher.server.serve('/feed.xml', { status: 301, headers: { location: '/former.xml' } })
      const before = await publisher.health({ uuid })

      await new Worker(context, pollStep(context)).workOn(lost, {
        counts: { polled: 0, episodes_added: 0, errors: 0 },
        abort: new AbortController().signal,
      })

      expect(before).to.include({ title: 'The latter', lastError: '' })
      expect(publisher.server.count('/former.xml')).to.equal(1)
      expect(await publisher.health({ uuid })).to.deep.equal(before)
    })

    it('a poll of a feed that was removed meanwhile stores no episodes', async () => {
      const feed = await publisher.follow(publisher.publish([]))
      const slow = aSlowPath('/feed.xml')
      clock().advance(MUCH_LATER_MS)
      const polled = runJob('poll')
      await slow.asked()

      await currentApp().services.feeds.remove(feed.uuid)
      slow.answer(200, aFeed([item('/1.vtt')]))
      await polled

      expect(await fetchOf(feed)).to.equal(undefined)
    })
  })

  describe('feed poll', () => {
    it('feed poll leases a feed when its host is free, not before', async () => {
      const slow: Array<ReturnType<typeof aSlowPath>> = []
      for (let n = 0; n < 5; n++) {
        await publisher.follow(publisher.publish([], { path: `/${n}.xml` }))
        slow.push(aSlowPath(`/${n}.xml`))
      }

      const polled = currentApp().services.feeds.poll([])
      await until(() => publisher.server.atOnce === 2)
      const leased = await currentApp().db.all('SELECT id FROM feeds WHERE poll_leased_until IS NOT NULL')
      let isDone = false
      void polled.finally(() => (isDone = true))
      await until(() => {
        for (const { answer } of slow) answer(200, aFeed([]))
        return isDone
      })

      expect(leased).to.have.length(2)
      expect(await polled).to.include({ polled: 5 })
    })

    it('feed poll gives up when another process does not finish its poll of the feed', async () => {
      const { uuid, feedUrl } = await publisher.follow(publisher.publish([]))
      const { db, services } = currentApp()
      await db.run('UPDATE feeds SET poll_due_at = :until, poll_leased_until = :until', {
        until: clock().now() + DAY_MS,
      })

      let counts: object | undefined
      void services.feeds.poll([uuid]).then((done) => (counts = done))
      await until(() => {
        clock().advance(MINUTE_MS)
        return counts !== undefined
      })

      const error = 'The feed was removed, or another process has been polling it for minutes.'
      expect(counts).to.deep.include({ polled: 0, errors: [{ feedUrl, error }] })
    })

    it('feed poll leaves alone a feed that got the row number of the one that it waits for', async () => {
      const { uuid, feedUrl } = await publisher.follow(publisher.publish([]))
      const { db, services } = currentApp()
      await db.run('UPDATE feeds SET poll_due_at = :until, poll_leased_until = :until', {
        until: clock().now() + DAY_MS,
      })
      let isWaiting = false
      const watched = {
        now: () => {
          isWaiting = true
          return clock().now()
        },
      }

      const polled = new Feeds({ ...services.feeds.context, clock: watched }).poll([uuid])
      await until(() => isWaiting)
      // As if the feed had been removed and another one added.
      await db.run('UPDATE feeds SET uuid = :other, poll_due_at = :now, poll_leased_until = NULL', {
        other: services.ids.uuid(),
        now: clock().now(),
      })

      const error = 'The feed was removed, or another process has been polling it for minutes.'
      expect(await polled).to.deep.include({ polled: 0, errors: [{ feedUrl, error }] })
    })

    /** Keeps the host of a feed busy until the function it returns is called. */
    function keepBusy(host: string): () => void {
      const { hosts } = currentApp().services.feeds.context
      const releases = [hosts.acquire(host), hosts.acquire(host)]
      return () => {
        for (const release of releases) release()
      }
    }

    const aPollIsLeased = () =>
      until(async () => {
        const leased = await currentApp().db.get('SELECT id FROM feeds WHERE poll_leased_until IS NOT NULL')
        return leased !== undefined
      })

    it('feed poll fetches a transcript alone, however long its poll waited for the host', async () => {
      const { uuid } = await publisher.follow(publisher.publish([]))
      publisher.publish([item('/1.vtt')])
      publisher.server.serve('/1.vtt', (_request, response) => {
        void runJob('transcribe').then(() => response.end(aVtt('Hello and welcome.')))
      })
      const { db, services } = currentApp()
      const release = keepBusy((await findFeed(db, uuid))!.host)

      const polled = services.feeds.poll([uuid])
      await aPollIsLeased()
      clock().advance(10 * MINUTE_MS)
      release()

      expect(await polled).to.deep.include({ polled: 1, transcriptsAdded: 1, errors: [] })
      expect(publisher.server.count('/1.vtt')).to.equal(1)
    })

    it('feed poll works on eight transcripts at a time, whatever their hosts', async () => {
      const hosts = await Promise.all([2, 3, 4, 5, 6, 7].map((n) => FeedServer.start(`127.0.0.${n}`)))
      const waiting: Array<() => void> = []
      let isReleased = false
      const links = hosts.flatMap((server) =>
        ['/1.vtt', '/2.vtt'].map((path) => {
          server.serve(path, (_request, response) => {
            const answer = () => response.end(aVtt('Hello and welcome.'))
            if (isReleased) answer()
            else waiting.push(answer)
          })
          return server.url(path)
        }),
      )
      const { uuid } = await publisher.follow(publisher.publish([]))
      publisher.publish(links.map((link) => item(link, { guid: link, title: link, audio: link })))

      const polled = currentApp().services.feeds.poll([uuid])
      await until(() => waiting.length >= 8)
      // A ninth request would have arrived with the others.
      await Promise.all(hosts.map((server) => fetch(server.url('/nothing'))))
      const waitingAtOnce = waiting.length
      isReleased = true
      for (const answer of waiting) answer()

      const counts = await polled
      for (const server of hosts) await server.close()

      expect(waitingAtOnce).to.equal(8)
      expect(counts).to.deep.include({ polled: 1, episodesAdded: 12, transcriptsAdded: 12, errors: [] })
    })

    it('other workers leave the transcripts of a polled feed to its caller, from its answer on', async () => {
      const { uuid } = await publisher.follow(publisher.publish([]))
      publisher.publish([item('/1.vtt')])
      const { db, services } = currentApp()
      const { context } = services.feeds
      const { host, podcastId } = (await findFeed(db, uuid))!
      const release = keepBusy(host)
      const now = clock().now()
      const feed = (await leaseFeed(db, uuid, { now, until: now + LEASE_MS }))!

      const polled = new Worker(context, pollStep(context)).workOn(feed, {
        counts: { polled: 0, episodes_added: 0, errors: 0 },
        abort: new AbortController().signal,
        reportFailure: () => undefined,
      })
      clock().advance(HOUR_MS)
      release()
      await polled

      const later = { now: clock().now(), until: clock().now() + LEASE_MS }
      expect(await leaseDueFetches(db, context.hosts, { ...later, limit: 8 })).to.have.length(0)
      expect(await leaseFetchesOfPodcast(db, podcastId, later)).to.have.length(1)
    })
  })
})
