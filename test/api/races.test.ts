import { expect } from 'chai'
import type { Api, Json } from '../support/api.js'
import { useApp } from '../support/app.js'
import { anApi } from '../support/factories.js'
import { aWebhook } from '../support/webhooks.js'

const ROUNDS = 20

/** What a request may be answered with while others do away with what it is about. */
const ANSWERS: Record<string, readonly number[]> = {
  testWebhook: [202, 404],
  rotateWebhookSecret: [200, 404],
  updateWebhook: [200, 404],
  listWebhookDeliveries: [200, 404],
  getAlert: [200, 404],
  updateAlert: [200, 404],
  listAlertMatches: [200, 404],
}

type OperationId = Parameters<Api['call']>[0]

/** Sends all at once; answers what should not have been answered. */
async function surprises(
  api: Api,
  requests: Array<[OperationId, Json]>,
  deletion: OperationId,
): Promise<string[]> {
  const answers = await Promise.all(
    requests.map(async ([id, options]) => ({ id, status: (await api.call(id, options)).status })),
  )
  return answers
    .filter(({ id, status }) => !(id === deletion ? [204] : ANSWERS[id]!).includes(status))
    .map(({ id, status }) => `${id}: ${status}`)
}

describe('requests during a deletion', () => {
  useApp({
    environment: { OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8' },
    network: { resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
  })

  it('a request finds the whole webhook or answers 404', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, api } = await aWebhook({ url: 'https://a.receiver.test/hook' })
      const params = { webhook_id: id }
      const requests: Array<[OperationId, Json]> = [
        ['testWebhook', { params, body: {} }],
        ['rotateWebhookSecret', { params }],
        ['deleteWebhook', { params }],
        ['testWebhook', { params, body: { url: 'https://b.receiver.test/hook' } }],
        ['updateWebhook', { params, body: { is_active: false } }],
        ['listWebhookDeliveries', { params }],
      ]

      expect(await surprises(api, requests, 'deleteWebhook')).to.deep.equal([])
    }
  })

  it('a request finds the whole alert or answers 404', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const api = await anApi()
      const { body } = await api.call('createAlert', {
        body: { name: 'Zebras', keywords: [`zebra${round}`] },
      })
      const params = { alert_id: body.id }
      const requests: Array<[OperationId, Json]> = [
        ['updateAlert', { params, body: { keywords: [`okapi${round}`] } }],
        ['getAlert', { params }],
        ['deleteAlert', { params }],
        ['updateAlert', { params, body: { is_active: false } }],
        ['listAlertMatches', { params }],
      ]

      expect(await surprises(api, requests, 'deleteAlert')).to.deep.equal([])
    }
  })
})
