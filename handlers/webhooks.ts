import type { Services } from '../lib/services.js'
import { accepted, created, type HandlersOf, noContent, ok } from './operation.js'
import { presentDelivery, presentWebhook } from './present.js'

export const webhookHandlers = ({ webhooks }: Pick<Services, 'webhooks'>): HandlersOf<'webhooks'> => ({
  async listWebhooks({ team }) {
    return ok({ results: (await webhooks.list(team)).map(presentWebhook), next_cursor: null })
  },

  async createWebhook({ team, body }) {
    const { secret, ...webhook } = await webhooks.create(team, body.url)
    return created({ ...presentWebhook(webhook), secret })
  },

  async getWebhook({ team, params }) {
    return ok(presentWebhook(await webhooks.get(team, params.webhook_id)))
  },

  async updateWebhook({ team, params, body }) {
    const change = { url: body.url ?? undefined, isActive: body.is_active ?? undefined }
    return ok(presentWebhook(await webhooks.update(team, params.webhook_id, change)))
  },

  async deleteWebhook({ team, params }) {
    await webhooks.delete(team, params.webhook_id)
    return noContent()
  },

  async listWebhookDeliveries({ team, params, query }) {
    const { results, nextCursor } = await webhooks.listDeliveries(team, params.webhook_id, query)
    return ok({ results: results.map(presentDelivery), next_cursor: nextCursor })
  },

  async rotateWebhookSecret({ team, params }) {
    return ok({ secret: await webhooks.rotateSecret(team, params.webhook_id) })
  },

  async testWebhook({ team, params, body }) {
    return accepted(presentDelivery(await webhooks.test(team, params.webhook_id, body?.url ?? undefined)))
  },
})
