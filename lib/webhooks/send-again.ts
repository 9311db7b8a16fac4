import { listMatchesSince, shownMatchesSince } from '../alerts/match-store.js'
import type { Clock } from '../clock.js'
import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { insertDelivery, type WebhookEvent } from './delivery-store.js'
import { eventBody, testEventBody } from './event.js'
import type { Delivery, Webhook } from './webhook.js'

/** Matches in one transaction, so that others can write in between. */
const BATCH = 200

interface Parts {
  db: Db
  clock: Clock
  ids: Ids
}

/**
 * Sends an event under a new id, also to an inactive webhook, since a person asks for it. The bytes of a match's event
 * stay the same; a test gets the present time.
 * @returns undefined if the webhook does not exist
 */
export function sendEvent({ db, clock, ids }: Parts, event: WebhookEvent): Promise<Delivery | undefined> {
  const now = clock.now()
  const body = event.matchUuid === null ? testEventBody(now) : event.body
  // Read committed: only inserts a row with a new id.
  return db.transaction(
    (db) => insertDelivery(db, { ...event, body, now, uuid: ids.uuid() }),
    'read committed',
  )
}

/**
 * Sends every match of the webhook's team recorded since `from`, sent before or not, each under a new id.
 * @returns how many
 */
export async function replayMatches(
  { db, clock, ids }: Parts,
  { id: webhookId, teamId }: Webhook,
  from: number,
): Promise<number> {
  const since = shownMatchesSince(clock.now(), from)
  let replayed = 0
  let afterId = 0
  for (;;) {
    const matches = await listMatchesSince(db, { teamId, since, afterId, limit: BATCH })
    // Read committed: only inserts rows with new ids.
    await db.transaction(async (db) => {
      for (const { body: match } of matches) {
        const event = { webhookId, matchUuid: match.id, body: eventBody(match), targetUrl: '' }
        await insertDelivery(db, { ...event, now: clock.now(), uuid: ids.uuid() })
      }
    }, 'read committed')
    replayed += matches.length
    if (matches.length < BATCH) return replayed
    afterId = matches.at(-1)!.id
  }
}
