import { DAY_MS } from '../clock.js'
import type { Ids } from '../ids.js'

/** The only event type. */
export const EVENT_TYPE = 'alert.match.created'

/** Days for which deliveries are shown and kept. */
const DELIVERIES_KEPT_DAYS = 30

/** Older deliveries are not shown, even if they are not pruned yet. */
export function shownSince(now: number): number {
  return now - DELIVERIES_KEPT_DAYS * DAY_MS
}

/** A team's receiver. Its secret is read only where requests are signed. */
export interface Webhook {
  id: number
  uuid: string
  teamId: number
  url: string
  isActive: boolean
  disabledAt: number | null
  disabledReason: 'failing' | null
  lastSuccessAt: number | null
  createdAt: number
}

export type DeliveryStatus = 'pending' | 'succeeded' | 'failed' | 'cancelled'

/** One event for a receiver. Its uuid is the `webhook-id` of every attempt. */
export interface Delivery {
  id: number
  uuid: string
  eventType: string
  isTest: boolean
  status: DeliveryStatus
  attempts: number
  createdAt: number
  deliveredAt: number | null
  lastAttemptAt: number | null
  nextAttemptAt: number | null
  lastStatusCode: number | null
  lastError: string
  /** The URL of a test that was not sent to the webhook's own; else empty. */
  targetUrl: string
}

/** Standard Webhooks requires 24 to 64 bytes. */
const SECRET_BYTES = 32

/** A signing secret in the form in which it is shown, stored and passed to the signer. */
export function newSecret(ids: Ids): string {
  return `whsec_${ids.bytes(SECRET_BYTES).toString('base64')}`
}
