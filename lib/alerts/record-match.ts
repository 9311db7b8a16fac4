import { startOfUtcDay } from '../clock.js'
import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { insertDeliveryForMatch } from '../webhooks/delivery-store.js'
import { lockWebhooksOfTeams } from '../webhooks/webhook-store.js'
import {
  countMatchWithinLimit,
  type LockedAlert,
  lockActiveAlerts,
  nextChangeNumber,
  pauseAlert,
} from './alert-store.js'
import { type MatchDetails, type MatchedEpisode, matchDocument } from './match.js'
import { hasMatch, insertMatch } from './match-store.js'

/** Locks those of the alerts that are active now, and their teams' webhooks, until the transaction ends. */
export async function lockAlertsAndWebhooks(db: Db, ids: Iterable<number>): Promise<LockedAlert[]> {
  const alerts = await lockActiveAlerts(db, ids)
  await lockWebhooksOfTeams(db, new Set(alerts.map(({ teamId }) => teamId)))
  return alerts
}

/**
 * Writes a match and its delivery, in the transaction that locked the alert. An alert may have `matchesPerDay`
 * matches in one UTC day since its activation: a further one is not recorded but pauses the alert.
 * @returns `known` if the alert already has a match in this episode
 */
export async function recordMatchOrPause(
  db: Db,
  match: {
    alert: LockedAlert
    episode: MatchedEpisode
    details: MatchDetails
    matchesPerDay: number
    now: number
    ids: Ids
  },
): Promise<'recorded' | 'known' | 'paused'> {
  const { alert, episode, details, matchesPerDay, now, ids } = match
  if (await hasMatch(db, alert.id, episode.id)) return 'known'
  if (!(await countMatchWithinLimit(db, { alertId: alert.id, day: startOfUtcDay(now), matchesPerDay }))) {
    const changeNumber = await nextChangeNumber(db)
    await pauseAlert(db, { id: alert.id, reason: 'match_limit', changeNumber, now })
    return 'paused'
  }
  const document = matchDocument({ uuid: ids.uuid(), alert, episode, details, now })
  await insertMatch(db, {
    alertId: alert.id,
    teamId: alert.teamId,
    episodeId: episode.id,
    body: document,
    now,
  })
  await insertDeliveryForMatch(db, { teamId: alert.teamId, match: document, now, uuid: ids.uuid() })
  return 'recorded'
}
