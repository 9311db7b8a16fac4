import { expect } from 'chai'
import { startJobs } from '../../lib/jobs/start.js'
import type { Api } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { anEpisode } from '../support/catalogue.js'
import { describeOnCitus, sendNodeAway } from '../support/citus.js'
import { anApi } from '../support/factories.js'
import { anItem, aVtt } from '../support/feed-server.js'
import { FEED_ENVIRONMENT, usePublisher } from '../support/feeds.js'
import { runJob } from '../support/jobs.js'
import { anOpenAiServer, type OpenAiServer } from '../support/openai-server.js'
import { until } from '../support/until.js'

describeOnCitus('while a node of Citus is away', () => {
  useApp()
  let api: Api

  before(async () => {
    api = await anApi()
  })

  it('a search of transcripts answers 503 while the node is away, everything else works, and the search recovers', async () => {
    const { uuid } = await anEpisode({ title: 'Back again', says: 'The lighthouse was dark.' })
    const sought = { q: 'lighthouse', scope: 'transcript' }
    expect((await api.call('searchEpisodes', { query: sought })).body.results).to.have.length(1)

    const comeBack = await sendNodeAway(new URL(currentApp().services.config.database).pathname.slice(1))
    const refused = await api.call('searchEpisodes', { query: sought })
    const metadata = await api.call('searchEpisodes', { query: { q: 'again', scope: 'metadata' } })
    const transcript = await api.call('readTranscript', { params: { episode_id: uuid } })
    const ready = await fetch(`${currentApp().url}/readyz`)
    const readiness = await ready.json()
    await comeBack()

    expect(refused.status, refused.text).to.equal(503)
    expect(refused.body.error.code).to.equal('search_unavailable')
    expect(metadata.body.results).to.have.length(1)
    expect(transcript.status).to.equal(200)
    expect([ready.status, readiness]).to.deep.equal([200, { status: 'ok', degraded: ['search'] }])
    await until(async () => (await api.call('searchEpisodes', { query: sought })).body.results?.length === 1)
  })
})

describeOnCitus("feeds' episodes while a node of Citus is away", () => {
  const EPISODES = 6
  let speech: OpenAiServer
  const environment: Record<string, string> = { ...FEED_ENVIRONMENT }
  before(async () => {
    speech = await anOpenAiServer()
    environment.OVERHEARD_TRANSCRIBER_URL = speech.url
  })
  after(() => speech.close())
  useApp({ environment })
  const publisher = usePublisher()

  it("a feed's episodes are fetched and recognised once each, and stored when the node is back, with one warning for each step", async () => {
    const { server } = publisher
    const numbers = Array.from({ length: EPISODES }, (_, number) => number)
    const files = numbers.map((number) =>
      server.serve(`/${number}.vtt`, { body: aVtt('Hello and welcome.') }),
    )
    const audio = numbers.map((number) => server.serve(`/${number}.wav`, { body: 'RIFF0000WAVEfmt ' }))
    const date = (number: number) => `2026-11-20T0${number}:00:00Z`
    const feed = await publisher.follow(
      publisher.publish([
        ...numbers.map((number) =>
          anItem({
            guid: `f${number}`,
            date: date(number),
            more: `<podcast:transcript url="${files[number]}"/>`,
          }),
        ),
        ...numbers.map((number) => anItem({ guid: `a${number}`, date: date(number), audio: audio[number] })),
      ]),
    )
    const transcripts = async () => (await publisher.health(feed)).transcripts
    const warnings = () => currentApp().log.filter(({ msg }) => String(msg).includes('cannot be stored now'))

    const comeBack = await sendNodeAway(new URL(currentApp().services.config.database).pathname.slice(1))
    const stopJobs = startJobs(currentApp().services)
    try {
      await until(
        () => files.every((_, number) => server.count(`/${number}.vtt`) > 0) && warnings().length === 2,
      )
      await comeBack()
      await until(async () => (await transcripts()) === 2 * EPISODES, 120_000)
    } finally {
      await stopJobs()
    }

    expect(numbers.map((number) => server.count(`/${number}.vtt`))).to.deep.equal(numbers.map(() => 1))
    expect(speech.requests).to.have.length(EPISODES)
    expect(warnings()).to.have.length(2)
  })

  it('episodes are stored in the first days of a month too', async () => {
    const feed = await publisher.follow(publisher.publish([]))
    await runJob('prune')

    const comeBack = await sendNodeAway(new URL(currentApp().services.config.database).pathname.slice(1))
    currentApp().clock.set('2026-12-01T12:00:00.000Z')
    publisher.publish([anItem({ guid: 'december', date: '2026-12-01T07:00:00Z' })])
    await runJob('poll')
    await comeBack()

    expect(await publisher.health(feed)).to.include({ episodes: 1 })
  })
})
