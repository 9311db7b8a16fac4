import { isoInstant, startOfUtcDay } from '../clock.js'
import type { Db } from '../db/types.js'
import type { EpisodeInPodcast } from '../episodes/episode.js'
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
import type { MatchDetails, MatchDocument } from './match.js'
import { findMatchedAlerts, insertMatch, nextMatchTime } from './match-store.js'

/**
 * Locks those of the alerts that are active now and have no match in an episode yet, and their teams' webhooks, until
 * the transaction ends.
 */
export async function lockUnmatchedAlerts(
  db: Db,
  ids: readonly number[],
  episodeId: number,
): Promise<LockedAlert[]> {
  const active = await lockActiveAlerts(db, ids)
  // After the lock: the transaction that had it before may have recorded matches.
  const matched = await findMatchedAlerts(db, ids, episodeId)
  const alerts = active.filter(({ id }) => !matched.has(id))
  await lockWebhooksOfTeams(db, new Set(alerts.map(({ teamId }) => teamId)))
  return alerts
}

/**
 * Writes a match and its delivery, in the transaction that locked the alert. An alert may have `matchesPerDay`
 * matches in one UTC day since its activation: a further one is not recorded but pauses the alert.
 * @returns whether the match was recorded
 */
export async function recordMatchOrPause(
  db: Db,
  match: {
    alert: LockedAlert
    episode: EpisodeInPodcast
    details: MatchDetails
    matchesPerDay: number
    now: number
    ids: Ids
  },
): Promise<boolean> {
  const { alert, episode, details, matchesPerDay, now, ids } = match
  const { id: alertId, teamId } = alert
  const createdAt = await nextMatchTime(db, { alertId, teamId, now })
  if (!(await countMatchWithinLimit(db, { alertId, day: startOfUtcDay(createdAt), matchesPerDay }))) {
    const changeNumber = await nextChangeNumber(db)
    await pauseAlert(db, { id: alertId, reason: 'match_limit', changeNumber, now })
    return false
  }
  const { podcast } = episode
  const body: MatchDocument = {
    id: ids.uuid(),
    alert_id: alert.uuid,
    alert_name: alert.name,
    created_at: isoInstant(createdAt),
    episode: {
      id: episode.uuid,
      title: episode.title,
      duration_seconds: episode.durationSeconds,
      published_at: isoInstant(episode.publishedAt),
      podcast: { id: podcast.uuid, title: podcast.title, image_url: podcast.imageUrl },
    },
    ...details,
  }
  await insertMatch(db, { alertId, teamId, episodeId: episode.id, body, createdAt })
  await insertDeliveryForMatch(db, { teamId, match: body, now, uuid: ids.uuid() })
  return true
}
