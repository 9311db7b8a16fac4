import { expect } from 'chai'
import { jobsOf, runAll } from '../../lib/jobs/jobs.js'
import { startJobs } from '../../lib/jobs/start.js'
import { anAlert, anEpisodeSaying, matchesOf } from '../support/alerts.js'
import { currentApp, useApp } from '../support/app.js'
import { useBucket } from '../support/buckets.js'
import { anApi } from '../support/factories.js'
import { anItem, aVtt } from '../support/feed-server.js'
import { FEED_ENVIRONMENT, usePublisher } from '../support/feeds.js'
import { runJob } from '../support/jobs.js'
import { anOpenAiServer, type OpenAiServer } from '../support/openai-server.js'
import { until } from '../support/until.js'

const TODAY = '2026-11-20T07:00:00Z'
/** The warnings that results wait for the bucket. */
const warnings = () => currentApp().log.filter(({ msg }) => String(msg).includes('cannot be stored now'))

describe("publishers' transcripts and a bucket", () => {
  const bucket = useBucket({ ...FEED_ENVIRONMENT, OVERHEARD_TRANSCRIBER: 'off' })
  useApp(bucket.options)
  const publisher = usePublisher()

  const anEpisodeOffering = (path: string) =>
    anItem({ guid: path, date: TODAY, more: `<podcast:transcript url="${path}" type="text/vtt"/>` })

  it("a publisher's transcript is fetched once while the bucket is unreachable, and stored when it is back", async () => {
    const paths = ['/1.vtt', '/2.vtt', '/3.vtt']
    for (const path of paths) publisher.server.serve(path, { body: aVtt('Hello and welcome.') })
    const feed = await publisher.follow(publisher.publish(paths.map(anEpisodeOffering)))
    await bucket.server().goAway()

    const pass = runJob('transcribe')
    await until(() => paths.every((path) => publisher.server.count(path) === 1) && warnings().length > 0)
    await bucket.server().comeBack()

    expect(await pass).to.include({ transcripts_added: 3 })
    expect(paths.map((path) => publisher.server.count(path))).to.deep.equal([1, 1, 1])
    expect(warnings()).to.have.length(1)
    expect(await publisher.health(feed)).to.include({ transcripts: 3 })
    expect(bucket.server().transcripts).to.have.length(3)
  })

  it("a publisher's transcript is due again if the service stops before it is stored", async () => {
    publisher.server.serve('/1.vtt', { body: aVtt('Hello and welcome.') })
    await publisher.follow(publisher.publish([anEpisodeOffering('/1.vtt')]))
    await bucket.server().goAway()
    const stop = new AbortController()
    const before = warnings().length

    const pass = runJob('transcribe', stop.signal)
    await until(() => warnings().length > before)
    stop.abort()
    await pass
    await bucket.server().comeBack()

    expect(await runJob('transcribe')).to.include({ transcripts_added: 1 })
    expect(publisher.server.count('/1.vtt')).to.equal(2)
  })

  it('feed poll reports a transcript that it cannot store, and leaves it due', async () => {
    const feed = await publisher.follow(publisher.publish([]))
    publisher.server.serve('/2.vtt', { body: aVtt('Hello and welcome.') })
    publisher.publish([anEpisodeOffering('/2.vtt')])
    await bucket.server().goAway()
    const { feeds } = currentApp().services

    const away = await feeds.poll([feed.uuid])
    await bucket.server().comeBack()
    const back = await feeds.poll([feed.uuid])

    expect(away).to.include({ polled: 1, episodesAdded: 1, transcriptsAdded: 0 })
    expect(away.errors).to.have.length(1)
    expect(away.errors[0]!.error).to.include('connection refused')
    expect(back).to.deep.include({ transcriptsAdded: 1, errors: [] })
  })
})

describe('matching and a bucket', () => {
  const bucket = useBucket({ OVERHEARD_PLAN_ALERTS: 'pro=1000' })
  useApp(bucket.options)

  it('an outage of the bucket adds no tries, but lengthens the pauses', async () => {
    const { db, clock, services } = currentApp()
    await anAlert(await anApi(), { keywords: ['zeppelin'] })
    const { id } = await anEpisodeSaying('A zeppelin.')
    const jobs = jobsOf(services)
    const match = () => runAll(jobs, 'match', new AbortController().signal)
    const readRow = () =>
      db.get<{ tries: number; dueAt: number }>(
        'SELECT match_tries AS tries, match_due_at AS "dueAt" FROM transcripts WHERE episode_id = :id',
        { id },
      )
    await bucket.server().goAway()

    const pauses: number[] = []
    for (let outage = 0; outage < 4; outage++) {
      await match()
      const { tries, dueAt } = (await readRow())!
      expect(tries).to.equal(0)
      pauses.push(dueAt - clock.now())
      clock.advance(dueAt - clock.now())
    }
    await bucket.server().comeBack()

    expect(pauses).to.deep.equal([5_000, 10_000, 20_000, 40_000])
    expect(await match()).to.include({ matches: 1 })
  })
})

describe('recognised transcripts and a bucket', () => {
  let speech: OpenAiServer
  const bucket = useBucket({ ...FEED_ENVIRONMENT })
  before(async () => {
    speech = await anOpenAiServer()
    bucket.options.environment!.OVERHEARD_TRANSCRIBER_URL = speech.url
  })
  after(() => speech.close())
  useApp(bucket.options)
  const publisher = usePublisher()

  it('a recognised transcript waits in memory for the bucket, and is then stored and matched', async () => {
    const api = await anApi()
    const alert = await anAlert(api, { keywords: ['hello'] })
    const audio = publisher.server.serve('/1.wav', { body: 'RIFF0000WAVEfmt ' })
    await bucket.server().goAway()
    const stopJobs = startJobs(currentApp().services)
    try {
      await publisher.follow(publisher.publish([anItem({ guid: '1', date: TODAY, audio })]))
      await until(() => warnings().length > 0)
      await bucket.server().comeBack()
      await until(
        async () => (await currentApp().services.db.get('SELECT 1 AS one FROM matches')) !== undefined,
      )
    } finally {
      await stopJobs()
    }

    expect(await matchesOf(api, alert)).to.have.length(1)
    expect(speech.requests).to.have.length(1)
    expect(bucket.server().transcripts).to.have.length(1)
  })
})
