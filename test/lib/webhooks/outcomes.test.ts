import { expect } from 'chai'
import type { FinishedAttempt } from '../../../lib/webhooks/delivery-store.js'
import { AttemptRecorder } from '../../../lib/webhooks/outcomes.js'
import { currentApp, useApp } from '../../support/app.js'

describe('finished attempts', () => {
  useApp()

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
    result: { delivered: false, statusCode: 500, error: 'HTTP 500' },
    startedAt: 0,
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
})
