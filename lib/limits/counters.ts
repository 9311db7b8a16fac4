import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../db/errors.js'
import type { Database } from '../db/types.js'
import { addStored, type CounterKey, findStored } from './counter-store.js'
import { CounterTable, type Entry } from './counter-table.js'

/** Counters of limits. Totals include what other processes have counted, as far as it is known. */
export interface Counters {
  used(key: CounterKey): Promise<number>
  add(key: CounterKey, by: number): Promise<number>
  /**
   * Adds to counters of different scopes. Returns their totals in order, as a promise only when something
   * must be awaited.
   */
  addToAll(keys: readonly CounterKey[], by: number): number[] | Promise<number[]>
  /** Resolves when all counts so far are stored, or storing has failed. */
  flush(): Promise<void>
}

/** Called with errors that a retry will not fix. */
export type OnFault = (error: unknown) => void

/**
 * Exact on every server of one database: each count is an awaited statement. While the database cannot be
 * written, counts stay in memory.
 */
export class SharedCounters implements Counters {
  private readonly kept: WriteBehindCounters

  constructor(
    private readonly db: Database,
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

/** Answer the request anyway; the next store corrects the total. */
function nothingWhileUnavailable(error: unknown): undefined {
  if (!isDatabaseUnavailable(error)) throw error
}

const RETRY_MS = 250
/** Pause between two stores under load, so that one transaction stores many counts. */
const PAUSE_MS = 100

/**
 * Counts in memory and stores in the background, so that no request waits for the disk. Nothing is lost while
 * the database cannot be written. Storing adds to the counters and never overwrites them; the returned totals
 * correct the memory. So does a commit by another server on the file, while nothing is being stored.
 */
export class WriteBehindCounters implements Counters {
  private readonly table = new CounterTable()
  private readonly dirty = new Set<Entry>()
  private flushing: Promise<void> | undefined
  private retryTimer: NodeJS.Timeout | undefined

  constructor(
    private readonly db: Database,
    private readonly onFault: OnFault,
  ) {}

  /** Whether a count is not stored yet. */
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

  /** Undefined when the entry must be read. Not while counts are being stored: they would be read twice. */
  private upToDate(key: CounterKey): Entry | undefined {
    const entry = this.table.find(key)
    if (!entry || this.flushing || entry.pending !== 0) return entry
    return entry.version === this.version() ? entry : undefined
  }

  private version(): number {
    return this.db.dataVersion() ?? 0
  }

  private async entry(key: CounterKey): Promise<Entry> {
    const upToDate = this.upToDate(key)
    if (upToDate) return upToDate
    const version = this.version()
    const stored = await findStored(this.db, key).catch(nothingWhileUnavailable)
    const known = this.table.find(key)
    if (known) {
      // Another request may have counted during the read.
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
