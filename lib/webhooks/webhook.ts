import { DAY_MS } from '../clock.js'

/** The one type of event there is. */
export const EVENT_TYPE = 'alert.match.created'

/** How long deliveries are shown and kept, in days. */
const DELIVERIES_KEPT_DAYS = 30

/** Deliveries created before this are not shown, pruned yet or not. */
export function shownSince(now: number): number {
  return now - DELIVERIES_KEPT_DAYS * DAY_MS
}

/** A team's receiver. Its secret is read where requests are signed, and nowhere else. */
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

/** One event for a receiver; its uuid is the `webhook-id` of every attempt. */
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
  /** Where a test went instead of the webhook's own URL; else empty. */
  targetUrl: string
}
