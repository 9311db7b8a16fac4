import { DAY_MS } from '../clock.js'
import type { Db } from '../db/types.js'
import { nextTryAt, type RetryPolicy } from './policies.js'
import { failRow, type Queue } from './queue.js'

/** A row that its caller has leased. */
export interface Leased {
  id: number
  /** Failures in a row until now. */
  tries: number
  /** When the work came into being: some policies go by its age. */
  since: number
}

/** Work that failed for a known reason, which is no fault of this program. */
export class WorkFailure extends Error {
  /** Trying again is of no use. */
  readonly isPermanent: boolean
  /** Somebody asked for at least this pause. */
  readonly retryAfterMs: number

  constructor(message: string, { isPermanent = false, retryAfterMs = 0 } = {}) {
    super(message)
    this.isPermanent = isPermanent
    this.retryAfterMs = retryAfterMs
  }
}

/** A server that asks for patience gets at most this much. */
const LONGEST_RETRY_AFTER_MS = 7 * DAY_MS

/** What happened to a row that failed: `dueAt` null says that it was set aside. */
export interface FailedRow {
  now: number
  dueAt: number | null
  error: string
}

/** What recording a failure needs to know of the step. */
export interface Failing<Item extends Leased> {
  queue: Queue
  policy: RetryPolicy
  /** Written in the same transaction. */
  alsoOnFailure?(db: Db, item: Item, failed: FailedRow): Promise<void>
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Has a row wait for its next try, or sets it aside, as the policy says. */
export async function recordFailure<Item extends Leased>(
  db: Db,
  { queue, policy, alsoOnFailure }: Failing<Item>,
  item: Item,
  { error, now }: { error: unknown; now: number },
): Promise<FailedRow> {
  const { isPermanent, retryAfterMs } =
    error instanceof WorkFailure ? error : { isPermanent: false, retryAfterMs: 0 }
  const at = nextTryAt(policy, { ...item, now, failures: item.tries + 1 })
  const dueAt =
    isPermanent || at === null ? null : Math.max(at, now + Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS))
  const failed = { now, dueAt, error: messageOf(error) }
  // Read committed: the lease keeps others away from the row.
  await db.transaction(async (db) => {
    await failRow(db, queue, item.id, failed)
    await alsoOnFailure?.(db, item, failed)
  }, 'read committed')
  return failed
}
