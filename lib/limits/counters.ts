import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../db/errors.js'
import type { Database } from '../db/types.js'
import { addToCounters, type CounterKey, findCounter, nameOf } from './counter-store.js'
import type { Servers } from './servers.js'

/** A counter in memory. */
interface Counter {
  readonly key: CounterKey
  total: number
  /** The part of the total that is not stored yet. */
  unstored: number
}

const RETRY_MS = 250
/** Pause between two stores under load, so that one transaction stores many counts. */
const PAUSE_MS = 100

/** The stored total cannot be read: starts from 0. The next successful write corrects it. */
function zeroWhileUnavailable(error: unknown): number {
  if (!isDatabaseUnavailable(error)) throw error
  return 0
}

/**
 * Counters of limits, exact on every server of a database. Where several servers count, each count is an awaited
 * statement. A server that has its SQLite file to itself counts in memory and stores in the background, so that no
 * request waits for the disk. So does every server while the database cannot be written; then totals lack what
 * others count. Storing adds to the stored counters and never overwrites them, so nothing is lost.
 */
export class Counters {
  private readonly counters = new Map<string, Counter>()
  /** The database's version when `counters` were read. */
  private version: number | undefined
  private readonly unstored = new Set<Counter>()
  private storing: Promise<void> | undefined
  private retry: NodeJS.Timeout | undefined
  /** Until a write succeeds, counts stay in memory: the write of every request would fail too. */
  private lastWriteFailed = false

  /** @param onFault called with errors of storing that a retry will not fix */
  constructor(
    private readonly db: Database,
    private readonly servers: Servers,
    private readonly onFault: (error: unknown) => void = () => undefined,
  ) {}

  async used(key: CounterKey): Promise<number> {
    return this.known(key)?.total ?? findCounter(this.db, key)
  }

  async add(key: CounterKey, by: number): Promise<number> {
    const [total] = await this.addToAll([key], by)
    return total!
  }

  /**
   * Adds to counters of different scopes. Returns their totals in order, as a promise only when something
   * must be awaited.
   */
  addToAll(keys: readonly CounterKey[], by: number): number[] | Promise<number[]> {
    // Nearly every request takes this path, which awaits nothing.
    return this.servers.cachedHasOthers === false ? this.addInMemory(keys, by) : this.addInDatabase(keys, by)
  }

  /** Resolves when all counts so far are stored, or storing has failed. */
  flush(): Promise<void> {
    clearTimeout(this.retry)
    this.retry = undefined
    this.storing ??= this.storeAll().finally(() => {
      this.storing = undefined
    })
    return this.storing
  }

  private get hasUnstored(): boolean {
    return this.unstored.size > 0 || this.storing !== undefined
  }

  private async addInDatabase(keys: readonly CounterKey[], by: number): Promise<number[]> {
    if (!(await this.servers.hasOthers())) return this.addInMemory(keys, by)
    if (this.hasUnstored && !this.lastWriteFailed) await this.flush()
    this.lastWriteFailed = this.hasUnstored
    if (this.lastWriteFailed) return this.addInMemory(keys, by)
    try {
      return await addToCounters(
        this.db,
        keys.map((key) => ({ key, by })),
      )
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      this.lastWriteFailed = true
      return this.addInMemory(keys, by)
    }
  }

  private addInMemory(keys: readonly CounterKey[], by: number): number[] | Promise<number[]> {
    const known = keys.map((key) => this.known(key))
    return known.every((counter) => counter !== undefined)
      ? this.count(known, by)
      : this.readAndCount(keys, by)
  }

  private async readAndCount(keys: readonly CounterKey[], by: number): Promise<number[]> {
    const stored = await Promise.all(keys.map((key) => findCounter(this.db, key).catch(zeroWhileUnavailable)))
    const counters = keys.map((key, index) => {
      // Another request may have counted during the read.
      const known = this.counters.get(nameOf(key))
      const counter = known ?? { key, total: stored[index]!, unstored: 0 }
      this.counters.set(nameOf(key), counter)
      return counter
    })
    return this.count(counters, by)
  }

  /** The counter, unless it must be read. What is not stored yet stays: a read would lack it. */
  private known(key: CounterKey): Counter | undefined {
    const version = this.db.dataVersion()
    if (!this.hasUnstored && (version === undefined || version !== this.version)) this.counters.clear()
    this.version = version
    return this.counters.get(nameOf(key))
  }

  private count(counters: readonly Counter[], by: number): number[] {
    for (const counter of counters) {
      counter.total += by
      counter.unstored += by
      this.unstored.add(counter)
    }
    if (!this.storing && !this.retry) void this.flush()
    return counters.map(({ total }) => total)
  }

  private async storeAll(): Promise<void> {
    while (this.unstored.size > 0) {
      const batch = [...this.unstored].map((counter) => ({ counter, key: counter.key, by: counter.unstored }))
      this.unstored.clear()
      try {
        const totals = await addToCounters(this.db, batch)
        batch.forEach(({ counter, by }, index) => {
          counter.unstored -= by
          counter.total = totals[index]! + counter.unstored
        })
      } catch (error) {
        if (!isDatabaseUnavailable(error)) this.onFault(error)
        for (const { counter } of batch) this.unstored.add(counter)
        this.retry = setTimeout(() => void this.flush(), RETRY_MS)
        this.retry.unref()
        return
      }
      if (this.unstored.size > 0) await pause(PAUSE_MS)
    }
  }
}
