import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { Api, type Json } from '../support/api.js'
import { anAuthority } from '../support/certificates.js'
import { Cli } from '../support/cli.js'
import { aReceiver, type Receiver } from '../support/https-receiver.js'
import { until } from '../support/until.js'

const authority = anAuthority()
const NOWHERE = '00000000-0000-7000-8000-00000000dead'

describe('the command: webhooks', () => {
  let cli: Cli
  let receiver: Receiver
  let api: Api
  let webhook: Json
  const since = new Date(Date.now() - 60_000).toISOString()

  /** A server with an alert and a webhook; what is imported now fires. */
  beforeEach(async () => {
    cli = new Cli({ OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8' })
    const ca = join(cli.folder, 'ca.pem')
    writeFileSync(ca, authority.ca)
    cli.environment.NODE_EXTRA_CA_CERTS = ca
    receiver = await aReceiver(authority.issue())
    const { announced } = await cli.serve()
    const account = await cli.json(['account', 'create', '--name', 'Acme', '--plan', 'pro'])
    const team = await cli.json(['team', 'create', '--account', account.id, '--name', 'Desk'])
    const { key } = await cli.json(['key', 'create', '--name', 'first', '--team', team.id])
    api = new Api(announced.listening, key)
    webhook = (await api.call('createWebhook', { body: { url: receiver.url() } })).body
    await api.call('createAlert', { body: { name: 'Harbours', keywords: ['harbour'] } })
  })

  afterEach(async () => {
    await cli.close()
    await receiver.close()
  })

  /** Brings an episode in which the keyword is said. */
  async function hear(guid: string): Promise<void> {
    const feed_url = 'https://example.org/feed.xml'
    const transcript = { language: 'en', segments: [{ start: 0, end: 3, text: 'Down at the harbour.' }] }
    const published_at = new Date().toISOString()
    const lines = [
      { type: 'podcast', feed_url, title: 'A show' },
      { type: 'episode', feed_url, guid, title: guid, published_at, transcript },
    ]
    await cli.json(['import', '-'], { input: lines.map((line) => `${JSON.stringify(line)}\n`).join('') })
  }

  async function deliveries(): Promise<Json[]> {
    return (await cli.json(['webhook', 'deliveries', webhook.id])).deliveries
  }

  it('webhook deliveries shows what was delivered, and a resend gets a new id', async () => {
    await hear('one')
    const [first] = await receiver.received(1)
    const [listed] = await deliveries()

    const resent = await cli.json(['webhook', 'resend', listed.id])
    const [, second] = await receiver.received(2)
    const replayed = await cli.json(['webhook', 'replay', webhook.id, '--since', since])
    const [, , third] = await receiver.received(3)

    expect(listed).to.include({ id: first!.headers['webhook-id'], is_test: false })
    expect(second!.headers['webhook-id']).to.equal(resent.delivery_id).and.not.equal(listed.id)
    expect(replayed).to.deep.equal({ deliveries: 1 })
    expect([second!.body, third!.body]).to.deep.equal([first!.body, first!.body])
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).to.equal(3)
  })

  it('matches found while the webhook was off are sent only on request of the operator', async () => {
    const change = (body: Json) => api.call('updateWebhook', { params: { webhook_id: webhook.id }, body })
    await change({ is_active: false })
    await hear('missed')
    let matches: Json[] = []
    const [alert] = (await api.call('listAlerts')).body.results
    await until(async () => {
      matches = (await api.call('listAlertMatches', { params: { alert_id: alert.id } })).body.results
      return matches.length > 0
    })
    await change({ is_active: true })
    const before = await deliveries()

    const replayed = await cli.run(['webhook', 'replay', webhook.id, '--since', since])
    const [got] = await receiver.received(1)

    expect(before).to.deep.equal([])
    expect(replayed.stdout).to.equal('1 match is on its way.\n')
    expect(JSON.parse(got!.body).data).to.deep.equal(matches[0])
  })

  it('webhook commands tell why nothing arrived', async () => {
    receiver.answerWith(403)
    await hear('refused')
    await receiver.received(1)
    let listed: Json
    await until(async () => {
      listed = await cli.json(['webhook', 'list'])
      return listed.webhooks[0].last_error !== ''
    })

    const [shown] = listed.webhooks
    expect(shown).to.include({ id: webhook.id, url: webhook.url, is_active: true, last_success_at: null })
    expect(shown).to.include({ last_error: 'HTTP 403 Forbidden' })
    expect(shown.deliveries).to.deep.equal({ pending: 1, succeeded: 0, failed: 0, cancelled: 0 })
    expect(JSON.stringify(listed)).to.not.include('whsec_')
    const person = await cli.run(['webhook', 'list'])
    expect(person.stdout).to.include('HTTP 403 Forbidden')
    const table = await cli.run(['webhook', 'deliveries', webhook.id])
    expect(table.stdout).to.include('pending')
    const [{ attempts, attempts_log }] = (await cli.json(['webhook', 'deliveries', webhook.id, '--attempts']))
      .deliveries
    expect(attempts_log).to.have.length(attempts)
    expect(attempts_log[0]).to.have.all.keys('at', 'duration_ms', 'status_code', 'error')
    expect(attempts_log[0]).to.include({ status_code: 403, error: 'HTTP 403 Forbidden' })
    const withAttempts = await cli.run(['webhook', 'deliveries', webhook.id, '--attempts'])
    expect(withAttempts.stdout).to.match(/\d ms +403 +HTTP 403 Forbidden/)
  })

  it('unknown webhooks and invalid times are refused', async () => {
    const unknown = [
      ['webhook', 'deliveries', NOWHERE],
      ['webhook', 'resend', NOWHERE],
      ['webhook', 'replay', NOWHERE, '--since', '2026-11-01'],
    ]
    for (const args of unknown) {
      const { code, stderr } = await cli.run(args)
      expect(code, args.join(' ')).to.equal(1)
      expect(stderr).to.include(`${NOWHERE}`)
    }
    for (const time of [[], ['--since', 'yesterday'], ['--since', '2026-13-01'], ['--since', '2026-02-31']]) {
      expect((await cli.run(['webhook', 'replay', webhook.id, ...time])).code).to.equal(2)
    }
    const none = await cli.json(['webhook', 'replay', webhook.id, '--since', '2999-01-01T00:00:00Z'])
    expect(none).to.deep.equal({ deliveries: 0 })
  })
})
