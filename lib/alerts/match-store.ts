import { DAY_MS, MINUTE_MS, startOfUtcDay, utcDay } from '../clock.js'
import type { Db } from '../db/types.js'
import { among, type Stored } from '../db/values.js'
import { AppError } from '../errors.js'
import type { MatchDocument } from './match.js'

/** How long matches are shown. */
export const MATCHES_KEPT_MS = 60 * DAY_MS

/** Older matches are not shown, even if they are not pruned yet. */
export const shownMatchesSince = (now: number, from = 0): number => Math.max(from, now - MATCHES_KEPT_MS)

/** The clocks of two servers may differ by less than this. */
const CLOCK_DIFFERENCE_MS = MINUTE_MS

/**
 * When a match that is found `now` counts as recorded: not before the newest match of its alert and of its team, so
 * that lists by id show the newest first. Several servers record matches, and each looked at its own clock before it
 * waited for the locks. A time that is far ahead comes from a wrong clock and is ignored.
 */
export async function nextMatchTime(
  db: Db,
  { now, ...owners }: { alertId: number; teamId: number; now: number },
): Promise<number> {
  const newestOf = (owner: string) =>
    `(SELECT created_at FROM matches WHERE ${owner} ORDER BY id DESC LIMIT 1)`
  const newest = await db.get<{ ofAlert: number | null; ofTeam: number | null }>(
    `SELECT ${newestOf('alert_id = :alertId')} AS "ofAlert", ${newestOf('team_id = :teamId')} AS "ofTeam"`,
    owners,
  )
  const times = [newest!.ofAlert, newest!.ofTeam].map((time) => time ?? now)
  return Math.max(now, ...times.filter((time) => time - now < CLOCK_DIFFERENCE_MS))
}

interface NewMatch {
  alertId: number
  teamId: number
  episodeId: number
  body: MatchDocument
  createdAt: number
}

/** Throws a unique violation if the alert already has a match in this episode. */
export async function insertMatch(db: Db, match: NewMatch): Promise<void> {
  await db.run(
    `INSERT INTO matches (uuid, alert_id, team_id, episode_id, body, created_at)
     VALUES (:uuid, :alertId, :teamId, :episodeId, :body, :createdAt)`,
    { ...match, uuid: match.body.id, body: JSON.stringify(match.body) },
  )
}

/** Ids of those of the alerts that have a match in an episode. */
export async function findMatchedAlerts(
  db: Db,
  alertIds: readonly number[],
  episodeId: number,
): Promise<Set<number>> {
  const rows = await db.all<{ id: number }>(
    `SELECT alert_id AS id FROM matches WHERE alert_id IN (${among(db, 'alertIds')}) AND episode_id = :episodeId`,
    { alertIds, episodeId },
  )
  return new Set(rows.map(({ id }) => id))
}

interface StoredMatch {
  id: number
  body: MatchDocument
}

const matchOf = (row: Stored<StoredMatch>): StoredMatch => ({ ...row, body: JSON.parse(row.body) })

/** Matches of one alert, or of all alerts of a team. */
type MatchOwner = { alertId: number } | { teamId: number }

const isOf = (owner: MatchOwner) => ('alertId' in owner ? 'alert_id = :alertId' : 'team_id = :teamId')

/** Newest first, starting after `beforeId`, and not older than `since`. */
export async function listMatches(
  db: Db,
  owner: MatchOwner,
  { beforeId = Number.MAX_SAFE_INTEGER, ...page }: { since: number; beforeId?: number; limit: number },
): Promise<StoredMatch[]> {
  const rows = await db.all<Stored<StoredMatch>>(
    `SELECT id, body FROM matches
      WHERE ${isOf(owner)} AND id < :beforeId AND created_at >= :since
      ORDER BY id DESC LIMIT :limit`,
    { ...owner, ...page, beforeId },
  )
  return rows.map(matchOf)
}

