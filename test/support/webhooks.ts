import { insertDeliveryForMatch } from '../../lib/webhooks/delivery-store.js'
import { SAMPLE_MATCH } from '../../lib/webhooks/event.js'
import type { Api, Json } from './api.js'
import { currentApp } from './app.js'
import { anApi, aTeam, type TestTeam } from './factories.js'

export interface TestWebhook {
  id: string
  secret: string
  team: TestTeam
  api: Api
}

/** A webhook as its team would make it. */
export async function aWebhook(given: { url: string; team?: TestTeam }): Promise<TestWebhook> {
  const team = given.team ?? (await aTeam())
  const api = await anApi({ team })
  const { status, text, body } = await api.call('createWebhook', { body: { url: given.url } })
  if (status !== 201) throw new Error(`the webhook was not created: ${text}`)
  return { id: body.id, secret: body.secret, team, api }
}

/** Records the delivery of a new match, as alerts do; undefined when the webhook is off. */
export async function aDelivery({ team }: TestWebhook): Promise<string | undefined> {
  const { db, clock, services } = currentApp()
  const match = { ...SAMPLE_MATCH, id: services.ids.uuid(), created_at: new Date(clock.now()).toISOString() }
  const uuid = services.ids.uuid()
  const made = await insertDeliveryForMatch(db, { teamId: team.id, match, now: clock.now(), uuid })
  return made ? uuid : undefined
}

/** The deliveries of a webhook as its team sees them, newest first. */
export async function deliveriesOf({ id, api }: TestWebhook): Promise<Json[]> {
  return (await api.call('listWebhookDeliveries', { params: { webhook_id: id } })).body.results
}

/** A webhook as its team sees it. */
export async function webhookOf({ id, api }: TestWebhook): Promise<Json> {
  return (await api.call('getWebhook', { params: { webhook_id: id } })).body
}
