import { listMatchesSince, MATCHES_KEPT_MS } from '../alerts/match-store.js'
import type { Clock } from '../clock.js'
import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { findSentEvent, insertRepeat, insertTestDelivery } from './delivery-store.js'
import { eventBody, testEventBody } from './event.js'
import { shownSince } from './webhook.js'
import { findWebhook } from './webhook-store.js'

/** Matches in one transaction, so that others can write in between. */
const BATCH = 200

interface Parts {
  db: Db
  clock: Clock
  ids: Ids
}

/**
 * Sends the event of a delivery again under a new id, also to an inactive webhook, since an operator asks for
 * it. The bytes are the same, except for the timestamp of a test.
 * @param onlyOf a webhook that the delivery must belong to
 * @returns the new delivery's id; undefined if the old delivery does not exist
 */
export function resendDelivery(
  { db, clock, ids }: Parts,
  deliveryUuid: string,
  onlyOf?: number,
): Promise<string | undefined> {
  // Read committed: only inserts rows with new ids.
  return db.transaction(async (db) => {
    const now = clock.now()
    const sent = await findSentEvent(db, { uuid: deliveryUuid, since: shownSince(now), webhookId: onlyOf })
    if (!sent) return undefined
    const { webhookId, matchUuid, body, targetUrl } = sent
    const uuid = ids.uuid()
    if (matchUuid === null)
      await insertTestDelivery(db, { webhookId, body: testEventBody(now), targetUrl, now, uuid })
    else await insertRepeat(db, { webhookId, matchUuid, body, now, uuid })
    return uuid
  }, 'read committed')
}

/**
 * Sends every match of the webhook's team recorded since `since`, sent before or not, each under a new id.
 * @returns how many; undefined if the webhook does not exist
 */
export async function replayMatches(
  { db, clock, ids }: Parts,
  replay: { webhookUuid: string; since: number },
): Promise<number | undefined> {
  const webhook = await findWebhook(db, replay.webhookUuid)
  if (!webhook) return undefined
  const since = Math.max(replay.since, clock.now() - MATCHES_KEPT_MS)
  let replayed = 0
  let afterId = 0
  for (;;) {
    const query = { teamId: webhook.teamId, since, afterId, limit: BATCH }
    const matches = await listMatchesSince(db, query)
    // Read committed: only inserts rows with new ids.
    await db.transaction(async (db) => {
      for (const match of matches) {
        const body = eventBody(match.body)
        const sent = { webhookId: webhook.id, matchUuid: match.body.id, body }
        await insertRepeat(db, { ...sent, now: clock.now(), uuid: ids.uuid() })
      }
    }, 'read committed')
    replayed += matches.length
    if (matches.length < BATCH) return replayed
    afterId = matches.at(-1)!.id
  }
}
