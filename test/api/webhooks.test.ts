import { expect } from 'chai'
import { DAY_MS, HOUR_MS } from '../../lib/clock.js'
import type { Json } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { anAccount, anApi, aTeam } from '../support/factories.js'
import { aDelivery, aWebhook, deliveriesOf, type TestWebhook, webhookOf } from '../support/webhooks.js'

const HOSTS: Record<string, string[]> = {
  'public.test': ['93.184.216.34', '2606:4700:4700::1111'],
  'private.test': ['10.0.0.7'],
  'mixed.test': ['93.184.216.34', '192.168.0.1'],
}
const NOWHERE = '00000000-0000-7000-8000-00000000dead'
const URL = 'https://public.test/hook'

async function resolve(hostname: string) {
  const addresses = HOSTS[hostname]
  if (!addresses) throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

describe('webhooks', () => {
  useApp({ network: { resolve } })

  /** Calls an operation on a webhook. */
  const call = (webhook: TestWebhook, id: Parameters<TestWebhook['api']['call']>[0], body?: Json) =>
    webhook.api.call(id, { params: { webhook_id: webhook.id }, body })

  describe('creation', () => {
    it('a new webhook is answered with its secret', async () => {
      const api = await anApi()

      const { status, body } = await api.call('createWebhook', { body: { url: `  ${URL} ` } })

      expect(status).to.equal(201)
      const { id, secret, ...rest } = body
      expect(id).to.match(/^[0-9a-f-]{36}$/)
      expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).to.have.length(32)
      expect(rest).to.deep.equal({
        url: URL,
        is_active: true,
        disabled_at: null,
        disabled_reason: null,
        last_success_at: null,
        created_at: new Date(currentApp().clock.now()).toISOString(),
      })
    })

    it('the secret is shown only at creation and rotation', async () => {
      const webhook = await aWebhook({ url: URL })

      const answers = [
        await webhook.api.call('listWebhooks'),
        await call(webhook, 'getWebhook'),
        await call(webhook, 'updateWebhook', { is_active: false }),
        await call(webhook, 'testWebhook'),
        await call(webhook, 'listWebhookDeliveries'),
      ]

      for (const { text } of answers) expect(text).to.not.include(webhook.secret.slice(6))
    })

    it('a second webhook of the same team is refused with plan_limit_reached', async () => {
      const { api } = await aWebhook({ url: URL })

      const answer = await api.call('createWebhook', { body: { url: URL } })

      expect(answer.status).to.equal(403)
      expect(answer.body.error).to.include({ code: 'plan_limit_reached', limit_key: 'webhooks', limit: 1 })
    })

    it('of two webhooks created at once, one is refused', async () => {
      const api = await anApi()

      const both = [1, 2].map(() => api.call('createWebhook', { body: { url: URL } }))
      const statuses = (await Promise.all(both)).map(({ status }) => status)

      expect(statuses.sort()).to.deep.equal([201, 403])
    })

    it('each team of an account has its own webhook', async () => {
      const account = await anAccount()
      const [one, other] = [await aTeam({ account }), await aTeam({ account })]
      const api = await anApi({ account })
      const header = (team: { uuid: string }) => ({ 'X-Service-Team': team.uuid })

      const created = await api.with(header(one)).call('createWebhook', { body: { url: URL } })
      const listed = await api.with(header(other)).call('listWebhooks')
      const foreign = await api
        .with(header(other))
        .call('getWebhook', { params: { webhook_id: created.body.id } })

      expect(created.status).to.equal(201)
      expect(listed.body).to.deep.equal({ results: [], next_cursor: null })
      expect(foreign.body.error.code).to.equal('webhook_not_found')
    })

    const refused: Array<[string, unknown]> = [
      ['a missing URL', undefined],
      ['null', null],
      ['an empty URL', '   '],
      ['a number', 5],
      ['a text that is not a URL', 'hook'],
      ['an http URL', 'http://public.test/hook'],
      ['a URL with credentials', 'https://me:secret@public.test/'],
      ['a URL of 2,001 characters', `https://public.test/${'x'.repeat(1981)}`],
      ['a URL with a private address', 'https://10.0.0.1/'],
      ['a URL with the loopback address in hexadecimal', 'https://0x7f.1/'],
      ['a URL with a mapped address', 'https://[::ffff:127.0.0.1]/'],
      ['a URL whose host has a private address', 'https://private.test/'],
      ['a URL whose host has a private address among others', 'https://mixed.test/'],
      ['a URL whose host does not resolve', 'https://nowhere.test/'],
    ]
    for (const [what, url] of refused) {
      it(`${what} is refused for a webhook`, async () => {
        const api = await anApi()

        const { status, body } = await api.call('createWebhook', { body: { url } })

        expect(status).to.equal(422)
        expect(body.error.code).to.equal('invalid_input')
        expect(Object.keys(body.error.fields)).to.deep.equal(['url'])
        expect((await api.call('listWebhooks')).body.results).to.deep.equal([])
      })
    }

    it('URLs may have 2,000 characters, ports, IPv6 addresses and names in other scripts', async () => {
      HOSTS['xn--bcher-kva.test'] = ['93.184.216.34']
      const urls = [
        `https://public.test/${'x'.repeat(1980)}`,
        'https://public.test:8443/',
        'https://[2606:4700:4700::1111]/hook',
        'https://bücher.test/ü',
      ]
      for (const url of urls) {
        const answer = await (await anApi()).call('createWebhook', { body: { url } })
        expect(answer.body.url).to.equal(url)
      }
    })

    it('a faulty request is reported before the plan limit, and the limit before a faulty address', async () => {
      const { api } = await aWebhook({ url: URL })

      const faulty = await api.call('createWebhook', { body: { url: 'http://public.test/' } })
      const unresolved = await api.call('createWebhook', { body: { url: 'https://private.test/' } })

      expect(faulty.status).to.equal(422)
      expect(unresolved.status).to.equal(403)
    })
  })

  it('a webhook of another team is answered with 404 on every route', async () => {
    const { id } = await aWebhook({ url: URL })
    const stranger = { ...(await aWebhook({ url: URL })), id }

    const operations = [
      'getWebhook',
      'updateWebhook',
      'deleteWebhook',
      'listWebhookDeliveries',
      'rotateWebhookSecret',
      'testWebhook',
    ] as const
    for (const operation of operations) {
      const answer = await call(stranger, operation, operation === 'updateWebhook' ? {} : undefined)
      expect(answer.body.error.code, operation).to.equal('webhook_not_found')
    }
    const missing = { ...stranger, id: NOWHERE }
    expect((await call(missing, 'getWebhook')).status).to.equal(404)
  })

  describe('changes', () => {
    it('a change of a webhook keeps fields that are omitted or null', async () => {
      const webhook = await aWebhook({ url: URL })
      const before = await webhookOf(webhook)

      for (const body of [{}, { url: null, is_active: null }, { unknown: 1 }]) {
        expect((await call(webhook, 'updateWebhook', body)).body).to.deep.equal(before)
      }
    })

    it('a new URL of a webhook passes the same checks as at creation', async () => {
      const webhook = await aWebhook({ url: URL })

      const moved = await call(webhook, 'updateWebhook', { url: 'https://public.test/other' })
      const refused = await call(webhook, 'updateWebhook', { url: 'https://private.test/', is_active: false })

      expect(moved.body.url).to.equal('https://public.test/other')
      expect(Object.keys(refused.body.error.fields)).to.deep.equal(['url'])
      expect(await webhookOf(webhook)).to.include({ url: 'https://public.test/other', is_active: true })
    })

    it('switching a webhook off cancels waiting deliveries, and the webhook can be switched on again', async () => {
      const webhook = await aWebhook({ url: URL })
      await aDelivery(webhook)

      const off = await call(webhook, 'updateWebhook', { is_active: false })
      currentApp().clock.advance(1000)
      const stillOff = await call(webhook, 'updateWebhook', { is_active: false })
      const whileOff = await aDelivery(webhook)
      const on = await call(webhook, 'updateWebhook', { is_active: true })

      expect(off.body).to.include({ is_active: false, disabled_reason: null })
      expect(off.body.disabled_at).to.be.a('string')
      expect(stillOff.body.disabled_at).to.equal(off.body.disabled_at)
      expect(whileOff).to.equal(undefined)
      expect(on.body).to.include({ is_active: true, disabled_at: null, disabled_reason: null })
      const [cancelled] = await deliveriesOf(webhook)
      expect(cancelled).to.include({ status: 'cancelled', next_attempt_at: null, attempts: 0 })
    })

    it('a change with values of the wrong type is refused, naming each field', async () => {
      const webhook = await aWebhook({ url: URL })

      for (const url of ['', 'nothing', 'http://example.org', 'https://user:pass@example.org']) {
        const { body } = await call(webhook, 'updateWebhook', { url, is_active: 'yes' })

        expect(Object.keys(body.error.fields).sort(), url).to.deep.equal(['is_active', 'url'])
      }
    })

    it('deleting a webhook deletes its history and allows a new one', async () => {
      const webhook = await aWebhook({ url: URL })
      await aDelivery(webhook)

      const deleted = await call(webhook, 'deleteWebhook')
      const again = await aWebhook({ url: URL, team: webhook.team })

      expect(deleted.status).to.equal(204)
      expect((await call(webhook, 'getWebhook')).status).to.equal(404)
      expect(await deliveriesOf(again)).to.deep.equal([])
      const rows = await currentApp().db.all(
        'SELECT d.id FROM deliveries d LEFT JOIN webhooks w ON w.id = d.webhook_id WHERE w.id IS NULL',
      )
      expect(rows).to.deep.equal([])
    })

    it('rotating a webhook replaces its secret', async () => {
      const webhook = await aWebhook({ url: URL })

      const { status, body } = await call(webhook, 'rotateWebhookSecret')

      expect(status).to.equal(200)
      expect(Object.keys(body)).to.deep.equal(['secret'])
      expect(body.secret)
        .to.match(/^whsec_/)
        .and.not.equal(webhook.secret)
    })
  })

  describe('deliveries', () => {
    it('deliveries are listed newest first, page by page', async () => {
      const webhook = await aWebhook({ url: URL })
      const ids = []
      for (let count = 0; count < 5; count += 1) ids.unshift(await aDelivery(webhook))

      const pages: string[][] = []
      let cursor: string | undefined
      do {
        const { body } = await webhook.api.call('listWebhookDeliveries', {
          params: { webhook_id: webhook.id },
          query: { limit: 2, cursor },
        })
        pages.push(body.results.map(({ id }: Json) => id))
        cursor = body.next_cursor ?? undefined
      } while (cursor)

      expect(pages).to.deep.equal([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
    })

    it('a new delivery is pending', async () => {
      const webhook = await aWebhook({ url: URL })
      const id = await aDelivery(webhook)

      const now = new Date(currentApp().clock.now()).toISOString()
      expect(await deliveriesOf(webhook)).to.deep.equal([
        {
          id,
          event_type: 'alert.match.created',
          is_test: false,
          status: 'pending',
          attempts: 0,
          created_at: now,
          delivered_at: null,
          last_attempt_at: null,
          next_attempt_at: now,
          last_status_code: null,
          last_error: '',
          target_url: '',
        },
      ])
    })

    it('a cursor of another webhook and a broken one are refused', async () => {
      const [one, other] = [await aWebhook({ url: URL }), await aWebhook({ url: URL })]
      for (let count = 0; count < 2; count += 1) await aDelivery(one)
      const list = ({ api, id }: TestWebhook, cursor: string) =>
        api.call('listWebhookDeliveries', { params: { webhook_id: id }, query: { limit: 1, cursor } })
      const { next_cursor } = (await list(one, '')).body

      expect((await list(other, next_cursor)).body.error.code).to.equal('stale_cursor')
      expect((await list(one, `${next_cursor}x`)).body.error.code).to.equal('invalid_cursor')
    })

    it('deliveries are hidden after 30 days, even before they are deleted', async () => {
      const webhook = await aWebhook({ url: URL })
      await aDelivery(webhook)

      currentApp().clock.advance(30 * DAY_MS - 1)
      const before = await deliveriesOf(webhook)
      currentApp().clock.advance(1)
      const after = await deliveriesOf(webhook)

      expect([before.length, after.length]).to.deep.equal([1, 0])
    })
  })

  describe('test sends', () => {
    it('a test send is accepted and recorded, even while the webhook is off', async () => {
      const webhook = await aWebhook({ url: URL })
      await call(webhook, 'updateWebhook', { is_active: false })

      const { status, body } = await call(webhook, 'testWebhook')

      expect(status).to.equal(202)
      expect(body).to.include({ is_test: true, status: 'pending', attempts: 0, target_url: '' })
      expect((await deliveriesOf(webhook)).map(({ id }) => id)).to.deep.equal([body.id])
    })

    it('a test send shows its URL only if it differs from the URL of the webhook', async () => {
      const webhook = await aWebhook({ url: URL })

      const targets = []
      for (const body of [{ url: URL }, { url: null }, { url: 'https://public.test/staging' }]) {
        targets.push((await call(webhook, 'testWebhook', body)).body.target_url)
      }

      expect(targets).to.deep.equal(['', '', 'https://public.test/staging'])
    })

    it('a test send refuses a URL that the webhook may not have', async () => {
      const webhook = await aWebhook({ url: URL })

      for (const url of ['http://public.test/', 'https://private.test/', 'x', '']) {
        const { status, body } = await call(webhook, 'testWebhook', { url })
        expect(status, url).to.equal(422)
        expect(Object.keys(body.error.fields)).to.deep.equal(['url'])
      }
      expect(await deliveriesOf(webhook)).to.deep.equal([])
    })

    it('a team may send 50 tests per clock hour (UTC)', async () => {
      const { clock } = currentApp()
      clock.advance(HOUR_MS - (clock.now() % HOUR_MS) + 1500)
      const team = await aTeam()
      const webhook = await aWebhook({ url: URL, team })
      const other = await anApi({ team })
      // Two keys of one account on the pro plan: the minute's 120 requests are enough for both.
      for (let count = 0; count < 50; count += 1) {
        const { api } = count % 2 ? webhook : { api: other }
        expect((await call({ ...webhook, api }, 'testWebhook')).status).to.equal(202)
      }

      const refused = await call(webhook, 'testWebhook')
      // The only 429 that comes after the other refusals, beside the one for transcript downloads.
      const faulty = await call(webhook, 'testWebhook', { url: 'https://private.test/' })
      clock.advance(HOUR_MS - (clock.now() % HOUR_MS))
      const later = await call(webhook, 'testWebhook')

      expect(refused.status).to.equal(429)
      expect(refused.body.error).to.include({ code: 'rate_limited', scope: 'webhook_test_sends_per_hour' })
      const reset = (clock.now() - (clock.now() % HOUR_MS)) / 1000
      expect(refused.body.error.reset).to.equal(reset)
      expect(refused.headers.get('retry-after')).to.equal('3599')
      expect(faulty.status).to.equal(422)
      expect(later.status).to.equal(202)
    })
  })
})
