import { readdir } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import { DAY_MS, HOUR_MS } from '../../lib/clock.js'
import { findEpisodeOrigin } from '../../lib/feeds/episode-origin-store.js'
import type { FeedHealth } from '../../lib/feeds/feed-health-store.js'
import { wavHeader } from '../../lib/transcribe/audio/wav.js'
import { workFolder } from '../../lib/transcribe/folders.js'
import { currentApp, useApp } from '../support/app.js'
import { anEpisode, aPodcast } from '../support/catalogue.js'
import { anApi } from '../support/factories.js'
import { anItem, aVtt, FeedServer, type ItemOptions } from '../support/feed-server.js'
import { FEED_ENVIRONMENT, MUCH_LATER_MS, usePublisher } from '../support/feeds.js'
import { runJob } from '../support/jobs.js'
import { anOpenAiServer, type OpenAiServer } from '../support/openai-server.js'
import { until } from '../support/until.js'

const START = '2026-11-20T12:00:20.000Z'
const TODAY = '2026-11-20T07:00:00Z'

const link = (url: string, type = '', language = '') =>
  `<podcast:transcript url="${url}" ${type && `type="${type}"`} ${language && `language="${language}"`}/>`

describe("publishers' transcripts", () => {
  useApp({ environment: { ...FEED_ENVIRONMENT, OVERHEARD_TRANSCRIBER: 'off' } })
  const publisher = usePublisher()
  const serve = (path: string, body: string, type = 'text/plain') =>
    publisher.server.serve(path, { body, headers: { 'content-type': type } })

  afterEach(() => currentApp().clock.set(START))

  const aFollowed = (item: ItemOptions, more = '<language>en</language>') =>
    publisher.follow(publisher.publish([anItem({ guid: '1', date: TODAY, ...item })], { more }))

  async function originOf(feed: FeedHealth) {
    const [episode] = await publisher.episodes(feed)
    return findEpisodeOrigin(currentApp().db, episode!.id)
  }

  async function textOf(feed: FeedHealth): Promise<string> {
    const [episode] = await publisher.episodes(feed)
    const query = { params: { episode_id: episode!.id }, query: { format: 'txt' } }
    return (await (await anApi()).call('downloadTranscript', query)).text.trim()
  }

  it("publishers' transcripts are fetched and stored", async () => {
    serve('/1.vtt', aVtt('Hello and welcome.', 'Today it is tea.'), 'text/vtt')
    const feed = await aFollowed({ more: link('/1.vtt', 'text/vtt', 'en') })

    expect(await runJob('transcribe')).to.include({ transcripts_added: 1 })

    expect((await originOf(feed))?.transcript).to.deep.include({
      source: 'publisher',
      model: null,
      language: 'en',
      wordCount: 7,
      durationSeconds: null,
    })
    expect(await publisher.health(feed)).to.include({ episodes: 1, transcripts: 1 })
  })

  it('transcripts are fetched from one host while another with many of them does not answer', async () => {
    const slow = await FeedServer.start('127.0.0.2')
    const asked: Array<() => void> = []
    for (let n = 0; n < 12; n++)
      slow.serve(`/${n}.vtt`, (_request, response) => asked.push(() => response.end(aVtt('Late.'))))
    const items = Array.from({ length: 12 }, (_, n) => link(slow.url(`/${n}.vtt`)))
    serve('/quick.vtt', aVtt('Hello and welcome.'))
    const all = [link('/quick.vtt'), ...items]
    await publisher.follow(
      publisher.publish(
        all.map((more, n) => anItem({ guid: `${n}`, title: `Episode ${n}`, date: TODAY, more })),
      ),
    )
    const { db } = currentApp()
    await db.run("UPDATE episodes SET transcript_due_at = 1 WHERE transcript_host = '127.0.0.1'")

    const done = runJob('transcribe')
    await until(() => publisher.server.count('/quick.vtt') === 1)
    const askedMeanwhile = slow.requests.length
    await until(() => {
      for (const answer of asked.splice(0)) answer()
      return slow.requests.length === 12
    })
    for (const answer of asked.splice(0)) answer()

    expect(await done).to.include({ transcripts_added: 13 })
    expect(askedMeanwhile).to.be.at.most(2)
    expect(slow.mostAtOnce).to.be.at.most(2)
    await slow.close()
  })

  it('feed poll fetches transcripts and counts them', async () => {
    const feed = await publisher.follow(publisher.publish([]))
    serve('/1.vtt', aVtt('Hello and welcome.'))
    publisher.publish([anItem({ guid: '1', date: TODAY, more: link('/1.vtt') })])

    expect(await currentApp().services.feeds.poll([feed.uuid])).to.deep.equal({
      polled: 1,
      episodesAdded: 1,
      transcriptsAdded: 1,
      errors: [],
    })
  })

  it('the best of several transcripts is fetched: timed, in the language of the episode', async () => {
    serve('/a.txt', 'Plain text without times.')
    serve('/es.vtt', aVtt('Hola y bienvenidos.'))
    serve('/en.srt', '1\n00:00:00,000 --> 00:00:05,000\nHello and welcome.\n')
    const feed = await aFollowed({
      more:
        link('/a.txt', 'text/plain', 'en') + link('/es.vtt', 'text/vtt', 'es') + link('/en.srt', '', 'en'),
    })

    await runJob('transcribe')

    expect(await textOf(feed)).to.equal('Hello and welcome.')
    expect(publisher.server.count('/a.txt')).to.equal(0)
  })

  it('the format of a transcript is recognised by its content if its type is wrong', async () => {
    serve('/says-vtt', 'Nothing here has a time.')
    serve('/says-text', aVtt('This one has times.'))
    const feed = await aFollowed({ more: link('/says-vtt', 'text/vtt') + link('/says-text', 'text/plain') })

    await runJob('transcribe')

    expect(await textOf(feed)).to.equal('This one has times.')
  })

  it('a transcript without times is better than none', async () => {
    serve('/missing-times.txt', 'Nothing here has a time.')
    const feed = await aFollowed({ more: link('/gone.vtt') + link('/missing-times.txt') })

    await runJob('transcribe')

    expect(await textOf(feed)).to.equal('Nothing here has a time.')
  })

  it('a missing transcript is requested again at growing intervals for a week', async () => {
    const feed = await aFollowed({ more: link('/late.vtt') })
    const tries: number[] = []
    for (let hour = 0; hour < 24 * 9; hour++) {
      await runJob('transcribe')
      tries.push(publisher.server.count('/late.vtt'))
      currentApp().clock.advance(3_600_000)
    }

    expect(tries[0]).to.equal(1)
    expect(tries[24]).to.be.within(4, 10)
    expect(tries[24 * 6]).to.be.greaterThan(tries[24 * 4]!)
    expect(tries.at(-1)).to.equal(tries[24 * 7 + 1])
    expect((await originOf(feed))?.transcriptError).to.contain('/late.vtt: the server answered 404')
  })

  it('a missing transcript is stored when it appears', async () => {
    const feed = await aFollowed({ more: link('/late.vtt') })
    await runJob('transcribe')
    serve('/late.vtt', aVtt('Better late than never.'))
    expect(await runJob('transcribe')).to.include({ transcripts_added: 0 })
    currentApp().clock.advance(MUCH_LATER_MS)

    expect(await runJob('transcribe')).to.include({ transcripts_added: 1 })

    expect(await textOf(feed)).to.equal('Better late than never.')
  })

  it('a transcript link may be added later', async () => {
    const feed = await aFollowed({})
    serve('/1.vtt', aVtt('Named only later.'))
    publisher.publish([anItem({ guid: '1', date: TODAY, more: link('/1.vtt') })])
    currentApp().clock.advance(MUCH_LATER_MS)
    await runJob('poll')
    await runJob('transcribe')

    expect(await textOf(feed)).to.equal('Named only later.')
  })

  it("a publisher's transcript does not replace an imported one", async () => {
    const feed = await aFollowed({})
    const [episode] = await publisher.episodes(feed)
    const row = await currentApp().db.get<{ podcast_id: number }>(
      'SELECT podcast_id FROM episodes WHERE uuid = :uuid',
      { uuid: episode!.id },
    )
    await anEpisode({
      podcast: { id: row!.podcast_id },
      guid: '1',
      title: 'One',
      publishedAt: Date.parse(TODAY),
      says: 'As imported.',
    })
    serve('/1.vtt', aVtt('As published.'))
    publisher.publish([anItem({ guid: '1', date: TODAY, more: link('/1.vtt') })])
    currentApp().clock.advance(MUCH_LATER_MS)
    await runJob('poll')
    await runJob('transcribe')

    expect(await textOf(feed)).to.equal('As imported.')
  })

  it("a publisher's transcript is fetched for an imported episode without one", async () => {
    serve('/1.vtt', aVtt('As published.'))
    const url = publisher.publish([anItem({ guid: '1', date: '2026-01-01T00:00:00Z', more: link('/1.vtt') })])
    await anEpisode({ podcast: await aPodcast({ feedUrl: url }), guid: '1' })

    const feed = await publisher.follow(url)
    await runJob('transcribe')

    expect(await textOf(feed)).to.equal('As published.')
  })

  it('transcripts are fetched from public addresses only', async () => {
    const feed = await aFollowed({ more: link('http://10.1.2.3/1.vtt') })

    await runJob('transcribe')

    expect((await originOf(feed))?.transcriptError).to.contain('public')
  })

  it('removing a feed cancels the fetches of its transcripts', async () => {
    const feed = await aFollowed({ more: link('/1.vtt') })
    await currentApp().services.feeds.remove(feed.uuid)

    await runJob('transcribe')

    expect(publisher.server.count('/1.vtt')).to.equal(0)
  })
})

