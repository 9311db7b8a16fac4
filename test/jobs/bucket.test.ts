import { expect } from 'chai'
import { jobsOf } from '../../lib/jobs/registry.js'
import { startJobs } from '../../lib/jobs/start.js'
import { anAlert, matchesOf } from '../support/alerts.js'
import { currentApp, useApp } from '../support/app.js'
import { useBucket } from '../support/buckets.js'
import { anApi } from '../support/factories.js'
import { anItem, aVtt } from '../support/feed-server.js'
import { FEED_ENVIRONMENT, usePublisher } from '../support/feeds.js'
import { anOpenAiServer, type OpenAiServer } from '../support/openai-server.js'
import { until } from '../support/until.js'

const TODAY = '2026-11-20T07:00:00Z'
const PAUSE_MS = 30_000

describe("publishers' transcripts and a bucket", () => {
  const bucket = useBucket({ ...FEED_ENVIRONMENT, OVERHEARD_TRANSCRIBER: 'off' })
  useApp(bucket.options)
  const publisher = usePublisher()

  const anEpisodeOffering = (path: string) =>
    anItem({ guid: path, date: TODAY, more: `<podcast:transcript url="${path}" type="text/vtt"/>` })

  it('are fetched again when the bucket is back, and publishers left alone meanwhile', async () => {
    publisher.server.serve('/1.vtt', { body: aVtt('Hello and welcome.') })
    const feed = await publisher.follow(publisher.publish([anEpisodeOffering('/1.vtt')]))
    const job = jobsOf(currentApp().services).find(({ name }) => name === 'fetch')!
    const pass = () => job.run(new AbortController().signal)
    await bucket.server().goAway()

    const away = await pass()
    const stillAway = await pass()
    await bucket.server().comeBack()
    currentApp().clock.advance(PAUSE_MS)
    const back = await pass()

    expect([away, stillAway, back].map(({ transcripts_added }) => transcripts_added)).to.deep.equal([0, 0, 1])
    expect(publisher.server.count('/1.vtt')).to.equal(2)
    expect(await publisher.health(feed)).to.include({ transcripts: 1 })
    expect(bucket.server().transcripts).to.have.length(1)
  })

  it('that `feed poll` cannot put anywhere are its error, and are due as before', async () => {
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

describe('what a recogniser heard, and a bucket', () => {
  let speech: OpenAiServer
  const bucket = useBucket({ ...FEED_ENVIRONMENT })
  before(async () => {
    speech = await anOpenAiServer()
    bucket.options.environment!.OVERHEARD_TRANSCRIBER_URL = speech.url
  })
  after(() => speech.close())
  useApp(bucket.options)
  const publisher = usePublisher()

  it('is kept at hand until the bucket is back, then held and matched', async () => {
    const api = await anApi()
    const alert = await anAlert(api, { keywords: ['hello'] })
    const audio = publisher.server.serve('/1.wav', { body: 'RIFF0000WAVEfmt ' })
    await bucket.server().goAway()
    const stopJobs = startJobs(currentApp().services)
    try {
      await publisher.follow(publisher.publish([anItem({ guid: '1', date: TODAY, audio })]))
      await until(() => currentApp().log.some(({ msg }) => String(msg).includes('cannot be stored now')))
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
