import { expect } from 'chai'
import { listAttempts } from '../../../lib/webhooks/attempt-store.js'
import {
  type FinishedAttempt,
  type LeasedDelivery,
  leaseDueDeliveries,
} from '../../../lib/webhooks/delivery-store.js'
import { AttemptRecorder } from '../../../lib/webhooks/outcomes.js'
import { findWebhook } from '../../../lib/webhooks/webhook-store.js'
import { currentApp, useApp } from '../../support/app.js'
import { aDelivery, aWebhook, deliveriesOf, type TestWebhook } from '../../support/webhooks.js'

describe('finished attempts', () => {
  useApp({ environment: { OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8' } })

  /** Of a delivery that was deleted during the request. */
  const anAttempt = (id: number): FinishedAttempt => ({
    delivery: {
      id,
      uuid: '',
      webhookId: 1,
      isTest: false,
      targetUrl: '',
      attempts: 0,
      createdAt: 0,
      leasedUntil: 1,
    },
    delivered: false,
    statusCode: 500,
    error: 'HTTP 500',
    at: 0,
    durationMs: 0,
    endedAt: 0,
  })

  it('the backlog includes the attempts that are being written', async () => {
    const recorder = new AttemptRecorder(currentApp().services)

    const recorded = Promise.all([1, 2, 3].map((id) => recorder.record(anAttempt(id))))
    const during = recorder.backlog
    const results = await recorded

    expect(during).to.equal(3)
    expect(recorder.backlog).to.equal(0)
    expect(results).to.deep.equal([undefined, undefined, undefined])
  })

  it('an attempt of a deleted delivery is not recorded in one batch with that of a new delivery, which may have its id', async () => {
    const { db, clock, services } = currentApp()
    const lease = async ({ id }: TestWebhook): Promise<LeasedDelivery> => {
      const quota = { webhookId: (await findWebhook(db, id))!.id, count: 1 }
      return (await leaseDueDeliveries(db, { now: clock.now(), quotas: [quota] }))[0]!
    }
    const accepted = (delivery: LeasedDelivery): FinishedAttempt => ({
      delivery,
      delivered: true,
      statusCode: 204,
      error: '',
      at: clock.now(),
      durationMs: 0,
      endedAt: clock.now(),
    })
    const webhook = await aWebhook({ url: 'https://127.0.0.1/hook' })
    await aDelivery(webhook)
    const deleted = await lease(webhook)
    await webhook.api.call('deleteWebhook', { params: { webhook_id: webhook.id } })
    const newWebhook = await aWebhook({ url: 'https://127.0.0.1/hook' })
    await aDelivery(newWebhook)
    const leased = await lease(newWebhook)

    const recorder = new AttemptRecorder(services)
    // The first is written at once. The other two wait for it, and are one batch.
    const attempts = [anAttempt(1_000_000), accepted(deleted), accepted(leased)]
    const results = await Promise.all(attempts.map((attempt) => recorder.record(attempt)))

    expect(results).to.deep.equal([undefined, undefined, { outcome: 'succeeded', switchedOff: false }])
    expect((await listAttempts(db, [leased.id])).get(leased.id)).to.have.length(1)
    expect((await deliveriesOf(newWebhook))[0]).to.include({ status: 'succeeded', attempts: 1 })
  })
})
