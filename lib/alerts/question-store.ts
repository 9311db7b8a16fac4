import { skipLocked } from '../db/skip-locked.js'
import type { Db } from '../db/types.js'
import type { TranscriptHit } from './match.js'

export interface NewQuestion {
  alertId: number
  episodeId: number
  hit: TranscriptHit
  /** What of the transcript the classifier is shown. */
  passages: string
  now: number
}

export interface DueQuestion {
  id: number
  alertId: number
  episodeId: number
  hit: TranscriptHit
  passages: string
  createdAt: number
  tries: number
}

/** Whether the question is new; an alert asks once about an episode. */
export async function insertQuestion(db: Db, question: NewQuestion): Promise<boolean> {
  const { changes } = await db.run(
    `INSERT INTO questions (alert_id, episode_id, hit, passages, created_at, due_at)
     VALUES (:alertId, :episodeId, :hit, :passages, :now, :now) ON CONFLICT (alert_id, episode_id) DO NOTHING`,
    { ...question, hit: JSON.stringify(question.hit) },
  )
  return changes > 0
}

interface QuestionRow {
  id: number
  alert_id: number
  episode_id: number
  hit: string
  passages: string
  created_at: number
  tries: number
}

/** Leases up to `limit` due questions, longest due first; a lease that runs out makes them due again. */
export async function leaseDueQuestions(
  db: Db,
  lease: { now: number; until: number; limit: number },
): Promise<DueQuestion[]> {
  const rows = await db.all<QuestionRow>(
    `UPDATE questions SET leased_until = :until
      WHERE id IN (SELECT id FROM questions
                    WHERE due_at <= :now AND COALESCE(leased_until, 0) <= :now
                    ORDER BY due_at LIMIT :limit ${skipLocked(db)})
     RETURNING id, alert_id, episode_id, hit, passages, created_at, tries`,
    lease,
  )
  return rows.map((row) => ({
    id: row.id,
    alertId: row.alert_id,
    episodeId: row.episode_id,
    hit: JSON.parse(row.hit),
    passages: row.passages,
    createdAt: row.created_at,
    tries: row.tries,
  }))
}

/** What an alert asks now, which may have changed since the question was written down. */
export async function findQuestionOf(
  db: Db,
  alertId: number,
): Promise<{ question: string; useClassifier: boolean; isActive: boolean } | undefined> {
  const row = await db.get<{ question: string; use_classifier: number; is_active: number }>(
    'SELECT question, use_classifier, is_active FROM alerts WHERE id = :alertId',
    { alertId },
  )
  return (
    row && { question: row.question, useClassifier: row.use_classifier === 1, isActive: row.is_active === 1 }
  )
}

/** Whether the question was still there: who takes it away is the one who acts on its answer. */
export async function deleteQuestion(db: Db, id: number): Promise<boolean> {
  const { changes } = await db.run('DELETE FROM questions WHERE id = :id', { id })
  return changes > 0
}

/** Asks again at `dueAt`. */
export async function postponeQuestion(
  db: Db,
  question: { id: number; dueAt: number; error: string },
): Promise<void> {
  await db.run(
    `UPDATE questions SET due_at = :dueAt, tries = tries + 1, leased_until = NULL, last_error = :error
      WHERE id = :id`,
    question,
  )
}

export async function releaseQuestion(db: Db, id: number): Promise<void> {
  await db.run('UPDATE questions SET leased_until = NULL WHERE id = :id', { id })
}
