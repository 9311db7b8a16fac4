import { startOfUtcDay } from '../clock.js'
import { among, lockSelected } from '../db/row-locks.js'
import type { Db } from '../db/types.js'
import type { Ids } from '../ids.js'
import { insertDeliveryForMatch } from '../webhooks/delivery-store.js'
import { lockWebhooksOfTeams } from '../webhooks/webhook-store.js'
import { nextChangeNumber, pauseAlert } from './alert-store.js'
import { type MatchedEpisode, matchBody, type TranscriptHit } from './match.js'
import { hasMatch, insertMatch } from './match-store.js'

/** An alert as read in the transaction that records its match. */
export interface WatchingAlert {
  id: number
  uuid: string
  teamId: number
  name: string
  keywords: string[]
  question: string
  useClassifier: boolean
  changeNumber: number
}

interface WatchingRow {
  id: number
  uuid: string
  team_id: number
  name: string
  keywords: string
  question: string
  use_classifier: number
  change_number: number
}

/** Locks those of the alerts that are active now, and their teams' webhooks, until the transaction ends. */
export async function lockWatchingAlerts(db: Db, ids: Iterable<number>): Promise<WatchingAlert[]> {
  const rows = await db.all<WatchingRow>(
    `SELECT id, uuid, team_id, name, keywords, question, use_classifier, change_number
       FROM alerts WHERE id IN (${among(db, 'ids')}) AND is_active = 1 ORDER BY id ${lockSelected(db)}`,
    { ids: JSON.stringify([...ids]) },
  )
  await lockWebhooksOfTeams(db, new Set(rows.map(({ team_id }) => team_id)))
  return rows.map(alertOf)
}

const alertOf = (row: WatchingRow): WatchingAlert => ({
  id: row.id,
  uuid: row.uuid,
  teamId: row.team_id,
  name: row.name,
  keywords: JSON.parse(row.keywords),
  question: row.question,
  useClassifier: row.use_classifier === 1,
  changeNumber: row.change_number,
})

/**
 * `known`: the alert already has a match in this episode. `paused`: the match is one more than the day
 * allows; it is not recorded, and pauses the alert.
 */
export type Outcome = 'recorded' | 'known' | 'paused'

/**
 * Writes a match and its delivery, in the transaction that locked the alert. `matchesPerDay` is how many
 * matches an alert may have in one UTC day since its activation.
 */
export async function recordMatch(
  db: Db,
  match: {
    alert: WatchingAlert
    episode: MatchedEpisode
    hit: TranscriptHit
    matchesPerDay: number
    now: number
    ids: Ids
  },
): Promise<Outcome> {
  const { alert, episode, hit, matchesPerDay, now, ids } = match
  if (await hasMatch(db, alert.id, episode.id)) return 'known'
  if (!(await countMatch(db, { alertId: alert.id, day: startOfUtcDay(now), matchesPerDay }))) {
    await pauseAlert(db, {
      id: alert.id,
      reason: 'match_limit',
      changeNumber: await nextChangeNumber(db),
      now,
    })
    return 'paused'
  }
  const body = matchBody({ uuid: ids.uuid(), alert, episode, hit, now })
  await insertMatch(db, { alertId: alert.id, teamId: alert.teamId, episodeId: episode.id, body, now })
  await insertDeliveryForMatch(db, { teamId: alert.teamId, match: body, now, uuid: ids.uuid() })
  return 'recorded'
}

/**
 * Counts one more match of the day (its first instant). Returns false when the day already has all it may
 * have.
 */
async function countMatch(
  db: Db,
  match: { alertId: number; day: number; matchesPerDay: number },
): Promise<boolean> {
  const { changes } = await db.run(
    `UPDATE alerts SET match_count = CASE WHEN match_day = :day THEN match_count + 1 ELSE 1 END, match_day = :day
      WHERE id = :alertId AND CASE WHEN match_day = :day THEN match_count + 1 ELSE 1 END <= :matchesPerDay`,
    match,
  )
  return changes > 0
}
