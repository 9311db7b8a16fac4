import { expect } from 'chai'
import { setDeliveryResults } from '../../scripts/demo/demo-history.js'
import { currentApp, useApp } from '../support/app.js'
import { anAuthority } from '../support/certificates.js'
import { aDelivery, aWebhook, deliveriesOf } from '../support/webhooks.js'

const HOUR_MS = 3_600_000

describe('the deliveries of the demo', () => {
  useApp({
    network: { ca: anAuthority().ca, resolve: async () => [{ address: '93.184.215.14', family: 4 }] },
  })

  it('the deliveries of the demo have the attempts that the sender would have made', async () => {
    const { db, clock } = currentApp()
    const webhook = await aWebhook({ url: 'https://hooks.example.org/' })
    const now = clock.now()
    const made = [7 * 24, 36, 10].map((hours) => now - hours * HOUR_MS)
    const ids = [await aDelivery(webhook), await aDelivery(webhook), await aDelivery(webhook)]
    for (const [index, at] of made.entries()) {
      await db.run('UPDATE deliveries SET created_at = :at WHERE uuid = :uuid', { at, uuid: ids[index]! })
    }
    const row = await db.get<{ id: number }>('SELECT id FROM webhooks WHERE uuid = :id', { id: webhook.id })

    await setDeliveryResults(db, row!.id, now)

    const settled = await deliveriesOf(webhook)
    expect(settled.map(({ status, attempts }) => [status, attempts])).to.deep.equal([
      ['cancelled', 7],
      ['failed', 8],
      ['succeeded', 1],
    ])
  })
})
