import { listMatchesSince, shownMatchesSince } from '../alerts/match-store.js'
import type { Clock } from '../clock.js'
import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { insertDelivery, type WebhookEvent } from './delivery-store.js'
import { eventBody, testEventBody } from './event.js'
import type { Delivery, Webhook } from './webhook.js'

/** Matches per transaction. Others can write between two transactions. */
const BATCH = 200

interface Parts {
  db: Db
  clock: Clock
  ids: Ids
}

/**
 * Sends an event under a new id, also to an inactive webhook, since a person asks for it. The bytes of a match's event
 * stay the same; a test gets the present time.
 * @throws AppError `webhook_not_found`
 */
export function sendEvent({ db, clock, ids }: Parts, event: WebhookEvent): Promise<Delivery> {
  const now = clock.now()
  const body = event.matchUuid === null ? testEventBody(now) : event.body
  const delivery = { ...event, body, now, uuid: ids.uuid() }
  return db.transaction((db) => insertDelivery(db, delivery), 'read committed')
}

/**
 * Sends every match of the webhook's team recorded since `from`, sent before or not, each under a new id.
 * @returns how many
 * @throws AppError `webhook_not_found`, also if it was deleted meanwhile
 */
export async function replayMatches(
  { db, clock, ids }: Parts,
  { id: webhookId, uuid: webhookUuid, teamId }: Webhook,
  from: number,
): Promise<number> {
  const since = shownMatchesSince(clock.now(), from)
  let replayed = 0
  let afterId = 0
  for (;;) {
    const matches = await listMatchesSince(db, { teamId, since, afterId, limit: BATCH })
    await db.transaction(async (db) => {
      for (const { body: match } of matches) {
        const event = { webhookId, webhookUuid, matchUuid: match.id, body: eventBody(match), targetUrl: '' }
        await insertDelivery(db, { ...event, now: clock.now(), uuid: ids.uuid() })
      }
    }, 'read committed')
    replayed += matches.length
    if (matches.length < BATCH) return replayed
    afterId = matches.at(-1)!.id
  }
}
