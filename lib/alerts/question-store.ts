import type { Db } from '../db/types.js'
import type { Stored } from '../db/values.js'
import type { LeasedRow } from '../queue/failure.js'
import { type LeaseTimes, leaseRows } from '../queue/queue.js'
import { QUEUES } from '../queue/queues.js'
import type { MatchDetails } from './match.js'

interface NewQuestion {
  alertId: number
  episodeId: number
  details: MatchDetails
  /** The passages that the classifier is shown. */
  passages: string
  now: number
}

export interface DueQuestion extends LeasedRow {
  alertId: number
  episodeId: number
  details: MatchDetails
  passages: string
}

/** Returns whether the question is new; an alert asks once per episode. */
export async function insertQuestion(db: Db, question: NewQuestion): Promise<boolean> {
  const changes = await db.run(
    `INSERT INTO questions (alert_id, episode_id, hit, passages, created_at, due_at)
     VALUES (:alertId, :episodeId, :details, :passages, :now, :now) ON CONFLICT (alert_id, episode_id) DO NOTHING`,
    { ...question, details: JSON.stringify(question.details) },
  )
  return changes > 0
}

export async function leaseDueQuestions(
  db: Db,
  lease: LeaseTimes & { limit: number },
): Promise<DueQuestion[]> {
  const rows = await leaseRows<Stored<DueQuestion>>(
    db,
    QUEUES.ask,
    lease,
    'id, alert_id AS "alertId", episode_id AS "episodeId", hit AS details, passages, created_at AS since, tries',
  )
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) }))
}

/** Deletes questions that were set aside before a time. Returns how many. */
export function pruneQuestions(db: Db, before: number): Promise<number> {
  return db.run('DELETE FROM questions WHERE set_aside_at < :before', { before })
}
