import { DAY_MS } from '../clock.js'
import type { Db } from '../db/types.js'
import type { MatchDocument, MatchedEpisode } from './match.js'

/** How long matches are shown. */
export const MATCHES_KEPT_MS = 60 * DAY_MS

interface NewMatch {
  alertId: number
  teamId: number
  episodeId: number
  body: MatchDocument
  now: number
}

/** Throws a unique violation if the alert already has a match in this episode. */
export async function insertMatch(db: Db, match: NewMatch): Promise<void> {
  await db.run(
    `INSERT INTO matches (uuid, alert_id, team_id, episode_id, body, created_at)
     VALUES (:uuid, :alertId, :teamId, :episodeId, :body, :now)`,
    {
      uuid: match.body.id,
      alertId: match.alertId,
      teamId: match.teamId,
      episodeId: match.episodeId,
      body: JSON.stringify(match.body),
      now: match.now,
    },
  )
}

export async function hasMatch(db: Db, alertId: number, episodeId: number): Promise<boolean> {
  const row = await db.get(
    'SELECT 1 AS one FROM matches WHERE alert_id = :alertId AND episode_id = :episodeId',
    { alertId, episodeId },
  )
  return row !== undefined
}

interface StoredMatch {
  id: number
  body: MatchDocument
}

const matchOf = (row: { id: number; body: string }): StoredMatch => ({
  id: row.id,
  body: JSON.parse(row.body),
})

/** Matches of one alert, or of all alerts of a team. */
export type MatchOwner = { alertId: number } | { teamId: number }

const isOf = (owner: MatchOwner) => ('alertId' in owner ? 'alert_id = :alertId' : 'team_id = :teamId')

/** Newest first, starting after `beforeId`, and not older than `since`. */
export async function listMatches(
  db: Db,
  owner: MatchOwner,
  page: { since: number; beforeId: number; limit: number },
): Promise<StoredMatch[]> {
  const rows = await db.all<{ id: number; body: string }>(
    `SELECT id, body FROM matches
      WHERE ${isOf(owner)} AND id < :beforeId AND created_at >= :since
      ORDER BY id DESC LIMIT :limit`,
    { ...owner, ...page },
  )
  return rows.map(matchOf)
}

/** A team's matches recorded since `since`, oldest first, starting after `afterId`. */
export async function listMatchesSince(
  db: Db,
  query: { teamId: number; since: number; afterId: number; limit: number },
): Promise<StoredMatch[]> {
  const rows = await db.all<{ id: number; body: string }>(
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

/** Counts an alert's matches per UTC day from `since` on, by the day's first instant. */
export async function countMatchesByDay(
  db: Db,
  query: { alertId: number; teamId: number; since: number },
): Promise<Map<number, number>> {
  const rows = await db.all<{ day: number; count: number }>(
    `SELECT created_at / ${DAY_MS} AS day, COUNT(*) AS count FROM matches
      WHERE alert_id = :alertId AND team_id = :teamId AND created_at >= :since
      GROUP BY created_at / ${DAY_MS}`,
    query,
  )
  return new Map(rows.map(({ day, count }) => [day * DAY_MS, count]))
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

export async function findMatch(
  db: Db,
  match: { uuid: string; teamId: number; since: number },
): Promise<StoredMatch | undefined> {
  const row = await db.get<{ id: number; body: string }>(
    'SELECT id, body FROM matches WHERE uuid = :uuid AND team_id = :teamId AND created_at >= :since',
    match,
  )
  return row && matchOf(row)
}

/** Marks matches as digested. Returns false if another digest contains any of them already. */
export async function markDigested(db: Db, ids: readonly number[], now: number): Promise<boolean> {
  for (const id of ids) {
    const changes = await db.run(
      'UPDATE matches SET digested_at = :now WHERE id = :id AND digested_at IS NULL',
      { id, now },
    )
    if (changes === 0) return false
  }
  return true
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

export async function findMatchedEpisode(db: Db, episodeId: number): Promise<MatchedEpisode | undefined> {
  const row = await db.get<
    Omit<MatchedEpisode, 'podcast'> & { podcastUuid: string; podcastTitle: string; imageUrl: string }
  >(
    `SELECT e.id, e.uuid, e.title, e.duration_seconds AS "durationSeconds", e.published_at AS "publishedAt",
            p.uuid AS "podcastUuid", p.title AS "podcastTitle", p.image_url AS "imageUrl"
       FROM episodes e JOIN podcasts p ON p.id = e.podcast_id
      WHERE e.id = :episodeId`,
    { episodeId },
  )
  if (!row) return undefined
  const { podcastUuid, podcastTitle, imageUrl, ...episode } = row
  return { ...episode, podcast: { uuid: podcastUuid, title: podcastTitle, imageUrl } }
}
