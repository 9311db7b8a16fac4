import { expect } from 'chai'
import { TranscriptMatcher } from '../../lib/alerts/transcript-matcher.js'
import type { Db } from '../../lib/db/types.js'
import { systemIds } from '../../lib/ids.js'
import { leaseRows } from '../../lib/queue/queue.js'
import { QUEUES } from '../../lib/queue/queues.js'
import { prepareText } from '../../lib/text/as-written.js'
import { anAlert, anEpisodeSaying, matchesOf } from '../support/alerts.js'
import type { Api, Json } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { aName, anAccount, anApi, aTeam, type TestTeam } from '../support/factories.js'
import { runJob } from '../support/jobs.js'

const DAY_MS = 86_400_000
const aWord = (what: string) => aName(what).replace(' ', '')

describe('matches', () => {
  useApp({ environment: { OVERHEARD_PLAN_ALERTS: 'pro=1000' } })

  let team: TestTeam
  let api: Api
  beforeEach(async () => {
    team = await aTeam()
    api = await anApi({ team })
  })

  it('a match has the excerpt, the positions and the episode', async () => {
    const word = aWord('Zebra')
    const alert = await anAlert(api, { name: 'Animals', keywords: ['nothing', word, 'at the zoo'] })
    const episode = await anEpisodeSaying([
      'Welcome to the show.',
      `Today: ${word}, ${word.toUpperCase()}!`,
      `We met at`,
      `the zoo with a ${word}.`,
    ])

    const counts = await runJob('match')

    expect(counts).to.include({ transcripts: 1, matches: 1 })
    const [match] = await matchesOf(api, alert)
    expect(match).to.deep.equal({
      id: match.id,
      alert_id: alert.id,
      alert_name: 'Animals',
      created_at: new Date(currentApp().clock.now()).toISOString(),
      episode: {
        id: episode.uuid,
        title: episode.title,
        duration_seconds: 1800,
        published_at: new Date(currentApp().clock.now() - 3_600_000).toISOString(),
        podcast: {
          id: episode.podcast.uuid,
          title: episode.podcast.title,
          image_url: 'https://feeds.example.org/cover.jpg',
        },
      },
      excerpt: `Welcome to the show. Today: ${word}, ${word.toUpperCase()}! We met at the zoo with a ${word}.`,
      first_offset_seconds: match.hit_offsets_seconds[0],
      hit_offsets_seconds: match.hit_offsets_seconds,
      keywords_matched: [word, 'at the zoo'],
    })
    expect(match.hit_offsets_seconds).to.have.length(4)
    const [first, second, third, fourth] = match.hit_offsets_seconds
    expect(first).to.be.within(10, 15)
    expect(second).to.be.within(15, 20)
    expect(third).to.be.within(20, 30)
    expect(fourth).to.be.within(30, 40)
    expect((await api.call('getMatch', { params: { match_id: match.id } })).body).to.deep.equal(match)
  })

  it('a match has an excerpt of about 240 characters around the first hit', async () => {
    const word = aWord('needle')
    const alert = await anAlert(api, { keywords: [word] })
    await anEpisodeSaying(`${'Hay and straw. '.repeat(60)}Here is a ${word}. ${'More hay. '.repeat(60)}`)

    await runJob('match')

    const [{ excerpt }] = await matchesOf(api, alert)
    expect(excerpt)
      .to.match(/^….*…$/)
      .and.contain(word)
    expect(excerpt.length).to.be.within(200, 245)
  })

  it('a match has no offsets if the transcript has no times', async () => {
    const word = aWord('untimed')
    const alert = await anAlert(api, { keywords: [word] })
    await anEpisodeSaying(`So ${word}.`, { timed: false })

    await runJob('match')

    const [match] = await matchesOf(api, alert)
    expect(match).to.deep.include({ first_offset_seconds: null, hit_offsets_seconds: [] })
  })

  const written: Array<[keyword: string, text: string, found: boolean]> = [
    ['C++', 'I write c++.', true],
    ['C++', 'I take vitamin C.', false],
    ['AT&T', 'Calls by at&t, mostly', true],
    ['node.js', 'On Node.js!', true],
    ['node.js', 'The node is JS', false],
    ['3.5%', 'Rates of 3.5% now', true],
    ["don't", 'You don’t say', true],
    ['e-mail', 'An e‑mail came', true],
    ['café', 'In the CAFE\u0301', true],
    ['cafe', 'In the café', false],
    ['heat pump', 'A heat\n  pump', true],
    ['art', 'The cart', false],
    ['Straße', 'Die STRASSE', false],
    ['東京', '昨日東京に行きました', true],
    ['京都', '東京都に住んでいます', false],
  ]
  for (const [keyword, text, found] of written) {
    it(`the keyword ${keyword} ${found ? 'matches' : 'does not match'} "${text.replace(/\s+/g, ' ')}"`, async () => {
      const alert = await anAlert(api, { keywords: [keyword] })
      await anEpisodeSaying(text)

      await runJob('match')

      expect(await matchesOf(api, alert)).to.have.length(found ? 1 : 0)
      await api.call('deleteAlert', { params: { alert_id: alert.id } })
    })
  }

  it('an alert matches an episode once, however often the job runs', async () => {
    const word = aWord('once')
    const alerts = [await anAlert(api, { keywords: [word] }), await anAlert(api, { keywords: [word, 'two'] })]
    await anEpisodeSaying(`${word} and two`)

    await runJob('match')
    const counts = await runJob('match')

    expect(counts).to.include({ transcripts: 0, matches: 0 })
    for (const alert of alerts) expect(await matchesOf(api, alert)).to.have.length(1)
  })

  it('only alerts that are active at matching time match, with their current keywords', async () => {
    const word = aWord('moment')
    const inactive = await anAlert(api, { keywords: [word], is_active: false })
    const changed = await anAlert(api, { keywords: ['something else'] })
    const deleted = await anAlert(api, { keywords: [word] })
    await runJob('match')
    await api.call('updateAlert', {
      params: { alert_id: changed.id },
      body: { keywords: [word], name: 'Now' },
    })
    await api.call('deleteAlert', { params: { alert_id: deleted.id } })
    await anEpisodeSaying(`The ${word}.`)

    const counts = await runJob('match')

    expect(counts.matches).to.equal(1)
    expect((await matchesOf(api, changed))[0]).to.include({ alert_name: 'Now' })
    expect(await matchesOf(api, inactive)).to.have.length(0)
  })

  it('an alert whose keywords change while a transcript is matched is matched by the new ones', async () => {
    const [before, after, never] = [aWord('before'), aWord('after'), aWord('never')]
    const kept = await anAlert(api, { keywords: [before] })
    const dropped = await anAlert(api, { keywords: [before] })
    await anEpisodeSaying(`Now ${after}, ${before} and ${after}.`)
    const { db, clock, services } = currentApp()
    const changeBoth = async () => {
      for (const [{ id }, keywords] of [[kept, [never, after]] as const, [dropped, [never]] as const]) {
        await api.call('updateAlert', { params: { alert_id: id }, body: { keywords } })
      }
    }
    // The keywords change between the search of the text and the first transaction that records matches.
    const changing: Db = Object.create(db, {
      transaction: {
        value: async (...args: Parameters<Db['transaction']>) => {
          await changeBoth()
          return db.transaction(...args)
        },
      },
    })
    const { documents } = services
    const options = { db: changing, documents, ids: systemIds, matchesPerDay: 50, hasClassifier: false }
    const now = clock.now()
    const lease = { now, until: now + 60_000, limit: 1 }
    const [leased] = await leaseRows(db, QUEUES.match, lease, 'episode_id AS id')

    const counts = await new TranscriptMatcher(options).matchTranscript(leased!, now)

    expect(counts.matches).to.equal(1)
    const [match] = await matchesOf(api, kept)
    expect(match).to.deep.include({ keywords_matched: [after] })
    expect(match.hit_offsets_seconds).to.have.length(2)
  })

  it('only new episodes match', async () => {
    const word = aWord('archive')
    const alert = await anAlert(api, { keywords: [word] })
    const now = currentApp().clock.now()
    await anEpisodeSaying(`${word} of old`, { publishedAt: now - 8 * DAY_MS })
    await anEpisodeSaying(`${word} undated`, { publishedAt: null, title: 'Undated' })

    await runJob('match')

    expect((await matchesOf(api, alert)).map(({ episode }) => episode.title)).to.deep.equal(['Undated'])
  })

  it('a match keeps names and titles as they were when it was recorded', async () => {
    const word = aWord('fixed')
    const alert = await anAlert(api, { name: 'Before', keywords: [word] })
    await anEpisodeSaying(`It is ${word}.`)
    await runJob('match')
    const before = await matchesOf(api, alert)

    await api.call('updateAlert', { params: { alert_id: alert.id }, body: { name: 'After' } })
    await currentApp().db.run("UPDATE episodes SET title = 'Another title'")

    expect(await matchesOf(api, alert)).to.deep.equal(before)
  })

  it('pages run from the newest to the oldest match while new ones arrive', async () => {
    const word = aWord('paged')
    const alert = await anAlert(api, { keywords: [word] })
    const params = { alert_id: alert.id }
    const say = async (title: string) => {
      await anEpisodeSaying(`${word}.`, { title })
      await runJob('match')
    }
    for (const title of ['1', '2', '3']) await say(title)
    const first = await api.call('listAlertMatches', { params, query: { limit: 2 } })
    await say('4')

    const cursor = first.body.next_cursor
    const second = await api.call('listAlertMatches', { params, query: { limit: 2, cursor } })

    const titles = [first, second].flatMap(({ body }) =>
      body.results.map(({ episode }: Json) => episode.title),
    )
    expect(titles).to.deep.equal(['3', '2', '1'])
    expect(second.body.next_cursor).to.equal(null)
    const other = await anAlert(api)
    const foreign = await api.call('listAlertMatches', { params: { alert_id: other.id }, query: { cursor } })
    expect(foreign.body.error.code).to.equal('stale_cursor')
  })

  it('matches and deliveries are listed newest first though the clocks of two servers differ', async () => {
    const { db, clock, services } = currentApp()
    const word = aWord('okapi')
    const alert = await anAlert(api, { keywords: [word] })
    await db.run(
      `INSERT INTO webhooks (uuid, team_id, url, secret, created_at)
       VALUES (:uuid, :teamId, 'https://receiver.test/', 'whsec_', :now)`,
      { uuid: services.ids.uuid(), teamId: team.id, now: clock.now() },
    )
    for (const difference of [0, -40, 15, -15]) {
      clock.advance(difference)
      await anEpisodeSaying(`One ${word}.`)
      await runJob('match')
    }

    const [webhook] = (await api.call('listWebhooks')).body.results
    const params = { webhook_id: webhook.id }
    const deliveries = (await api.call('listWebhookDeliveries', { params })).body.results
    for (const rows of [await matchesOf(api, alert), deliveries]) {
      const times = rows.map((row: Json) => row.created_at)
      expect(times).to.have.length(4)
      expect(times).to.deep.equal([...times].sort().reverse())
    }
  })

  it('another team gets a 404 for a match', async () => {
    const account = await anAccount()
    const teams = [await aTeam({ account }), await aTeam({ account })]
    const wide = await anApi({ account })
    const [mine, other] = teams.map((one) => wide.with({ 'X-Service-Team': one.uuid }))
    const word = aWord('private')
    const alert = await anAlert(mine!, { keywords: [word] })
    await anEpisodeSaying(`${word}.`)
    await runJob('match')
    const [match] = await matchesOf(mine!, alert)

    const answer = await other!.call('getMatch', { params: { match_id: match.id } })

    expect(answer.status).to.equal(404)
    expect(answer.body.error.code).to.equal('alert_match_not_found')
  })

  it('matches are shown for 60 days and then deleted', async () => {
    const word = aWord('old')
    const alert = await anAlert(api, { keywords: [word] })
    await anEpisodeSaying(`${word}.`)
    await runJob('match')
    const [match] = await matchesOf(api, alert)
    const params = { match_id: match.id }

    currentApp().clock.advance(60 * DAY_MS)
    const onTheLastDay = await api.call('getMatch', { params })
    currentApp().clock.advance(1)
    const after = await api.call('getMatch', { params })

    expect(onTheLastDay.status).to.equal(200)
    expect(after.body.error.code).to.equal('alert_match_not_found')
    expect(await matchesOf(api, alert)).to.deep.equal([])
    expect((await runJob('prune')).matches).to.be.greaterThan(0)
    currentApp().clock.advance(-60 * DAY_MS - 1)
    expect(await matchesOf(api, alert)).to.deep.equal([])
  })

  it('an unreadable transcript is retried and does not stop the matching of others', async () => {
    const word = aWord('damaged')
    const alert = await anAlert(api, { keywords: [word] })
    const { db, clock, log } = currentApp()
    const damaged = await anEpisodeSaying(`${word}.`, { title: 'Damaged' })
    const id = { id: damaged.id }
    const before = await db.get<{ text: Buffer }>('SELECT text FROM transcripts WHERE episode_id = :id', id)
    const broken = { ...id, text: Buffer.from([0, 255, 0]) }
    await db.run('UPDATE transcripts SET encoding = 1, text = :text WHERE episode_id = :id', broken)
    await anEpisodeSaying(`${word}.`, { title: 'Whole' })

    const counts = await runJob('match')
    const whole = await matchesOf(api, alert)
    const mended = { ...id, text: before!.text }
    await db.run('UPDATE transcripts SET encoding = 0, text = :text WHERE episode_id = :id', mended)
    clock.advance(60_000)
    await runJob('match')

    expect(counts).to.include({ matches: 1, failed: 1 })
    expect(whole.map(({ episode }) => episode.title)).to.deep.equal(['Whole'])
    expect(log.some(({ msg }) => msg === 'work failed')).to.equal(true)
    expect(await matchesOf(api, alert)).to.have.length(2)
  })

  it('matching a transcript of 300,000 words leaves the event loop to requests', async () => {
    const word = aWord('needle')
    const alert = await anAlert(api, { keywords: [word, 'hay'] })
    const texts = Array.from(
      { length: 20_000 },
      (_, n) => `This is sentence number ${n} of a very long one about hay and straw.`,
    )
    await anEpisodeSaying([...texts, `And ${word}.`])
    const before = performance.eventLoopUtilization()

    await runJob('match')

    // Matching on this thread would use nearly all of it. A share, so that the speed of the machine does not matter.
    expect(performance.eventLoopUtilization(before).utilization).to.be.below(0.75)
    const [match] = await matchesOf(api, alert)
    expect(match.hit_offsets_seconds).to.have.length(1000)
    expect(match.keywords_matched).to.deep.equal([word, 'hay'])
    expect(prepareText(match.excerpt).text).to.contain('hay')
  })
})
