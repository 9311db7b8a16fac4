import { isDatabaseUnavailable } from '../db/errors.js'
import type { Database } from '../db/types.js'
import { addStored, type CounterKey } from './counter-store.js'
import { type Counters, type OnFault, SharedCounters, WriteBehindCounters } from './counters.js'
import type { Servers } from './servers.js'

/**
 * Counters of a SQLite file. A single server counts in memory. Several servers on one file count in the file,
 * one awaited statement per request, as on PostgreSQL.
 */
class FileCounters implements Counters {
  private readonly kept: WriteBehindCounters
  /** The last write failed. Count in memory and skip the doomed write until a flush succeeds. */
  private isAway = false

  constructor(
    private readonly db: Database,
    private readonly servers: Servers,
    onFault: OnFault,
  ) {
    this.kept = new WriteBehindCounters(db, onFault)
  }

  used(key: CounterKey): Promise<number> {
    return this.kept.used(key)
  }

  async add(key: CounterKey, by: number): Promise<number> {
    const [count] = await this.addToAll([key], by)
    return count!
  }

  addToAll(keys: readonly CounterKey[], by: number): number[] | Promise<number[]> {
    // Nearly every request takes this path, which awaits nothing.
    return this.servers.knownOthers === false ? this.kept.addToAll(keys, by) : this.addInFile(keys, by)
  }

  private async addInFile(keys: readonly CounterKey[], by: number): Promise<number[]> {
    if (!(await this.servers.areOthers())) return this.kept.addToAll(keys, by)
    if (this.kept.hasPending && !this.isAway) await this.kept.flush()
    this.isAway = this.kept.hasPending
    if (this.isAway) return this.kept.addToAll(keys, by)
    try {
      return await addStored(
        this.db,
        keys.map((key) => ({ key, by })),
      )
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      this.isAway = true
      return this.kept.addToAll(keys, by)
    }
  }

  flush(): Promise<void> {
    return this.kept.flush()
  }
}

/** Counters that are exact on every server of a database. */
export function countersOf(db: Database, servers: Servers, onFault: OnFault = () => undefined): Counters {
  return db.engine === 'postgres' ? new SharedCounters(db, onFault) : new FileCounters(db, servers, onFault)
}
