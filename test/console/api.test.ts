import { expect } from 'chai'
import { revokeKey } from '../../lib/accounts/key-store.js'
import { createSignInLink } from '../../lib/accounts/sign-in-link-store.js'
import { anAlert, anEpisodeSaying } from '../support/alerts.js'
import type { Json } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { aPodcast } from '../support/catalogue.js'
import { anAuthority } from '../support/certificates.js'
import { callConsole } from '../support/console-api.js'
import { aKey, anAccount, anApi, aTeam, type TestKey, type TestTeam } from '../support/factories.js'
import { aReceiver, type Receiver } from '../support/https-receiver.js'
import { runJob } from '../support/jobs.js'
import { aDelivery, aWebhook, deliveriesOf, type TestWebhook } from '../support/webhooks.js'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const NOWHERE = '00000000-0000-7000-8000-00000000dead'
const authority = anAuthority()

describe('the routes of the console', () => {
  useApp({
    environment: { OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8' },
    network: { ca: authority.ca, resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
  })
  let team: TestTeam
  let key: TestKey

  beforeEach(async () => {
    team = await aTeam()
    key = await aKey({ team })
  })

  const make = (value: string) => {
    const { db, clock, services } = currentApp()
    return createSignInLink(db, { key: value, ids: services.ids, now: clock.now() })
  }

  describe('sign-in links', () => {
    it('a sign-in link gives the key once', async () => {
      const code = await make(key.value)

      const first = await callConsole('redeemSignInLink', { body: { code } })
      const second = await callConsole('redeemSignInLink', { body: { code } })

      expect(first.body).to.deep.equal({ key: key.value })
      expect(second.status).to.equal(401)
    })

    it('a sign-in link gives the key to one of many who redeem it at once', async () => {
      const code = await make(key.value)

      const answers = await Promise.all(
        Array.from({ length: 8 }, () => callConsole('redeemSignInLink', { body: { code } })),
      )

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array(7).fill(401)])
    })

    it('a sign-in link gives nothing after ten minutes', async () => {
      const code = await make(key.value)
      currentApp().clock.advance(10 * MINUTE_MS)

      const { status } = await callConsole('redeemSignInLink', { body: { code } })

      expect(status).to.equal(401)
    })

    it('a sign-in link gives nothing after the key was revoked', async () => {
      const { db, clock } = currentApp()
      const code = await make(key.value)
      await revokeKey(db, key.uuid, clock.now())

      const { status, text } = await callConsole('redeemSignInLink', { body: { code } })

      expect(status).to.equal(401)
      expect(text).to.not.include(key.value)
    })

    it('a sign-in link leaves neither the key nor the code in the database', async () => {
      const code = await make(key.value)

      const rows = await currentApp().db.all('SELECT * FROM sign_in_links')

      expect(rows).to.have.lengthOf.above(0)
      expect(JSON.stringify(rows)).to.not.include(key.value).and.not.include(code)
    })

    it('an unknown code of a sign-in link counts as an unknown key', async () => {
      currentApp().clock.advance(MINUTE_MS)
      const guess = () => callConsole('redeemSignInLink', { body: { code: 'x'.repeat(43) } })

      for (let guesses = 0; guesses < 60; guesses++) expect((await guess()).status).to.equal(401)

      expect((await guess()).status).to.equal(429)
      currentApp().clock.advance(MINUTE_MS)
    })
  })

  it('the routes of the console require a key, except for sign-in links', async () => {
    const params = { episode_id: NOWHERE, alert_id: NOWHERE, webhook_id: NOWHERE, delivery_id: NOWHERE }
    for (const id of [
      'getSession',
      'getEpisodeOrigin',
      'listMatches',
      'previewBreadth',
      'countMatches',
      'filterDeliveries',
      'listAttempts',
      'resendDelivery',
      'countReplay',
      'replayMatches',
      'listFeeds',
    ] as const) {
      const { status } = await callConsole(id, { params, body: id === 'previewBreadth' ? {} : undefined })
      expect(status, id).to.equal(401)
    }
  })

  it('the routes of the console tell what a key reaches, and count as requests of its account', async () => {
    const { body } = await callConsole('getSession', { key: key.value })

    expect(body.key).to.deep.equal({ id: key.uuid, name: key.name, prefix: key.prefix, scope: 'team' })
    expect(body.teams).to.deep.equal([{ id: team.uuid, name: team.name, webhook: 'none' }])
    expect(body.requests).to.include({ used: 1, limit: 90_000 })
    expect(body.alerts).to.deep.equal({ active: 0, limit: 100, matches_per_day: 50 })
  })

  it('the routes of the console list all teams for a key of the account, with the state of their webhooks', async () => {
    const account = await anAccount()
    const teams = [await aTeam({ account }), await aTeam({ account })]
    await aTeam()
    const webhook = await aWebhook({ url: 'https://hooks.example.org/', team: teams[1] })
    await webhook.api.call('updateWebhook', {
      params: { webhook_id: webhook.id },
      body: { is_active: false },
    })

    const { body } = await callConsole('getSession', { key: (await aKey({ account })).value })

    expect(body.teams.map(({ id, webhook }: Json) => [id, webhook])).to.deep.equal([
      [teams[0]!.uuid, 'none'],
      [teams[1]!.uuid, 'off'],
    ])
  })

  it('the routes of the console require the team header with a key of the account', async () => {
    const account = await anAccount()
    const { value } = await aKey({ account })
    const mine = await aTeam({ account })

    const without = await callConsole('listMatches', { key: value })
    const foreign = await callConsole('listMatches', { key: value, headers: { 'X-Service-Team': team.uuid } })
    const own = await callConsole('listMatches', { key: value, headers: { 'X-Service-Team': mine.uuid } })

    expect(without.body.error.fields).to.have.property('X-Service-Team')
    expect(foreign.status).to.equal(422)
    expect(own.status).to.equal(200)
  })

  describe('of alerts', () => {
    let alert: Json
    let episodes: Array<{ uuid: string; title: string }>

    beforeEach(async () => {
      const api = await anApi({ team })
      const word = `walrus${team.id}`
      alert = await anAlert(api, { keywords: [word] })
      const other = await anAlert(await anApi(), { keywords: [word] })
      episodes = []
      for (const number of [1, 2]) {
        episodes.push(await anEpisodeSaying(`Number ${number}: a ${word} on the ice.`))
        await runJob('match')
        currentApp().clock.advance(1000)
      }
      expect(other.id).to.not.equal(alert.id)
    })

    it('the routes of alerts list the matches of one team only, newest first, in pages', async () => {
      const first = await callConsole('listMatches', { key: key.value, query: { limit: '1' } })
      const cursor = first.body.next_cursor
      const second = await callConsole('listMatches', { key: key.value, query: { limit: '1', cursor } })

      expect(first.body.results.map(({ episode }: Json) => episode.id)).to.deep.equal([episodes[1]!.uuid])
      expect(second.body.results.map(({ episode }: Json) => episode.id)).to.deep.equal([episodes[0]!.uuid])
      expect(second.body.next_cursor).to.equal(null)
      expect(first.body.results[0].alert_id).to.equal(alert.id)
    })

    it('the routes of alerts count matches by day, for 60 days, of one team only', async () => {
      const { body } = await callConsole('countMatches', { key: key.value, params: { alert_id: alert.id } })
      const foreign = await callConsole('countMatches', {
        key: (await aKey()).value,
        params: { alert_id: alert.id },
      })

      const today = new Date(currentApp().clock.now()).toISOString().slice(0, 10)
      expect(body.days).to.have.length(60)
      expect(body.days.at(-1)).to.deep.equal({ date: today, matches: 2 })
      expect(body.days.slice(0, -1).every(({ matches }: Json) => matches === 0)).to.equal(true)
      expect(foreign.body.error.code).to.equal('alert_not_found')
    })

    it("the routes of alerts tell where a transcript came from, with alerts of the caller's team only", async () => {
      const params = { episode_id: episodes[0]!.uuid }

      const { body } = await callConsole('getEpisodeOrigin', { key: key.value, params })
      const foreign = await callConsole('getEpisodeOrigin', { key: (await aKey()).value, params })

      expect(body).to.include({ source: 'import', model: null, is_timed: true })
      expect(body.alerts).to.deep.equal([{ id: alert.id, name: alert.name }])
      expect(foreign.body.alerts).to.deep.equal([])
    })

    it('the routes of alerts preview the breadth of keywords by day', async () => {
      const keywords = [`walrus${team.id}`, `WALRUS${team.id}`]

      const { body } = await callConsole('previewBreadth', { key: key.value, body: { keywords } })

      expect(body).to.include({ limit: 50, too_broad: false, is_estimate: false })
      expect(body.episodes_per_day).to.be.closeTo(2 / 7, 0.001)
      expect(body.days).to.have.length(7)
      expect(body.samples.map(({ episode_id }: Json) => episode_id)).to.have.members(
        episodes.map(({ uuid }) => uuid),
      )
    })

    it('the routes of alerts preview for many callers at once', async () => {
      const body = { keywords: [`walrus${team.id}`] }

      const answers = await Promise.all(
        Array.from({ length: 20 }, () => callConsole('previewBreadth', { key: key.value, body })),
      )

      expect(answers.map(({ body }) => body.samples.length)).to.deep.equal(Array(20).fill(2))
    })

    it('the routes of alerts refuse to preview what no alert may have', async () => {
      const { body } = await callConsole('previewBreadth', {
        key: key.value,
        body: { keywords: ['ice', '!'] },
      })

      expect(body.error.fields).to.deep.equal({ keywords: ['item 2 must have a letter or digit'] })
    })

    it('the routes of alerts estimate the breadth where more episodes may match than are read', async () => {
      const word = `auk${team.id}`
      const podcast = await aPodcast()
      const now = currentApp().clock.now()
      const { anEpisode } = await import('../support/catalogue.js')
      for (let number = 0; number < 420; number++) {
        await anEpisode({ podcast, publishedAt: now - (number % 6) * DAY_MS, says: `an ${word}` })
      }

      const { body } = await callConsole('previewBreadth', { key: key.value, body: { keywords: [word] } })

      expect(body).to.include({ is_estimate: true, too_broad: true })
      expect(body.episodes_per_day).to.be.closeTo(60, 0.001)
    })
  })

  describe('of webhooks', () => {
    let receiver: Receiver
    let webhook: TestWebhook
    let failed: Json

    beforeEach(async () => {
      receiver = await aReceiver(authority.issue())
      receiver.answerWith(500)
      webhook = await aWebhook({ url: receiver.url(), team })
      await aDelivery(webhook)
      await runJob('deliver')
      failed = (await deliveriesOf(webhook))[0]
    })

    afterEach(() => receiver.close())

    const params = () => ({ webhook_id: webhook.id, delivery_id: failed.id })

    it('the routes of webhooks list deliveries of one status', async () => {
      const pending = { key: key.value, params: params(), query: { status: 'pending' } }
      const succeeded = { key: key.value, params: params(), query: { status: 'succeeded' } }

      expect((await callConsole('filterDeliveries', pending)).body.results).to.deep.equal([failed])
      expect((await callConsole('filterDeliveries', succeeded)).body.results).to.deep.equal([])
    })

    it('the routes of webhooks list the attempts of a delivery', async () => {
      const { body } = await callConsole('listAttempts', { key: key.value, params: params() })

      expect(body.results).to.have.length(1)
      expect(body.results[0]).to.include({ status_code: 500 })
    })

    it('the routes of webhooks send a delivery again under a new id', async () => {
      const { body, status } = await callConsole('resendDelivery', { key: key.value, params: params() })

      expect(status).to.equal(202)
      expect((await deliveriesOf(webhook)).map(({ id }) => id)).to.deep.equal([body.id, failed.id])
    })

    it('the routes of webhooks count a test that is sent again as a test send, since it may go to any address', async () => {
      const test = await webhook.api.call('testWebhook', {
        params: params(),
        body: { url: receiver.url('/elsewhere') },
      })
      const again = { key: key.value, params: { webhook_id: webhook.id, delivery_id: test.body.id } }
      const { limits } = currentApp().services
      const before = await limits.testSends(team.id)
      for (let used = before.used; used < before.limit - 1; used++) await limits.countTestSend(team.id)

      const last = await callConsole('resendDelivery', again)
      const refused = await callConsole('resendDelivery', again)
      const ofMatch = await callConsole('resendDelivery', { key: key.value, params: params() })

      expect(last.status).to.equal(202)
      expect(refused.body.error).to.include({ code: 'rate_limited', scope: 'webhook_test_sends_per_hour' })
      expect(ofMatch.status).to.equal(202)
    })

    describe('while thousands of deliveries wait', () => {
      /** One match, and so many deliveries that wait. */
      async function insertPending(count: number): Promise<void> {
        await anAlert(webhook.api, { keywords: [`gull${team.id}`] })
        await anEpisodeSaying(`A gull${team.id}.`)
        await runJob('match')
        const { db, clock } = currentApp()
        await db.run(
          'DELETE FROM deliveries WHERE webhook_id = (SELECT id FROM webhooks WHERE uuid = :uuid)',
          {
            uuid: webhook.id,
          },
        )
        await db.run(
          `WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < :count)
           INSERT INTO deliveries (uuid, webhook_id, event_type, is_test, body, created_at, next_attempt_at, due_at)
           SELECT 'pending ' || number || :team, w.id, 'x', 0, '', :later, :later, :later
             FROM numbers, webhooks w WHERE w.uuid = :webhook`,
          { count, team: team.uuid, webhook: webhook.id, later: clock.now() + 365 * DAY_MS },
        )
      }

      it('the routes of webhooks refuse a replay', async () => {
        await insertPending(5000)

        const since = new Date(currentApp().clock.now() - DAY_MS).toISOString()
        const { body } = await callConsole('replayMatches', {
          key: key.value,
          params: params(),
          body: { since },
        })

        expect(body.error.fields.since[0]).to.match(
          /^5000 deliveries are pending, and \d+ matches were recorded since then\./,
        )
      })

      it('the routes of webhooks accept no more replays at once than one after the other', async () => {
        await insertPending(4999)

        const { clock, services } = currentApp()
        const owner = { ...team, accountId: team.account.id }
        const replay = () => services.webhooks.replay(owner, webhook.id, clock.now() - DAY_MS)
        const outcomes = await Promise.allSettled([replay(), replay(), replay()])

        expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'rejected'])
      })
    })

    it('the routes of webhooks count what a replay sends before it is sent', async () => {
      const alert = await anAlert(webhook.api, { keywords: [`tern${team.id}`] })
      await anEpisodeSaying(`A tern${team.id}.`)
      await runJob('match')
      const since = new Date(currentApp().clock.now() - DAY_MS).toISOString()
      const before = (await deliveriesOf(webhook)).length

      const counted = await callConsole('countReplay', { key: key.value, params: params(), query: { since } })
      expect(await deliveriesOf(webhook)).to.have.length(before)
      const replayed = await callConsole('replayMatches', {
        key: key.value,
        params: params(),
        body: { since },
      })

      expect(alert.is_active).to.equal(true)
      expect(counted.body).to.deep.equal({ matches: 1 })
      expect(replayed.body).to.deep.equal({ matches: 1 })
      expect(await deliveriesOf(webhook)).to.have.length(before + 1)
    })

    it('a replay begins at any date-time, also at a leap second, that is in a year of four digits', async () => {
      const begin = async (since: string) =>
        (await callConsole('countReplay', { key: key.value, params: params(), query: { since } })).status

      expect(await begin('2016-12-31T23:59:60Z')).to.equal(200)
      expect(await begin('9999-12-31T23:59:59-01:00')).to.equal(422)
    })

    it('the routes of webhooks show and send nothing of another team', async () => {
      const stranger = (await aKey()).value
      const since = new Date(0).toISOString()

      const answers = [
        await callConsole('filterDeliveries', { key: stranger, params: params() }),
        await callConsole('listAttempts', { key: stranger, params: params() }),
        await callConsole('resendDelivery', { key: stranger, params: params() }),
        await callConsole('countReplay', { key: stranger, params: params(), query: { since } }),
        await callConsole('replayMatches', { key: stranger, params: params(), body: { since } }),
      ]

      expect(answers.map(({ body }) => body.error.code)).to.deep.equal(Array(5).fill('webhook_not_found'))
      expect(await deliveriesOf(webhook)).to.have.length(1)
    })

    it("the routes of webhooks send no delivery of another team under a webhook of the caller's team", async () => {
      const mine = await aWebhook({ url: receiver.url('/mine') })
      const { value } = await aKey({ team: mine.team })
      const mixed = { key: value, params: { webhook_id: mine.id, delivery_id: failed.id } }

      const attempts = await callConsole('listAttempts', mixed)
      const resent = await callConsole('resendDelivery', mixed)

      expect([attempts.body.error.code, resent.body.error.code]).to.deep.equal(['not_found', 'not_found'])
      expect(await deliveriesOf(mine)).to.deep.equal([])
    })
  })

  it('the routes of feeds name the kind of a fault, without the message', async () => {
    const { db, services, clock } = currentApp()
    const podcast = await aPodcast({ title: 'Failing show' })
    await db.run(
      `INSERT INTO feeds (uuid, podcast_id, host, admitted_at, back_catalogue, poll_due_at, poll_error, poll_problem,
                          last_error_at)
       VALUES (:uuid, :podcastId, 'x', :now, :none, :now, 'Connection refused at 10.0.0.7.', 'unreachable', :now)`,
      { uuid: services.ids.uuid(), podcastId: podcast.id, now: clock.now(), none: Buffer.alloc(0) },
    )

    const { body, text } = await callConsole('listFeeds', { key: key.value, query: { only: 'failing' } })

    expect(body.results).to.have.length(1)
    expect(body.results[0]).to.include({ title: 'Failing show', status: 'failing', problem: 'unreachable' })
    expect(body.totals).to.deep.equal({ feeds: 1, failing: 1, waiting: 0 })
    expect(text).to.not.include('10.0.0.7')
  })
})
