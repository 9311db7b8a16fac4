import { DAY_MS } from '../clock.js'
import type { Db } from '../db/types.js'
import { messageOf } from '../errors.js'
import { nextTryAt, type RetryPolicy } from './policies.js'
import { type Failure, failRow, type Lease, type Queue } from './queue.js'

/** A row leased by this process. */
export interface LeasedRow extends Lease {
  /** Consecutive failures so far. */
  tries: number
  /** When the work was created: some policies set it aside at an age. */
  since: number
}

/** Work failed for an external reason, not because of a bug. */
export class WorkFailure extends Error {
  /** A retry cannot succeed. */
  readonly isPermanent: boolean
  /** The server asked for at least this pause. */
  readonly retryAfterMs: number
  /** A server that this step needs is unreachable, so trying other rows is pointless. */
  readonly isServerAway: boolean

  constructor(message: string, { isPermanent = false, retryAfterMs = 0, isServerAway = false } = {}) {
    super(message)
    this.isPermanent = isPermanent
    this.retryAfterMs = retryAfterMs
    this.isServerAway = isServerAway
  }
}

/** The longest Retry-After that is honoured. */
const LONGEST_RETRY_AFTER_MS = 7 * DAY_MS

/** How a step records failures. */
export interface FailureRules<Item extends LeasedRow> {
  queue: Queue
  policy: RetryPolicy
  /** What a failure changes besides the columns of the queue. Runs in the same transaction. */
  saveFailure?(db: Db, item: Item, failure: Failure, error: unknown): Promise<void>
}

/**
 * Schedules the next try of a row or sets it aside, as its policy says. Undefined if the worker has lost its lease.
 * @param outages how many times in a row a server was unreachable, this time included. They lengthen the pause, but an
 * outage shows nothing about the row and adds no try
 */
export async function recordFailure<Item extends LeasedRow>(
  db: Db,
  { queue, policy, saveFailure }: FailureRules<Item>,
  item: Item,
  { error, now, outages = 0 }: { error: unknown; now: number; outages?: number },
): Promise<Failure | undefined> {
  const { isPermanent, retryAfterMs } =
    error instanceof WorkFailure ? error : { isPermanent: false, retryAfterMs: 0 }
  const tries = outages > 0 ? item.tries : item.tries + 1
  const at = nextTryAt(policy, { ...item, now, failures: outages || tries })
  const dueAt =
    isPermanent || at === null ? null : Math.max(at, now + Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS))
  const failure = { now, dueAt, tries, error: messageOf(error) }
  // Read committed: the row is updated first, and only under its lease.
  return db.transaction(async (db) => {
    if (!(await failRow(db, queue, item, failure))) return undefined
    await saveFailure?.(db, item, failure, error)
    return failure
  }, 'read committed')
}
