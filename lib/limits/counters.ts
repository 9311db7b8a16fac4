import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../db/errors.js'
import type { Db } from '../db/types.js'
import { isVersioned } from '../db/versioned.js'
import { addStored, type CounterKey, findStored } from './counter-store.js'
import { CounterTable, type Entry } from './counter-table.js'

/** Counts of limits. `add` answers the count after it, with what other processes counted as far as known. */
export interface Counters {
  used(key: CounterKey): Promise<number>
  add(key: CounterKey, by: number): Promise<number>
  /** As `add` to counters of different scopes; answers in their order, at once where nothing must be waited for. */
  addToAll(keys: readonly CounterKey[], by: number): number[] | Promise<number[]>
  /** Resolves when everything counted so far is stored, or could not be. */
  flush(): Promise<void>
}

/** Told of failures to store that will not heal by themselves. */
export type OnFault = (error: unknown) => void

/**
 * Exact on every server of one database: each count is a statement of its own and awaited. What cannot be
 * written at the moment is kept here until it can.
 */
export class SharedCounters implements Counters {
  private readonly kept: WriteBehindCounters

  constructor(
    private readonly db: Db,
    onFault: OnFault = () => undefined,
  ) {
    this.kept = new WriteBehindCounters(db, onFault)
  }

  async used(key: CounterKey): Promise<number> {
    return findStored(this.db, key)
  }

  async add(key: CounterKey, by: number): Promise<number> {
    const [count] = await this.addToAll([key], by)
    return count!
  }

  async addToAll(keys: readonly CounterKey[], by: number): Promise<number[]> {
    try {
      return await addStored(
        this.db,
        keys.map((key) => ({ key, by })),
      )
    } catch (error) {
      if (isDatabaseUnavailable(error)) return this.kept.addToAll(keys, by)
      throw error
    }
  }

  flush(): Promise<void> {
    return this.kept.flush()
  }
}

/** What cannot be read is corrected by the next store; a request is answered all the same. */
function nothingWhileUnavailable(error: unknown): undefined {
  if (!isDatabaseUnavailable(error)) throw error
}

const RETRY_MS = 250
/** Between two stores under load: what is counted meanwhile goes in one transaction. */
const PAUSE_MS = 100

/**
 * Counts in memory and stores behind the answer: a request waits for no disk, and while the
 * database cannot be written nothing that was counted is lost. What is stored is added to, never
 * overwritten, and its answer corrects the memory; while nothing is under way, so does whatever another
 * server on the file has committed.
 */
export class WriteBehindCounters implements Counters {
  private readonly table = new CounterTable()
  private readonly dirty = new Set<Entry>()
  private flushing: Promise<void> | undefined
  private retryTimer: NodeJS.Timeout | undefined

  constructor(
    private readonly db: Db,
    private readonly onFault: OnFault,
  ) {}

  /** Whether something was counted that is not stored. */
  get hasPending(): boolean {
    return this.dirty.size > 0 || this.flushing !== undefined
  }

  async used(key: CounterKey): Promise<number> {
    const entry = await this.entry(key)
    return entry.stored + entry.pending
  }

  async add(key: CounterKey, by: number): Promise<number> {
    const entry = this.upToDate(key) ?? (await this.entry(key))
    return this.countAll([entry], by)[0]!
  }

  addToAll(keys: readonly CounterKey[], by: number): number[] | Promise<number[]> {
    const entries = keys.map((key) => this.upToDate(key))
    return entries.every((entry) => entry !== undefined)
      ? this.countAll(entries, by)
      : Promise.all(keys.map((key) => this.add(key, by)))
  }

  flush(): Promise<void> {
    clearTimeout(this.retryTimer)
    this.retryTimer = undefined
    this.flushing ??= this.storeAll().finally(() => {
      this.flushing = undefined
    })
    return this.flushing
  }

  private countAll(entries: readonly Entry[], by: number): number[] {
    for (const entry of entries) {
      entry.pending += by
      this.dirty.add(entry)
    }
    if (!this.flushing && !this.retryTimer) void this.flush()
    return entries.map(({ stored, pending }) => stored + pending)
  }

  /** Undefined where the entry must be read, for the first time or again. What is being stored would be read twice. */
  private upToDate(key: CounterKey): Entry | undefined {
    const entry = this.table.find(key)
    if (!entry || this.flushing || entry.pending !== 0) return entry
    return entry.version === this.version() ? entry : undefined
  }

  private version(): number {
    return isVersioned(this.db) ? this.db.dataVersion() : 0
  }

  private async entry(key: CounterKey): Promise<Entry> {
    const upToDate = this.upToDate(key)
    if (upToDate) return upToDate
    const version = this.version()
    const stored = await findStored(this.db, key).catch(nothingWhileUnavailable)
    const known = this.table.find(key)
    if (known) {
      // Somebody may have counted while this one was reading.
      if (stored !== undefined && !this.flushing && known.pending === 0) {
        Object.assign(known, { stored, version })
      }
      return known
    }
    const entry = { key, stored: stored ?? 0, pending: 0, version }
    this.table.add(entry)
    return entry
  }

  private async storeAll(): Promise<void> {
    while (this.dirty.size > 0) {
      const batch = [...this.dirty].map((entry) => ({ entry, key: entry.key, by: entry.pending }))
      this.dirty.clear()
      try {
        const stored = await addStored(this.db, batch)
        batch.forEach(({ entry, by }, index) => {
          entry.stored = stored[index]!
          entry.pending -= by
        })
      } catch (error) {
        if (!isDatabaseUnavailable(error)) this.onFault(error)
        for (const { entry } of batch) this.dirty.add(entry)
        this.retryTimer = setTimeout(() => void this.flush(), RETRY_MS)
        this.retryTimer.unref()
        return
      }
      if (this.dirty.size > 0) await pause(PAUSE_MS)
    }
  }
}
