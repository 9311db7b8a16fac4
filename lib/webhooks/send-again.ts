import { MATCHES_KEPT_MS } from '../alerts/match-store.js'
import type { Clock } from '../clock.js'
import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { findSentEvent, insertReplay, insertTestDelivery } from './delivery-store.js'
import { eventBody, testEventBody } from './event.js'
import { listMatchesToReplay } from './operator-store.js'
import { shownSince } from './webhook.js'
import { findWebhook } from './webhook-store.js'

/** Matches of one transaction, so that others can write in between. */
const BATCH = 200

interface Parts {
  db: Db
  clock: Clock
  ids: Ids
}

/**
 * Sends the event of a delivery once more under a new id, with attempts of its own, byte for byte except for the
 * time of a test. Also to a webhook that is off, since an operator asks for it.
 * @param onlyOf a webhook, where only deliveries of one webhook are within reach
 * @returns the new delivery's id; undefined when the old one is not held
 */
export function resendDelivery(
  { db, clock, ids }: Parts,
  deliveryUuid: string,
  onlyOf?: number,
): Promise<string | undefined> {
  // Read committed: rows are only added, under ids of their own.
  return db.transaction(async (db) => {
    const now = clock.now()
    const sent = await findSentEvent(db, { uuid: deliveryUuid, since: shownSince(now), webhookId: onlyOf })
    if (!sent) return undefined
    const { webhookId, matchUuid, body, targetUrl } = sent
    const uuid = ids.uuid()
    if (matchUuid === null)
      await insertTestDelivery(db, { webhookId, body: testEventBody(now), targetUrl, now, uuid })
    else await insertReplay(db, { webhookId, matchUuid, body, now, uuid })
    return uuid
  }, 'read committed')
}

/**
 * Sends every match of the webhook's team that was recorded from `since` on and is still held, whether it
 * was sent before or not, each under a new id.
 * @returns how many; undefined when there is no such webhook
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
    const matches = await listMatchesToReplay(db, query)
    // Read committed: rows are only added, under ids of their own.
    await db.transaction(async (db) => {
      for (const { match } of matches) {
        const body = eventBody(match)
        const sent = { webhookId: webhook.id, matchUuid: match.id, body }
        await insertReplay(db, { ...sent, now: clock.now(), uuid: ids.uuid() })
      }
    }, 'read committed')
    replayed += matches.length
    if (matches.length < BATCH) return replayed
    afterId = matches.at(-1)!.id
  }
}
