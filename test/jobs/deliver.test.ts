import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { Webhook as Verifier } from 'standardwebhooks'
import { type JobName, retrySetAside } from '../../lib/jobs/jobs.js'
import { listSetAside } from '../../lib/queue/overview.js'
import { listAttempts } from '../../lib/webhooks/attempt-store.js'
import { listDeliveries } from '../../lib/webhooks/delivery-store.js'
import { SAMPLE_MATCH } from '../../lib/webhooks/event.js'
import { findWebhook } from '../../lib/webhooks/webhook-store.js'
import type { Json } from '../support/api.js'
import { currentApp, useApp } from '../support/app.js'
import { anAuthority } from '../support/certificates.js'
import { TestTimers } from '../support/clock.js'
import { aTeam, aUser } from '../support/factories.js'
import { type Answer, aReceiver, type ReceivedRequest, type Receiver } from '../support/https-receiver.js'
import { runJob } from '../support/jobs.js'
import { aDelivery, aWebhook, deliveriesOf, type TestWebhook, webhookOf } from '../support/webhooks.js'

const authority = anAuthority()
const certificate = authority.issue()
const DELAYS_SECONDS = [5, 25, 125, 625, 3125, 15_625, 78_125]

describe('deliveries', () => {
  let hostAddress = '127.0.0.1'
  const timers = new TestTimers()
  useApp({
    environment: { OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8' },
    network: {
      ca: authority.ca,
      resolve: async () => [{ address: hostAddress, family: 4 }],
      startTimer: timers.start,
    },
    // Receivers check signatures against their own clock.
    startsAt: 'now',
  })
  const receivers: Receiver[] = []

  afterEach(async () => {
    hostAddress = '127.0.0.1'
    for (const receiver of receivers.splice(0)) await receiver.close()
  })

  async function receiver(answer?: Answer | number, shown = certificate): Promise<Receiver> {
    const made = await aReceiver(shown)
    receivers.push(made)
    if (answer !== undefined) made.answerWith(answer)
    return made
  }

  const deliver = (job: JobName = 'deliver') => runJob(job)
  const patch = (webhook: TestWebhook, body: Json) =>
    webhook.api.call('updateWebhook', { params: { webhook_id: webhook.id }, body })
  const test = (webhook: TestWebhook, body?: Json) =>
    webhook.api.call('testWebhook', { params: { webhook_id: webhook.id }, body })

  /** The rows behind `deliveriesOf`. */
  async function listOf({ id }: TestWebhook) {
    const { db } = currentApp()
    const webhook = (await findWebhook(db, id))!
    return listDeliveries(db, {
      webhookId: webhook.id,
      since: 0,
      beforeId: Number.MAX_SAFE_INTEGER,
      limit: 9,
    })
  }

  /** Runs the job at the moment when the next attempt of a webhook's newest delivery is due. */
  async function nextAttempt(webhook: TestWebhook): Promise<Json> {
    const [{ next_attempt_at }] = await deliveriesOf(webhook)
    currentApp().clock.set(next_attempt_at)
    await deliver()
    return (await deliveriesOf(webhook))[0]
  }

  function signatureOf(secret: string, { headers, body }: ReceivedRequest): string {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  }

  it('a delivery arrives as signed JSON that a receiver can verify', async () => {
    const to = await receiver()
    const webhook = await aWebhook({ url: to.url('/hook?a=b') })
    const id = await aDelivery(webhook)

    await deliver()

    const [got] = to.requests
    expect(got).to.include({ method: 'POST', path: '/hook?a=b' })
    expect(got!.headers).to.include({ 'webhook-id': id, 'content-type': 'application/json' })
    expect(got!.headers['webhook-timestamp']).to.equal(String(Math.floor(currentApp().clock.now() / 1000)))
    expect(got!.headers['webhook-signature']).to.equal(signatureOf(webhook.secret, got!))
    const event = new Verifier(webhook.secret).verify(got!.body, got!.headers as Record<string, string>)
    expect(event).to.have.keys('type', 'timestamp', 'test', 'data')
    expect(event).to.include({ type: 'alert.match.created', test: false })
    expect((event as Json).timestamp).to.equal((event as Json).data.created_at)
  })

  it('a delivery succeeds after any 2xx, and the webhook shows when', async () => {
    const to = await receiver(202)
    const webhook = await aWebhook({ url: to.url() })
    await aDelivery(webhook)

    const counts = await deliver()

    const now = new Date(currentApp().clock.now()).toISOString()
    expect(counts).to.deep.equal({ succeeded: 1, retrying: 0, failed: 0 })
    expect((await deliveriesOf(webhook))[0]).to.include({
      status: 'succeeded',
      attempts: 1,
      delivered_at: now,
      last_attempt_at: now,
      next_attempt_at: null,
      last_status_code: 202,
      last_error: '',
    })
    expect((await webhookOf(webhook)).last_success_at).to.equal(now)
  })

  const failures: Array<[string, Answer | number, number | null, string]> = [
    ['a 500', 500, 500, 'HTTP 500 Internal Server Error'],
    ['a 410', 410, 410, 'HTTP 410 Gone'],
    [
      'a redirect',
      (_, response) => response.writeHead(301, { location: '/elsewhere' }).end(),
      301,
      'HTTP 301 Moved Permanently: redirects are not followed',
    ],
    ['a reset', (_, __, connection) => connection.reset(), null, 'connection reset before an answer came'],
    [
      'a closed connection',
      (_, __, connection) => connection.close(),
      null,
      'connection closed before an answer came',
    ],
    ['no answer', () => timers.upTo(5000)(), null, 'timed out: no answer within 5 seconds'],
    [
      'a status that comes byte by byte',
      (_, __, connection) => {
        const expire = timers.upTo(5000)
        connection.write('HTTP/1.1 200 OK\r\nx-long: ')
        const timer = setInterval(() => connection.write('x'), 20)
        connection.onClosed(() => clearInterval(timer))
        setTimeout(expire, 100)
      },
      null,
      'timed out: no answer within 5 seconds',
    ],
  ]
  for (const [what, answer, statusCode, error] of failures) {
    it(`a delivery is retried after ${what}`, async () => {
      const to = await receiver(answer)
      const webhook = await aWebhook({ url: to.url() })
      await aDelivery(webhook)

      const counts = await deliver()

      const [delivery] = await deliveriesOf(webhook)
      expect(counts).to.deep.equal({ succeeded: 0, retrying: 1, failed: 0 })
      expect(delivery).to.include({
        last_error: error,
        status: 'pending',
        attempts: 1,
        delivered_at: null,
        last_status_code: statusCode,
      })
      expect(Date.parse(delivery.next_attempt_at) - Date.parse(delivery.last_attempt_at)).to.equal(5000)
      expect(to.requests.map(({ path }) => path)).to.deep.equal(['/hook'])
    })
  }

  it('a delivery is retried if the certificate cannot be trusted', async () => {
    const cases: Array<[Receiver, string]> = [
      [await receiver(204, anAuthority().issue()), 'TLS certificate comes from an unknown authority'],
      [await receiver(204, authority.issue(undefined, { expired: true })), 'TLS certificate has expired'],
      [await receiver(204, authority.issue(['DNS:other.test'])), 'TLS certificate is for another host name'],
    ]
    for (const [to, error] of cases) {
      const webhook = await aWebhook({ url: to.url() })
      await aDelivery(webhook)
      await deliver()
      expect((await deliveriesOf(webhook))[0]).to.include({ status: 'pending', last_error: error })
      expect(to.requests).to.deep.equal([])
    }
  })

  it('a delivery succeeds after a 2xx, whatever happens to the body', async () => {
    const flood: Answer = (_, response) => {
      response.on('error', () => undefined)
      const pump = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      }
      response.writeHead(200, { 'content-length': 100_000_000 }).on('drain', pump)
      pump()
    }
    const trickle: Answer = (_, response) => {
      response.writeHead(200).write('x')
      const timer = setInterval(() => response.write('x'), 1000)
      response.on('close', () => clearInterval(timer))
    }
    const breakOff: Answer = (_, response, connection) => {
      response.writeHead(200, { 'content-length': 10 }).write('x', () => connection.close())
    }
    for (const answer of [flood, trickle, breakOff]) {
      const webhook = await aWebhook({ url: (await receiver(answer)).url() })
      await aDelivery(webhook)
      await deliver()
      expect((await deliveriesOf(webhook))[0]).to.include({ status: 'succeeded', last_error: '' })
    }
  })

  it('a delivery succeeds after a 2xx that follows interim answers', async () => {
    const to = await receiver((_, response, connection) => {
      connection.write('HTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\n')
      response.writeHead(201).end()
    })
    const webhook = await aWebhook({ url: to.url() })
    await aDelivery(webhook)

    await deliver()

    expect((await deliveriesOf(webhook))[0]).to.include({ status: 'succeeded', last_status_code: 201 })
    expect(to.requests).to.have.length(1)
  })

  it('a delivery is not sent if the host now has an address that is not public', async () => {
    const to = await receiver()
    const webhook = await aWebhook({ url: to.url('/hook', 'a.receiver.test') })
    await aDelivery(webhook)

    hostAddress = '10.0.0.1'
    await deliver()

    const [delivery] = await deliveriesOf(webhook)
    expect(delivery).to.include({ status: 'pending', attempts: 1, last_status_code: null })
    expect(delivery.last_error).to.equal('the host name resolves to an address that is not public')
    expect(to.connections()).to.equal(0)
  })

  describe('retries', () => {
    it('a delivery is attempted eight times, after 5, 25, 125 … seconds, with one id and the same bytes', async () => {
      const to = await receiver(503)
      const webhook = await aWebhook({ url: to.url() })
      const id = await aDelivery(webhook)
      await deliver()

      const delays: number[] = []
      let delivery = (await deliveriesOf(webhook))[0]
      while (delivery.status === 'pending') {
        delays.push((Date.parse(delivery.next_attempt_at) - Date.parse(delivery.last_attempt_at)) / 1000)
        delivery = await nextAttempt(webhook)
      }

      expect(delays).to.deep.equal(DELAYS_SECONDS)
      expect(delivery).to.include({
        status: 'failed',
        attempts: 8,
        next_attempt_at: null,
        last_status_code: 503,
      })
      expect(to.requests).to.have.length(8)
      expect(new Set(to.requests.map(({ headers }) => headers['webhook-id']))).to.deep.equal(new Set([id]))
      expect(new Set(to.requests.map(({ body }) => body)).size).to.equal(1)
      for (const request of to.requests) {
        expect(request.headers['webhook-signature']).to.equal(signatureOf(webhook.secret, request))
      }
      expect(new Set(to.requests.map(({ headers }) => headers['webhook-timestamp'])).size).to.equal(8)
    })

    it('a retry is not sent before its time', async () => {
      const to = await receiver(503)
      const webhook = await aWebhook({ url: to.url() })
      await aDelivery(webhook)
      await deliver()

      currentApp().clock.advance(4999)
      const early = await deliver()
      currentApp().clock.advance(1)
      const due = await deliver()

      expect([early.retrying, due.retrying]).to.deep.equal([0, 1])
    })

    it('each attempt is recorded with its time, duration, status and error', async () => {
      const { db, clock } = currentApp()
      const to = await receiver(503)
      const webhook = await aWebhook({ url: to.url() })
      await aDelivery(webhook)
      const firstAt = clock.now()
      await deliver()
      to.answerWith(200)
      await nextAttempt(webhook)

      const [delivery] = await listOf(webhook)
      const attempts = (await listAttempts(db, [delivery!.id])).get(delivery!.id)!

      expect(attempts.map(({ at, statusCode, error }) => ({ at, statusCode, error }))).to.deep.equal([
        { at: firstAt, statusCode: 503, error: 'HTTP 503 Service Unavailable' },
        { at: clock.now(), statusCode: 200, error: '' },
      ])
      for (const { durationMs } of attempts) expect(durationMs).to.be.within(0, 7_000)
    })

    it('an operator can retry a failed delivery once more', async () => {
      const { db, clock } = currentApp()
      const to = await receiver(500)
      const webhook = await aWebhook({ url: to.url() })
      await aDelivery(webhook)
      await deliver()
      for (let attempt = 2; attempt <= 8; attempt++) await nextAttempt(webhook)
      const [failed] = await deliveriesOf(webhook)
      const given = await listSetAside(db)
      to.answerWith(200)

      const isRequeued = await retrySetAside(db, { step: 'deliver', id: failed.id, now: clock.now() })
      await deliver()

      expect(given.find(({ id }) => id === failed.id)).to.include({ error: 'HTTP 500 Internal Server Error' })
      expect(isRequeued).to.equal(true)
      expect((await deliveriesOf(webhook))[0]).to.include({ status: 'succeeded', attempts: 9 })
    })

    it('attempts are deleted with their delivery after 30 days', async () => {
      const { db, clock } = currentApp()
      const webhook = await aWebhook({ url: (await receiver()).url() })
      await aDelivery(webhook)
      await deliver()

      clock.advance(29 * 86_400_000)
      await deliver('prune')
      const [delivery] = await listOf(webhook)
      const kept = await listAttempts(db, [delivery!.id])
      clock.advance(2 * 86_400_000)
      await deliver('prune')

      expect(kept.get(delivery!.id)).to.have.length(1)
      expect((await listAttempts(db, [delivery!.id])).size).to.equal(0)
    })

    it('retries end with the first 2xx', async () => {
      const to = await receiver(503)
      const webhook = await aWebhook({ url: to.url() })
      await aDelivery(webhook)
      await deliver()

      to.answerWith(200)
      const delivery = await nextAttempt(webhook)

      expect(delivery).to.include({ status: 'succeeded', attempts: 2, last_status_code: 200, last_error: '' })
    })

    it('retries go to the new URL, signed with the new secret', async () => {
      const [from, to] = [await receiver(500), await receiver()]
      const webhook = await aWebhook({ url: from.url() })
      await aDelivery(webhook)
      await deliver()

      await patch(webhook, { url: to.url() })
      const { body } = await webhook.api.call('rotateWebhookSecret', { params: { webhook_id: webhook.id } })
      await nextAttempt(webhook)

      expect(from.requests).to.have.length(1)
      const [got] = to.requests
      expect(got!.headers['webhook-signature']).to.equal(signatureOf(body.secret, got!))
      expect(got!.headers['webhook-signature']).to.not.equal(signatureOf(webhook.secret, got!))
    })

    it('retries are cancelled if the webhook is switched off, and stay cancelled', async () => {
      const to = await receiver(500)
      const webhook = await aWebhook({ url: to.url() })
      await aDelivery(webhook)
      await deliver()

      await patch(webhook, { is_active: false })
      await patch(webhook, { is_active: true })
      currentApp().clock.advance(60_000)
      await deliver()

      expect((await deliveriesOf(webhook))[0]).to.include({
        status: 'cancelled',
        attempts: 1,
        next_attempt_at: null,
      })
      expect(to.requests).to.have.length(1)
    })
  })

  describe('a webhook that is switched off during a request', () => {
    /** Delivers to a receiver that answers with this status after its webhook was switched off. */
    async function deliverWhileSwitchedOff(status: number) {
      let webhook: TestWebhook
      const to = await receiver(async (_, response) => {
        await patch(webhook, { is_active: false })
        response.writeHead(status).end()
      })
      webhook = await aWebhook({ url: to.url() })
      await aDelivery(webhook)
      return { webhook, counts: await deliver() }
    }

    it('its delivery stays cancelled if the receiver refuses it, and shows the result', async () => {
      const { webhook, counts } = await deliverWhileSwitchedOff(500)

      expect(counts).to.deep.equal({ succeeded: 0, retrying: 0, failed: 1 })
      expect((await deliveriesOf(webhook))[0]).to.include({
        status: 'cancelled',
        attempts: 1,
        last_status_code: 500,
        next_attempt_at: null,
      })
      expect(await webhookOf(webhook)).to.include({ is_active: false, disabled_reason: null })
    })

    it('its delivery has succeeded if the receiver accepts it', async () => {
      const { webhook, counts } = await deliverWhileSwitchedOff(204)

      expect(counts).to.deep.equal({ succeeded: 1, retrying: 0, failed: 0 })
      const [delivery] = await deliveriesOf(webhook)
      expect(delivery).to.include({ status: 'succeeded', attempts: 1, last_status_code: 204 })
      expect(delivery!.delivered_at).to.equal((await webhookOf(webhook)).last_success_at)
    })
  })

  it('an answer for a deleted delivery is not recorded at a new delivery, which may have its id', async () => {
    const newReceiver = await receiver(201)
    let webhook: TestWebhook
    let newWebhook: TestWebhook
    const to = await receiver(async (_, response) => {
      await webhook.api.call('deleteWebhook', { params: { webhook_id: webhook.id } })
      newWebhook = await aWebhook({ url: newReceiver.url() })
      await aDelivery(newWebhook)
      response.writeHead(204).end()
    })
    webhook = await aWebhook({ url: to.url() })
    await aDelivery(webhook)

    await deliver()
    await deliver()

    expect(newReceiver.requests).to.have.length(1)
    const [delivery] = await deliveriesOf(newWebhook!)
    expect(delivery).to.include({ status: 'succeeded', attempts: 1, last_status_code: 201 })
  })

  describe('a failing webhook', () => {
    const mails = (accountId: number) =>
      currentApp().db.all<{ address: string; text: string }>(
        `SELECT m.address, m.text FROM mails m JOIN users u ON u.email = m.address WHERE u.account_id = :accountId`,
        { accountId },
      )

    async function failFully(webhook: TestWebhook): Promise<void> {
      await deliver()
      while ((await deliveriesOf(webhook)).some(({ status }) => status === 'pending')) {
        const due = (await deliveriesOf(webhook))
          .filter(({ status }) => status === 'pending')
          .map(({ next_attempt_at }) => next_attempt_at)
        currentApp().clock.set(due.sort()[0])
        await deliver()
      }
    }

    it('a failing webhook is switched off, its deliveries are cancelled, and its admins get one mail', async () => {
      const to = await receiver(500)
      const team = await aTeam()
      const admin = await aUser({ teams: [team], isAdmin: true })
      await aUser({ teams: [team] })
      const webhook = await aWebhook({ url: to.url(), team })
      await aDelivery(webhook)
      await deliver()
      currentApp().clock.advance(1)
      await aDelivery(webhook)

      await failFully(webhook)
      const afterwards = await aDelivery(webhook)

      const state = await webhookOf(webhook)
      expect(state).to.include({ is_active: false, disabled_reason: 'failing', last_success_at: null })
      expect(state.disabled_at).to.be.a('string')
      const statuses = (await deliveriesOf(webhook)).map(({ status }) => status)
      expect(statuses.sort()).to.deep.equal(['cancelled', 'failed'])
      expect(afterwards).to.equal(undefined)
      const sent = await mails(team.account.id)
      expect(sent.map(({ address }) => address)).to.deep.equal([admin.email])
      expect(sent[0]!.text).to.include(to.url()).and.include('replay them').and.not.include(webhook.secret)
      expect(sent[0]!.text).to.include(`${currentApp().url}/api/v1/webhooks/${webhook.id} `)
    })

    it('a failing webhook can be switched on again, and its failures count from then on', async () => {
      const to = await receiver(500)
      const webhook = await aWebhook({ url: to.url() })
      await aDelivery(webhook)
      await failFully(webhook)

      const on = await patch(webhook, { is_active: true })
      to.answerWith(204)
      await aDelivery(webhook)
      await deliver()

      expect(on.body).to.include({ is_active: true, disabled_at: null, disabled_reason: null })
      expect((await deliveriesOf(webhook))[0].status).to.equal('succeeded')
    })

    it('a team can switch off a failing webhook', async () => {
      const webhook = await aWebhook({ url: (await receiver(500)).url() })
      await aDelivery(webhook)
      await failFully(webhook)
      const { disabled_at } = await webhookOf(webhook)

      const { body } = await patch(webhook, { is_active: false })

      expect(body).to.include({ is_active: false, disabled_reason: null, disabled_at })
    })

    it('a webhook stays on if it accepted anything since the failed delivery was created', async () => {
      const to = await receiver((request, response) => {
        response.writeHead(request.headers['webhook-id'] === dead ? 500 : 204).end()
      })
      const webhook = await aWebhook({ url: to.url() })
      const dead = await aDelivery(webhook)
      await deliver()
      currentApp().clock.advance(1)
      await aDelivery(webhook)

      await failFully(webhook)

      expect((await webhookOf(webhook)).is_active).to.equal(true)
      expect((await deliveriesOf(webhook)).map(({ status }) => status)).to.deep.equal(['succeeded', 'failed'])
    })

    it('test sends neither keep a webhook on nor switch it off', async () => {
      const to = await receiver((request, response) => {
        response.writeHead(JSON.parse(request.body).test ? 204 : 500).end()
      })
      const webhook = await aWebhook({ url: to.url() })
      await aDelivery(webhook)
      await test(webhook)

      await failFully(webhook)
      const state = await webhookOf(webhook)
      to.answerWith(500)
      await patch(webhook, { is_active: true })
      await test(webhook)
      await deliver()

      expect(state).to.include({ is_active: false, last_success_at: null })
      expect((await webhookOf(webhook)).is_active).to.equal(true)
    })
  })

  describe('test sends', () => {
    it('a test send contains the sample match, marked as a test', async () => {
      const to = await receiver()
      const webhook = await aWebhook({ url: to.url() })

      const { body } = await test(webhook)
      await deliver()

      expect(JSON.parse(to.requests[0]!.body)).to.deep.equal({
        type: 'alert.match.created',
        timestamp: new Date(currentApp().clock.now()).toISOString(),
        test: true,
        data: SAMPLE_MATCH,
      })
      expect(to.requests[0]!.headers['webhook-signature']).to.equal(
        signatureOf(webhook.secret, to.requests[0]!),
      )
      const [delivery] = await deliveriesOf(webhook)
      expect(delivery).to.include({ id: body.id, is_test: true, status: 'succeeded', attempts: 1 })
      expect((await webhookOf(webhook)).last_success_at).to.equal(null)
    })

    it('a test send goes to another URL on request, even while the webhook is off', async () => {
      const [own, other] = [await receiver(), await receiver()]
      const webhook = await aWebhook({ url: own.url() })
      await patch(webhook, { is_active: false })

      await test(webhook, { url: other.url('/staging') })
      await deliver()

      expect([own.requests.length, other.requests.length]).to.deep.equal([0, 1])
      expect((await deliveriesOf(webhook))[0]).to.include({
        status: 'succeeded',
        target_url: other.url('/staging'),
      })
    })

    it('a failed test send is not retried', async () => {
      const to = await receiver(500)
      const webhook = await aWebhook({ url: to.url() })

      await test(webhook)
      const counts = await deliver()

      expect(counts).to.deep.equal({ succeeded: 0, retrying: 0, failed: 1 })
      expect((await deliveriesOf(webhook))[0]).to.include({
        status: 'failed',
        attempts: 1,
        next_attempt_at: null,
        last_error: 'HTTP 500 Internal Server Error',
      })
    })

    it('a test send goes before waiting deliveries', async () => {
      const to = await receiver()
      const webhook = await aWebhook({ url: to.url() })
      for (let count = 0; count < 3; count += 1) await aDelivery(webhook)

      const { body } = await test(webhook)
      await deliver()

      expect(to.requests[0]!.headers['webhook-id']).to.equal(body.id)
    })
  })

  it('a receiver that hangs delays no other, not even on the same host', async () => {
    const hanging: Array<() => void> = []
    const to = await receiver((request, response) => {
      if (request.path === '/ok') response.writeHead(204).end()
      else hanging.push(() => response.writeHead(204).end())
    })
    const dead = await aWebhook({ url: to.url('/hang') })
    const well = await aWebhook({ url: to.url('/ok') })
    for (let count = 0; count < 20; count += 1) await aDelivery(dead)
    const first = await aDelivery(well)

    const job = deliver()
    await to.received(2)
    // Found while a request hangs: a new match of the other team does not wait for it either.
    const second = await aDelivery(well)
    currentApp().services.signals.emit('delivery')
    await to.received(3)
    const ids = to.requests.filter(({ path }) => path === '/ok').map(({ headers }) => headers['webhook-id'])
    to.answerWith(204)
    for (const answer of hanging) answer()
    await job

    expect(ids).to.deep.equal([first, second])
    expect((await deliveriesOf(dead)).every(({ status }) => status === 'succeeded')).to.equal(true)
  })

  it('deliveries continue once a host whose receivers all hung is below its limit again', async () => {
    const hanging: Array<() => void> = []
    const to = await receiver((request, response) => {
      if (request.path === '/hang') hanging.push(() => response.writeHead(204).end())
      else response.writeHead(204).end()
    })
    const well = await aWebhook({ url: to.url('/ok') })
    await aDelivery(well)
    for (let count = 0; count < 64; count += 1) await aDelivery(await aWebhook({ url: to.url('/hang') }))
    const elsewhere = await aWebhook({ url: to.url('/elsewhere', 'b.receiver.test') })

    const job = deliver()
    await to.received(65)
    // The host is full. That this one arrives elsewhere shows that the sender has looked at both.
    await aDelivery(well)
    await aDelivery(elsewhere)
    currentApp().services.signals.emit('delivery')
    await to.received(66)
    to.answerWith(204)
    for (const answer of hanging) answer()
    await job

    expect((await deliveriesOf(well)).map(({ status }) => status)).to.deep.equal(['succeeded', 'succeeded'])
  })

  it('a delivery of a dead sender is sent again with the same id after its lease', async () => {
    const to = await receiver()
    const webhook = await aWebhook({ url: to.url() })
    const id = await aDelivery(webhook)
    const { db, clock } = currentApp()
    await db.run('UPDATE deliveries SET due_at = :until, leased_until = :until WHERE uuid = :id', {
      until: clock.now() + 60_000,
      id: id!,
    })
    await db.run('UPDATE webhooks SET next_due_at = :until', { until: clock.now() + 60_000 })

    clock.advance(59_000)
    const early = await deliver()
    clock.advance(1_000)
    await deliver()

    expect(early.succeeded).to.equal(0)
    expect(to.requests.map(({ headers }) => headers['webhook-id'])).to.deep.equal([id])
  })

  it('a stop finishes the running deliveries and starts no others', async () => {
    const stop = new AbortController()
    const to = await receiver((_, response) => {
      stop.abort()
      response.writeHead(204).end()
    })
    const webhook = await aWebhook({ url: to.url() })
    for (let count = 0; count < 2; count += 1) await aDelivery(webhook)

    const counts = await runJob('deliver', stop.signal)

    expect(counts.succeeded).to.equal(1)
    const [second, first] = await deliveriesOf(webhook)
    expect([first.status, second.status]).to.deep.equal(['succeeded', 'pending'])
  })

  it('two senders never record a delivery twice', async () => {
    const to = await receiver()
    const webhook = await aWebhook({ url: to.url() })
    for (let count = 0; count < 20; count += 1) await aDelivery(webhook)

    await Promise.all([deliver(), deliver(), deliver()])

    const deliveries = await deliveriesOf(webhook)
    expect(deliveries.every(({ status, attempts }) => status === 'succeeded' && attempts === 1)).to.equal(
      true,
    )
    expect(to.requests).to.have.length(20)
  })

  it('deliveries log no secret', () => {
    expect(JSON.stringify(currentApp().log)).to.not.include('whsec_')
  })
})
