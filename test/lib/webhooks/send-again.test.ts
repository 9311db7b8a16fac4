import { expect } from 'chai'
import { findSentEvent } from '../../../lib/webhooks/delivery-store.js'
import { replayMatches, sendEvent } from '../../../lib/webhooks/send-again.js'
import { findWebhook } from '../../../lib/webhooks/webhook-store.js'
import { anAlert, anEpisodeSaying } from '../../support/alerts.js'
import { currentApp, useApp } from '../../support/app.js'
import { runJob } from '../../support/jobs.js'
import { aWebhook, deliveriesOf, type TestWebhook } from '../../support/webhooks.js'

describe('sending again', () => {
  useApp({ environment: { OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8' } })

  const url = 'https://127.0.0.1/hook'

  async function aMatch({ api }: TestWebhook): Promise<void> {
    await anAlert(api, { keywords: ['zeppelin'] })
    await anEpisodeSaying('A zeppelin.')
    await runJob('match')
  }

  /** Deletes a webhook and makes one of another team, which gets its id on SQLite. */
  async function replaceByStranger(webhook: TestWebhook): Promise<TestWebhook> {
    await webhook.api.call('deleteWebhook', { params: { webhook_id: webhook.id } })
    return aWebhook({ url })
  }

  it('a match is not sent to a new webhook if its own is deleted meanwhile', async () => {
    const { db, services } = currentApp()
    const webhook = await aWebhook({ url })
    await aMatch(webhook)
    const [delivery] = await deliveriesOf(webhook)
    const event = await findSentEvent(db, { uuid: delivery!.id, since: 0 })

    const stranger = await replaceByStranger(webhook)
    const error = await sendEvent(services, event!).catch((error: unknown) => error)

    expect(error).to.include({ code: 'webhook_not_found' })
    expect(await deliveriesOf(stranger)).to.deep.equal([])
  })

  it('matches are not replayed to a new webhook if their own is deleted meanwhile', async () => {
    const { db, services } = currentApp()
    const webhook = await aWebhook({ url })
    await aMatch(webhook)
    const found = await findWebhook(db, webhook.id)

    const stranger = await replaceByStranger(webhook)
    const error = await replayMatches(services, found!, 0).catch((error: unknown) => error)

    expect(error).to.include({ code: 'webhook_not_found' })
    expect(await deliveriesOf(stranger)).to.deep.equal([])
  })
})