/** Half a second. */
const SILENCE = Buffer.concat([wavHeader(16_000, 8000), Buffer.alloc(16_000)])
const HEARD = {
  text: 'What was heard.',
  language: 'english',
  duration: 12.5,
  segments: [{ start: 0, end: 12, text: 'What was heard.' }],
}

describe('recognised transcripts', () => {
  let speech: OpenAiServer
  const environment: Record<string, string> = { ...FEED_ENVIRONMENT, OVERHEARD_TRANSCRIBER_MODEL: 'ears-1' }
  before(async () => {
    speech = await anOpenAiServer()
    environment.OVERHEARD_TRANSCRIBER_URL = speech.url
  })
  after(() => speech.close())
  useApp({ environment })
  const publisher = usePublisher()

  beforeEach(() => {
    speech.answerWith(HEARD)
    speech.requests.length = 0
  })
  afterEach(() => currentApp().clock.set(START))

  const audio = (path: string) =>
    publisher.server.serve(path, { headers: { 'content-type': 'audio/wav' }, body: SILENCE })
  const follow = (...items: ItemOptions[]) =>
    publisher.follow(publisher.publish(items.map((item) => anItem({ date: TODAY, ...item }))))
  /** Follows an item with a link to a transcript, fetches it if it is there, and polls the feed without the link. */
  async function followUntilLinkLeaves(path: string): Promise<FeedHealth> {
    const feed = await follow({ guid: '1', audio: audio('/1.wav'), more: link(path) })
    await runJob('transcribe')
    publisher.publish([anItem({ guid: '1', date: TODAY, audio: audio('/1.wav') })])
    currentApp().clock.advance(HOUR_MS)
    await runJob('poll')
    return feed
  }
  const dueForMatching = async () =>
    (await currentApp().db.all('SELECT 1 FROM transcripts WHERE match_due_at IS NOT NULL')).length
  const origins = async (feed: FeedHealth) => {
    const episodes = await publisher.episodes(feed)
    return Promise.all(episodes.map(({ id }) => findEpisodeOrigin(currentApp().db, id)))
  }

  it('an item without a transcript link is recognised at once', async () => {
    const feed = await follow({ guid: '1', audio: audio('/1.wav') })

    expect(await publisher.health(feed)).to.include({ awaitingRecognition: 1 })
    expect(await runJob('transcribe')).to.include({ recognised: 1 })

    expect((await origins(feed))[0]?.transcript).to.deep.include({
      source: 'recogniser',
      model: 'ears-1',
      language: 'en',
      wordCount: 3,
      durationSeconds: 12.5,
    })
    expect(await publisher.health(feed)).to.include({
      awaitingRecognition: 0,
      transcripts: 1,
      recognising: null,
    })
  })

  it('the newest episode is recognised first', async () => {
    await follow(
      { guid: '1', date: '2026-11-20T05:00:00Z', audio: audio('/1.wav') },
      { guid: '3', date: '2026-11-20T09:00:00Z', audio: audio('/3.wav') },
      { guid: '2', date: '2026-11-20T07:00:00Z', audio: audio('/2.wav') },
    )

    await runJob('transcribe')

    const asked = publisher.server.requests.map(({ path }) => path).filter((path) => path.endsWith('.wav'))
    expect(asked).to.deep.equal(['/3.wav', '/2.wav', '/1.wav'])
  })

  it("a publisher's transcript replaces a recognised one without being matched again", async () => {
    const feed = await follow({ guid: '1', audio: audio('/1.wav') })
    await runJob('transcribe')
    await runJob('match')
    publisher.server.serve('/1.vtt', { body: aVtt('What was said.') })
    publisher.publish([anItem({ guid: '1', date: TODAY, audio: audio('/1.wav'), more: link('/1.vtt') })])
    currentApp().clock.advance(MUCH_LATER_MS)
    await runJob('poll')

    await runJob('transcribe')

    expect((await origins(feed))[0]?.transcript).to.include({ source: 'publisher', durationSeconds: 12.5 })
    expect(await dueForMatching()).to.equal(0)
  })

  it("feed poll counts a publisher's transcript that replaces a recognised one", async () => {
    const { uuid } = await follow({ guid: '1', audio: audio('/1.wav') })
    await runJob('transcribe')
    publisher.server.serve('/1.vtt', { body: aVtt('What was said.') })
    publisher.publish([anItem({ guid: '1', date: TODAY, audio: audio('/1.wav'), more: link('/1.vtt') })])

    expect(await currentApp().services.feeds.poll([uuid])).to.include({ transcriptsAdded: 1 })
    publisher.publish([anItem({ guid: '1', date: TODAY, more: link('/1.vtt?again') })])
    publisher.server.serve('/1.vtt?again', { body: aVtt('What was said.') })
    expect(await currentApp().services.feeds.poll([uuid])).to.include({ transcriptsAdded: 0 })
  })

  it('a recognition is retried within seconds if the recogniser was briefly unreachable', async () => {
    await follow({ guid: '1', audio: audio('/1.wav') })
    speech.answerWith((_request, response) => response.writeHead(503).end())
    await runJob('transcribe')
    speech.answerWith(HEARD)
    currentApp().clock.advance(5000)

    expect(await runJob('transcribe')).to.include({ recognised: 1 })
  })

  it('an item whose transcript cannot be fetched is recognised after a day', async () => {
    const feed = await follow({ guid: '1', audio: audio('/1.wav'), more: link('/never.vtt') })
    await runJob('transcribe')
    expect(speech.requests).to.have.length(0)

    for (let hour = 0; hour < 50; hour += 2) {
      currentApp().clock.advance(DAY_MS / 12)
      await runJob('transcribe')
    }

    expect((await origins(feed))[0]?.transcript).to.include({ source: 'recogniser' })
  })

  it('an item that loses its transcript link before the transcript was fetched is recognised at once', async () => {
    const feed = await followUntilLinkLeaves('/never.vtt')

    expect(await runJob('transcribe')).to.include({ recognised: 1 })

    expect(publisher.server.count('/never.vtt')).to.equal(1)
    expect((await origins(feed))[0]?.transcript).to.include({ source: 'recogniser' })
  })

  it('a stored transcript is not recognised when a later link cannot be fetched for a day', async () => {
    publisher.server.serve('/1.vtt', { body: aVtt('What was said.') })
    const feed = await follow({ guid: '1', audio: audio('/1.wav'), more: link('/1.vtt') })
    await runJob('transcribe')
    publisher.publish([anItem({ guid: '1', date: TODAY, audio: audio('/1.wav'), more: link('/never.vtt') })])
    currentApp().clock.advance(HOUR_MS)
    await runJob('poll')

    for (let hour = 0; hour < 50; hour += 2) {
      currentApp().clock.advance(DAY_MS / 12)
      await runJob('transcribe')
    }

    expect(publisher.server.count('/never.vtt')).to.be.greaterThan(1)
    expect(speech.requests).to.have.length(0)
    expect((await origins(feed))[0]?.transcript).to.include({ source: 'publisher' })
  })

  it('a fetched transcript is kept when its link leaves the feed', async () => {
    publisher.server.serve('/1.vtt', { body: aVtt('What was said.') })
    const feed = await followUntilLinkLeaves('/1.vtt')

    expect(await runJob('transcribe')).to.include({ recognised: 0 })
    expect((await origins(feed))[0]?.transcript).to.include({ source: 'publisher' })
  })

  it('episodes wait while the recogniser is unreachable, and none is lost', async () => {
    const feed = await follow(
      { guid: '1', audio: audio('/1.wav') },
      { guid: '2', title: 'B', audio: audio('/2.wav') },
    )
    speech.answerWith((_request, response) => response.writeHead(500).end())
    await runJob('transcribe')
    expect(await publisher.health(feed)).to.include({ awaitingRecognition: 2, transcripts: 0 })
    speech.answerWith(HEARD)
    currentApp().clock.advance(MUCH_LATER_MS)

    expect(await runJob('transcribe')).to.include({ recognised: 2 })
    for (const path of ['/1.wav', '/2.wav']) expect(publisher.server.count(path), path).to.equal(1)
  })

  it('a file that the recogniser refuses holds up no other, and is set aside with its audio after a week', async () => {
    const refused = publisher.server.serve('/2.wav', { body: Buffer.concat([SILENCE, SILENCE]) })
    speech.answerWith(({ file }, response) => {
      if (file.bytes.length > SILENCE.length) response.writeHead(400).end()
      else response.setHeader('content-type', 'application/json').end(JSON.stringify(HEARD))
    })
    const feed = await follow(
      { guid: '1', date: '2026-11-20T05:00:00Z', audio: audio('/1.wav') },
      { guid: '2', date: '2026-11-20T09:00:00Z', audio: refused },
    )

    expect(await runJob('transcribe')).to.include({ recognised: 1 })
    expect(await publisher.health(feed)).to.include({ awaitingRecognition: 1 })
    currentApp().clock.advance(8 * DAY_MS)
    await runJob('transcribe')

    expect(await publisher.health(feed)).to.include({ awaitingRecognition: 0, transcripts: 1 })
    expect(publisher.server.count('/2.wav')).to.equal(1)
    expect(await readdir(workFolder(currentApp().services.config))).to.deep.equal([])
  })

  it('a recognition under way is not stored after its feed was removed', async () => {
    const waiting: ServerResponse[] = []
    speech.answerWith((_request, response) => waiting.push(response))
    const feed = await follow({ guid: '1', audio: audio('/1.wav') })
    const done = runJob('transcribe')
    await until(() => waiting.length > 0)

    await currentApp().services.feeds.remove(feed.uuid)
    waiting[0]!.setHeader('content-type', 'application/json').end(JSON.stringify(HEARD))

    expect(await done).to.include({ recognised: 0 })
    expect((await origins(feed))[0]).to.include({ transcript: null })
  })

  it('a recognition ends soon after its feed was removed', async () => {
    let ended = false
    speech.answerWith((_request, response) => response.on('close', () => (ended = true)))
    const feed = await follow({ guid: '1', audio: audio('/1.wav') })
    const done = runJob('transcribe')
    await until(() => speech.requests.length > 0)

    await currentApp().services.feeds.remove(feed.uuid)

    await until(() => ended)
    expect(await done).to.include({ recognised: 0 })
    expect(await readdir(workFolder(currentApp().services.config))).to.deep.equal([])
  })

  it('a recognition ends soon after its feed was removed while its audio arrives', async () => {
    let ended = false
    const url = publisher.server.serve('/endless.wav', (_request, response) => {
      response.on('close', () => (ended = true)).write(SILENCE)
    })
    const feed = await follow({ guid: '1', audio: url })
    const done = runJob('transcribe')
    await until(() => publisher.server.count('/endless.wav') > 0)

    await currentApp().services.feeds.remove(feed.uuid)

    await until(() => ended)
    expect(await done).to.include({ recognised: 0 })
    expect(speech.requests).to.have.length(0)
    expect(await readdir(workFolder(currentApp().services.config))).to.deep.equal([])
  })

  it('a worker that lost its recognition to another one leaves the audio to it', async () => {
    const { db, services } = currentApp()
    speech.answerWith(() => undefined)
    await follow({ guid: '1', audio: audio('/1.wav') })
    const lost = runJob('transcribe')
    await until(() => speech.requests.length > 0)
    await db.run('UPDATE recognitions SET leased_until = leased_until + 1')
    expect(await lost).to.include({ recognised: 0 })

    expect(await readdir(workFolder(services.config))).to.have.length(1)
    speech.answerWith(HEARD)
    await db.run('UPDATE recognitions SET due_at = 0')
    expect(await runJob('transcribe')).to.include({ recognised: 1 })
    expect(publisher.server.count('/1.wav')).to.equal(1)
    expect(await readdir(workFolder(services.config))).to.deep.equal([])
  })

  it('a file that is not audio is not recognised', async () => {
    const url = publisher.server.serve('/1.mp3', { body: '<html>Not found</html>' })
    const feed = await follow({ guid: '1', audio: url })

    expect(await runJob('transcribe')).to.include({ recognised: 0 })

    expect(await publisher.health(feed)).to.include({ awaitingRecognition: 0 })
    expect((await origins(feed))[0]?.transcriptError).to.contain('not audio')
  })

  it('neither back catalogue nor an item without audio is recognised', async () => {
    await follow({ guid: 'old', date: '2026-11-01T00:00:00Z', audio: audio('/1.wav') }, { guid: 'mute' })

    expect(await runJob('transcribe')).to.include({ recognised: 0 })
    expect(speech.requests).to.have.length(0)
  })
})
