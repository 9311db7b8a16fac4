import type { Services } from '../lib/services.js'
import { newSecret } from '../lib/webhooks/webhook.js'
import { deleteWebhook, findWebhookOfTeam, getWebhook, updateSecret } from '../lib/webhooks/webhook-store.js'
import { accepted, created, type HandlersOf, noContent, ok, okPage } from './operation.js'
import { presentDelivery, presentWebhook } from './present.js'

type Parts = Pick<Services, 'db' | 'ids' | 'webhooks'>

export const webhookHandlers = ({ db, ids, webhooks }: Parts): HandlersOf<'webhooks'> => ({
  async listWebhooks({ team }) {
    const webhook = await findWebhookOfTeam(db, team.id)
    return ok({ results: webhook ? [presentWebhook(webhook)] : [], next_cursor: null })
  },

  async createWebhook({ team, body }) {
    const { secret, ...webhook } = await webhooks.create(team, body.url)
    return created({ ...presentWebhook(webhook), secret })
  },

  async getWebhook({ team, params }) {
    return ok(presentWebhook(await getWebhook(db, team.id, params.webhook_id)))
  },

  async updateWebhook({ team, params, body }) {
    const change = { url: body.url ?? undefined, isActive: body.is_active ?? undefined }
    return ok(presentWebhook(await webhooks.update(team, params.webhook_id, change)))
  },

  async deleteWebhook({ team, params }) {
    await deleteWebhook(db, team.id, params.webhook_id)
    return noContent()
  },

  async listWebhookDeliveries({ team, params, query }) {
    return okPage(await webhooks.listDeliveries(team, params.webhook_id, query), presentDelivery)
  },

  async rotateWebhookSecret({ team, params }) {
    const secret = newSecret(ids)
    await updateSecret(db, team.id, params.webhook_id, secret)
    return ok({ secret })
  },

  async testWebhook({ team, params, body }) {
    return accepted(presentDelivery(await webhooks.test(team, params.webhook_id, body?.url ?? undefined)))
  },
})
