import { expect } from 'chai'
import { jobsOf, runAll } from '../../lib/jobs/jobs.js'
import { bringForward, insertWebhook } from '../../lib/webhooks/webhook-store.js'
import { currentApp, useApp } from '../support/app.js'
import { anAuthority } from '../support/certificates.js'
import { aTeam } from '../support/factories.js'
import { aReceiver, type Receiver } from '../support/https-receiver.js'
import { runJob } from '../support/jobs.js'
import { aDelivery, aWebhook, deliveriesOf, type TestWebhook } from '../support/webhooks.js'

const authority = anAuthority()
const FAILING = 100
/** Waiting at each of them. */
const BACKLOG = 3
/** More than the sender reads at once. */
const WAITING = 257

describe('a receiver that was never tried', () => {
  useApp({
    environment: { OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8' },
    network: { ca: authority.ca, resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
    startsAt: 'now',
  })
  let failing: Receiver
  let good: Receiver

  beforeEach(async () => {
    const certificate = authority.issue()
    failing = await aReceiver(certificate)
    good = await aReceiver(certificate)
  })
  afterEach(async () => {
    await failing.close()
    await good.close()
  })

  it('a new receiver does not wait for the retries of many failing ones', async () => {
    failing.answerWith(500)
    const dead: TestWebhook[] = []
    for (let count = 0; count < FAILING; count++) dead.push(await aWebhook({ url: failing.url(`/${count}`) }))
    for (const webhook of dead) for (let count = 0; count < BACKLOG; count++) await aDelivery(webhook)
    const webhook = await aWebhook({ url: good.url() })

    const job = runJob('deliver')
    await failing.received(FAILING)
    const triedBefore = failing.requests.length
    await aDelivery(webhook)
    currentApp().services.signals.emit('delivery')
    await good.received(1)
    const triedMeanwhile = failing.requests.length - triedBefore
    failing.answerWith(204)
    await job

    expect(triedMeanwhile).to.be.below(FAILING / 3)
    expect(failing.requests).to.have.length(FAILING * BACKLOG)
    expect((await deliveriesOf(webhook))[0].status).to.equal('succeeded')
  })

  it('receivers get their deliveries after an error that ended a search for due ones', async () => {
    const { db, clock, services } = currentApp()
    const webhook = await aWebhook({ url: good.url() })
    await aDelivery(webhook)
    const now = clock.now()
    for (let count = 1; count <= WAITING; count++) {
      const team = await aTeam()
      // The last one is on the second page, and reading its address fails.
      const url = count === WAITING ? 'no address' : failing.url()
      const { id } = await insertWebhook(db, {
        uuid: services.ids.uuid(),
        teamId: team.id,
        url,
        secret: '',
        now,
      })
      await bringForward(db, id, now)
    }

    // Both passes of the same sender.
    const jobs = jobsOf(services)
    const deliver = () => runAll(jobs, 'deliver', new AbortController().signal)
    const error = await deliver().catch((error: Error) => error)
    await db.run('UPDATE webhooks SET url = :url WHERE url = :none', {
      url: failing.url(),
      none: 'no address',
    })
    await deliver()

    expect(error).to.be.an('error')
    expect((await deliveriesOf(webhook))[0].status).to.equal('succeeded')
  })
})
