import { spawnSync } from 'node:child_process'
import { expect } from 'chai'
import { insertFeed } from '../../lib/feeds/feed-store.js'
import { currentApp, useApp } from '../support/app.js'
import { aPodcast } from '../support/catalogue.js'
import { anApi } from '../support/factories.js'

const TOKEN = 'only-for-prometheus'
const WITH_TOKEN = { authorization: `Bearer ${TOKEN}` }

const open = (headers: Record<string, string> = {}) => fetch(`${currentApp().url}/metrics`, { headers })

/** The value of one line, 0 where there is none. */
async function readSeries(series: string): Promise<number> {
  const text = await (await open()).text()
  const line = text.split('\n').find((line) => line.startsWith(`${series} `))
  return Number(line?.slice(series.length) ?? 0)
}

describe('GET /metrics', () => {
  useApp()

  it("GET /metrics answers this machine with Prometheus' text format", async () => {
    const response = await open()

    expect(response.status).to.equal(200)
    expect(response.headers.get('content-type')).to.match(/^text\/plain; ?version=0\.0\.4/)
    expect(await response.text()).to.match(/^nodejs_eventloop_lag_p99_seconds \d/m)
  })

  it('GET /metrics counts requests by operation and status, with their durations', async () => {
    const api = await anApi()
    await api.call('getIdentity')
    await api.call('getIdentity')
    await api.call('getPodcast', { params: { podcast_id: 'x' } })
    await api.get('/nowhere')

    const count = (operation: string, status: number) =>
      readSeries(`overheard_http_request_duration_seconds_count{operation="${operation}",status="${status}"}`)
    expect(await count('getIdentity', 200)).to.equal(2)
    expect(await count('getPodcast', 422)).to.equal(1)
    expect(await count('none', 404)).to.equal(1)
  })

  it('GET /metrics measures searches by kind', async () => {
    const api = await anApi()

    await api.call('searchPodcasts', { query: { q: 'anything' } })
    await api.call('searchEpisodes', { query: { q: 'anything', scope: 'metadata' } })

    for (const kind of ['podcasts', 'episodes']) {
      expect(await readSeries(`overheard_search_duration_seconds_count{kind="${kind}"}`), kind).to.equal(1)
    }
  })

  it('GET /metrics shows queue depths, feeds by health, and classifier tokens', async () => {
    const { db, clock, services } = currentApp()
    await db.run(
      `INSERT INTO mails (message_id, kind, address, name, subject, text, html, created_at, due_at)
       VALUES ('m', 'digest', 'a@example.org', 'A', 's', 't', 'h', :now, :now)`,
      { now: clock.now() },
    )
    const { id: podcastId } = await aPodcast()
    await insertFeed(db, {
      uuid: services.ids.uuid(),
      podcastId,
      feedUrl: 'https://example.org/feed',
      now: clock.now(),
      backCatalogue: Buffer.alloc(0),
      leasedUntil: clock.now(),
    })
    await db.run("UPDATE feeds SET poll_error = 'The bucket is unreachable.'")
    services.metrics.countVerdict({ promptTokens: 120, completionTokens: 4 })

    expect(await readSeries('overheard_queue_depth{queue="mail"}')).to.equal(1)
    expect(await readSeries('overheard_queue_depth{queue="poll"}')).to.equal(1)
    expect(await readSeries('overheard_feeds{health="failing"}')).to.equal(1)
    expect(await readSeries('overheard_classifier_tokens_total{direction="prompt"}')).to.equal(120)
    expect(await readSeries('overheard_classifier_tokens_total{direction="completion"}')).to.equal(4)
  })

  it('the output of GET /metrics passes the checker of Prometheus if it is installed', async function () {
    if (spawnSync('promtool', ['--version']).error) return this.skip()

    const { status, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: await (await open()).text(),
      encoding: 'utf8',
    })

    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' })
  })

  it('GET /metrics counts attempts to deliver as they happen, and rows that were set aside', async () => {
    const { db, clock, services } = currentApp()
    await db.run(
      `INSERT INTO mails (message_id, kind, address, name, subject, text, html, created_at, set_aside_at)
       VALUES ('aside', 'digest', 'a@example.org', 'A', 's', 't', 'h', :now, :now)`,
      { now: clock.now() },
    )
    for (let attempt = 0; attempt < 3; attempt++) services.metrics.countAttempt('retrying')

    expect(await readSeries('overheard_queue_set_aside{queue="mail"}')).to.equal(1)
    expect(await readSeries('overheard_deliveries_total{outcome="retrying"}')).to.equal(3)
  })

  it('GET /metrics answers concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => open()))

    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200])
  })
})

describe('access to /metrics', () => {
  /** The statuses of requests from this machine with these headers. */
  const statuses = async (...all: Array<Record<string, string>>) => {
    const answers = []
    for (const headers of all) answers.push((await open(headers)).status)
    return answers
  }

  describe('without a token', () => {
    useApp()

    it('only this machine may read /metrics, and no request that a local proxy forwarded', async () => {
      expect(await statuses({}, { authorization: 'Bearer ' })).to.deep.equal([200, 200])
      expect(
        await statuses(
          { 'x-forwarded-for': '203.0.113.7' },
          { 'x-forwarded-for': '127.0.0.1' },
          { 'x-real-ip': '127.0.0.1' },
          { forwarded: 'for=127.0.0.1' },
          { via: '1.1 proxy' },
          { 'x-forwarded-host': 'example.org' },
        ),
      ).to.deep.equal([401, 401, 401, 401, 401, 401])
    })
  })

  describe('with a token', () => {
    useApp({ environment: { OVERHEARD_METRICS_TOKEN: TOKEN } })

    it('only a request with the token may read /metrics, even from this machine', async () => {
      const forwarded = { 'x-forwarded-for': '203.0.113.7' }

      expect(await statuses({}, forwarded, { authorization: 'Bearer wrong' })).to.deep.equal([401, 401, 401])
      expect(await statuses(WITH_TOKEN, { ...forwarded, ...WITH_TOKEN })).to.deep.equal([200, 200])
    })
  })

  describe('behind a trusted proxy', () => {
    useApp({ environment: { OVERHEARD_TRUST_PROXY: '1' } })

    it('only a loopback address in the last entry of X-Forwarded-For may read /metrics behind a trusted proxy', async () => {
      expect(await statuses({ 'x-forwarded-for': '203.0.113.7, 127.0.0.1' })).to.deep.equal([200])
      expect(
        await statuses(
          {},
          { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' },
          { 'x-real-ip': '203.0.113.7' },
          { forwarded: 'for=203.0.113.7' },
          { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '203.0.113.7' },
          { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=203.0.113.7' },
        ),
      ).to.deep.equal([401, 401, 401, 401, 401, 401])
    })
  })

  describe('behind a trusted proxy with a token', () => {
    useApp({ environment: { OVERHEARD_TRUST_PROXY: '1', OVERHEARD_METRICS_TOKEN: TOKEN } })

    it('only a request with the token may read /metrics behind a trusted proxy', async () => {
      const local = { 'x-forwarded-for': '127.0.0.1' }

      expect(await statuses({}, local, { ...local, ...WITH_TOKEN })).to.deep.equal([401, 401, 200])
    })
  })
})