/** A team's matches recorded since `since`, oldest first, starting after `afterId`. */
export async function listMatchesSince(
  db: Db,
  query: { teamId: number; since: number; afterId: number; limit: number },
): Promise<StoredMatch[]> {
  const rows = await db.all<Stored<StoredMatch>>(
    `SELECT id, body FROM matches
      WHERE team_id = :teamId AND created_at >= :since AND id > :afterId ORDER BY id LIMIT :limit`,
    query,
  )
  return rows.map(matchOf)
}

/** How many matches of a team were recorded since `since`. */
export async function countMatchesSince(db: Db, query: { teamId: number; since: number }): Promise<number> {
  const row = await db.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM matches WHERE team_id = :teamId AND created_at >= :since',
    query,
  )
  return row!.count
}

/** The number of an alert's matches on each of the last 60 UTC days, oldest first. */
export async function countMatchesByDay(
  db: Db,
  { now, ...alert }: { alertId: number; teamId: number; now: number },
): Promise<Array<{ date: string; matches: number }>> {
  const today = startOfUtcDay(now)
  const since = today - MATCHES_KEPT_MS + DAY_MS
  const rows = await db.all<{ day: number; matches: number }>(
    `SELECT created_at / ${DAY_MS} AS day, COUNT(*) AS matches FROM matches
      WHERE alert_id = :alertId AND team_id = :teamId AND created_at >= :since
      GROUP BY created_at / ${DAY_MS}`,
    { ...alert, since },
  )
  const counts = new Map(rows.map(({ day, matches }) => [day * DAY_MS, matches]))
  const days: Array<{ date: string; matches: number }> = []
  for (let at = since; at <= today; at += DAY_MS) {
    days.push({ date: utcDay(at), matches: counts.get(at) ?? 0 })
  }
  return days
}

/** The alerts of a team that matched an episode and whose matches are still shown. */
export function listAlertsMatching(
  db: Db,
  query: { teamId: number; episodeUuid: string; since: number },
): Promise<Array<{ uuid: string; name: string }>> {
  return db.all(
    `SELECT a.uuid, a.name FROM matches m
       JOIN alerts a ON a.id = m.alert_id
       JOIN episodes e ON e.id = m.episode_id
      WHERE e.uuid = :episodeUuid AND m.team_id = :teamId AND m.created_at >= :since
      ORDER BY a.id LIMIT 20`,
    query,
  )
}

/** @throws AppError `alert_match_not_found` */
export async function getMatch(
  db: Db,
  match: { uuid: string; teamId: number; since: number },
): Promise<MatchDocument> {
  const row = await db.get<{ body: string }>(
    'SELECT body FROM matches WHERE uuid = :uuid AND team_id = :teamId AND created_at >= :since',
    match,
  )
  if (!row) throw new AppError('alert_match_not_found')
  return JSON.parse(row.body)
}

/** A match that no digest has contained yet. */
export interface FreshMatch {
  id: number
  alertId: number
  body: MatchDocument
  audioUrl: string
}

/** Marks an account's fresh matches as digested, and returns them in the order in which they were recorded. */
export async function takeFreshMatches(db: Db, accountId: number, now: number): Promise<FreshMatch[]> {
  const rows = await db.all<Stored<FreshMatch>>(
    `UPDATE matches SET digested_at = :now
      WHERE digested_at IS NULL AND team_id IN (SELECT id FROM teams WHERE account_id = :accountId)
     RETURNING id, alert_id AS "alertId", body,
               (SELECT audio_url FROM episodes WHERE episodes.id = matches.episode_id) AS "audioUrl"`,
    { accountId, now },
  )
  return rows.map((row) => ({ ...row, body: JSON.parse(row.body) })).sort((one, other) => one.id - other.id)
}

/** Marks matches that are too old to be mailed. */
export async function passOverMatches(db: Db, before: number, now: number): Promise<void> {
  await db.run('UPDATE matches SET digested_at = :now WHERE digested_at IS NULL AND created_at < :before', {
    before,
    now,
  })
}

/** Deletes up to `limit` matches that are no longer shown. */
export function pruneMatches(db: Db, before: number, limit: number): Promise<number> {
  return db.run(
    `DELETE FROM matches WHERE id IN
       (SELECT id FROM matches WHERE created_at < :before ORDER BY created_at LIMIT :limit)`,
    { before, limit },
  )
}
