import type { components } from '../../generated/types.js'
import { isoInstant } from '../../lib/clock.js'
import type { Delivery, Webhook } from '../../lib/webhooks/webhook.js'

type Schemas = components['schemas']

export const presentWebhook = (webhook: Webhook): Schemas['WebhookOut'] => ({
  id: webhook.uuid,
  url: webhook.url,
  is_active: webhook.isActive,
  disabled_at: isoInstant(webhook.disabledAt),
  disabled_reason: webhook.disabledReason,
  last_success_at: isoInstant(webhook.lastSuccessAt),
  created_at: isoInstant(webhook.createdAt),
})

export const presentDelivery = (delivery: Delivery): Schemas['WebhookDeliveryOut'] => ({
  id: delivery.uuid,
  event_type: delivery.eventType,
  is_test: delivery.isTest,
  status: delivery.status,
  attempts: delivery.attempts,
  created_at: isoInstant(delivery.createdAt),
  delivered_at: isoInstant(delivery.deliveredAt),
  last_attempt_at: isoInstant(delivery.lastAttemptAt),
  next_attempt_at: isoInstant(delivery.nextAttemptAt),
  last_status_code: delivery.lastStatusCode,
  last_error: delivery.lastError,
  target_url: delivery.targetUrl,
})
