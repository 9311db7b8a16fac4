import type { Db } from '../db/types.js'
import { among, valueRows } from '../db/values.js'

/** One HTTP request of a delivery. The body of the response is never stored. */
export interface Attempt {
  /** When the request started. */
  at: number
  durationMs: number
  /** Null if no response arrived. */
  statusCode: number | null
  /** The reason for a failure, for people; empty after a success. */
  error: string
}

/** Call it in the transaction that records the outcome, so that a delivery has as many rows as it counts attempts. */
export async function insertAttempts(
  db: Db,
  attempts: ReadonlyArray<Attempt & { delivery: { id: number } }>,
): Promise<void> {
  if (attempts.length === 0) return
  const { sql, params } = valueRows(
    db,
    ['BIGINT', 'BIGINT', 'BIGINT', 'BIGINT', 'TEXT'],
    attempts.map(({ delivery, at, durationMs, statusCode, error }) => [
      delivery.id,
      at,
      durationMs,
      statusCode,
      error,
    ]),
  )
  await db.run(
    `INSERT INTO attempts (delivery_id, at, duration_ms, status_code, error) SELECT * FROM (${sql}) AS attempted`,
    params,
  )
}

/** The attempts of these deliveries, oldest first. Deliveries without attempts are missing from the map. */
export async function listAttempts(db: Db, deliveryIds: readonly number[]): Promise<Map<number, Attempt[]>> {
  const rows = await db.all<Attempt & { deliveryId: number }>(
    `SELECT delivery_id AS "deliveryId", at, duration_ms AS "durationMs", status_code AS "statusCode", error
       FROM attempts WHERE delivery_id IN (${among(db, 'deliveryIds')}) ORDER BY delivery_id, id`,
    { deliveryIds },
  )
  const attempts = new Map<number, Attempt[]>()
  for (const { deliveryId, ...attempt } of rows) {
    attempts.set(deliveryId, [...(attempts.get(deliveryId) ?? []), attempt])
  }
  return attempts
}
