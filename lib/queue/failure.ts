import type { Lease } from './queue.js'

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
