import type { Db } from '../db/types.js'
import { isVersioned } from '../db/versioned.js'
import type { Caller } from './account.js'
import { hashOf } from './api-key.js'
import { findCaller } from './key-store.js'

const CALLERS_AT_MOST = 10_000

/**
 * Callers by their key. One that was found is remembered until the next commit of anybody, so a revocation
 * holds at once, and a busy client costs one look at the version instead of a digest and a join.
 */
export class KnownCallers {
  private readonly callers = new Map<string, Caller>()
  private version = -1

  constructor(private readonly db: Db) {}

  async find(key: string): Promise<Caller | undefined> {
    if (!isVersioned(this.db)) return findCaller(this.db, hashOf(key))
    const version = this.db.dataVersion()
    if (version !== this.version || this.callers.size >= CALLERS_AT_MOST) this.callers.clear()
    this.version = version
    const known = this.callers.get(key)
    if (known) return known
    const found = await findCaller(this.db, hashOf(key))
    // A commit while it was being read may have changed it.
    if (found && this.version === version) this.callers.set(key, found)
    return found
  }
}
