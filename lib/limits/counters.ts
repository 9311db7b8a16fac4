import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../db/errors.js'
import type { Db, Params } from '../db/types.js'
import { valueRows } from '../db/value-rows.js'
import { isVersioned } from '../db/versioned.js'

export type Scope =
  | 'per_minute'
  | 'per_month'
  | 'transcript_downloads_per_month'
  | 'webhook_test_sends_per_hour'

/** One counter: what is counted, for whom, in the window that starts then. */
export interface CounterKey {
  scope: Scope
  subjectId: number
  windowStartAt: number
}

/** Counts of limits. `add` answers the count after it, with what other processes counted as far as known. */
export interface Counters {
  used(key: CounterKey): Promise<number>
  add(key: CounterKey, by: number): Promise<number>
  /** As `add` to counters of different scopes; answers in their order. */
  addToAll(keys: readonly CounterKey[], by: number): Promise<number[]>
  /** Resolves when everything counted so far is stored, or could not be. */
  flush(): Promise<void>
}

const addFrom = (source: string) => `
  INSERT INTO usage_counters (scope, subject_id, window_start, used)
  ${source}
  ON CONFLICT (scope, subject_id, window_start) DO UPDATE SET used = usage_counters.used + excluded.used
  RETURNING scope, used`

/**
 * No request waits for the disk: a PostgreSQL that crashes may forget what was counted in its last half second. It is
 * told so for this transaction alone.
 */
const AT_ONCE = "set_config('synchronous_commit', 'off', true) = 'off'"

const ADD = {
  sqlite: addFrom('VALUES (:scope, :subjectId, :windowStartAt, :by)'),
  postgres: addFrom(
    `SELECT :scope, CAST(:subjectId AS BIGINT), CAST(:windowStartAt AS BIGINT), CAST(:by AS BIGINT) WHERE ${AT_ONCE}`,
  ),
}

const FIND = `
  SELECT used FROM usage_counters
   WHERE scope = :scope AND subject_id = :subjectId AND window_start = :windowStartAt`

const params = ({ scope, subjectId, windowStartAt }: CounterKey): Params => ({
  scope,
  subjectId,
  windowStartAt,
})

/** Counts in the database; answers the count after it. */
export async function addStored(db: Db, key: CounterKey, by: number): Promise<number> {
  return (await db.get<{ used: number }>(ADD[db.engine], { ...params(key), by }))!.used
}

/**
 * As `addStored`, to counters of different scopes in one statement: on PostgreSQL each costs a round trip and a commit.
 * Everybody takes them in one order, so that nobody waits in a circle.
 */
async function addAllStored(db: Db, keys: readonly CounterKey[], by: number): Promise<number[]> {
  const inOrder = [...keys].sort((one, other) => (one.scope < other.scope ? -1 : 1))
  const { sql, params } = valueRows(
    db,
    ['TEXT', 'BIGINT', 'BIGINT', 'BIGINT'],
    inOrder.map(({ scope, subjectId, windowStartAt }) => [scope, subjectId, windowStartAt, by]),
  )
  const rows = await db.all<{ scope: Scope; used: number }>(addFrom(`${sql} WHERE ${AT_ONCE}`), params)
  return keys.map(({ scope }) => rows.find((row) => row.scope === scope)!.used)
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
    return (await this.db.get<{ used: number }>(FIND, params(key)))?.used ?? 0
  }

  async add(key: CounterKey, by: number): Promise<number> {
    try {
      return await addStored(this.db, key, by)
    } catch (error) {
      if (isDatabaseUnavailable(error)) return this.kept.add(key, by)
      throw error
    }
  }

  async addToAll(keys: readonly CounterKey[], by: number): Promise<number[]> {
    try {
      return await addAllStored(this.db, keys, by)
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

interface Entry {
  key: CounterKey
  /** As stored, as far as known here. */
  stored: number
  /** Counted here and not stored yet. */
  pending: number
  /** Of the database when `stored` was read. */
  version: number
}

const RETRY_MS = 250
/** Between two stores under load: what is counted meanwhile goes in one transaction. */
const PAUSE_MS = 100
const ENTRIES_AT_MOST = 50_000

/**
 * Counts in memory and stores behind the answer: a request waits for no disk, and while the
 * database cannot be written nothing that was counted is lost. What is stored is added to, never
 * overwritten, and its answer corrects the memory; while nothing is under way, so does whatever another
 * server on the file has committed.
 */
export class WriteBehindCounters implements Counters {
  private readonly entries = new Map<string, Entry>()
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
    entry.pending += by
    this.dirty.add(entry)
    if (!this.flushing && !this.retryTimer) void this.flush()
    return entry.stored + entry.pending
  }

  addToAll(keys: readonly CounterKey[], by: number): Promise<number[]> {
    return Promise.all(keys.map((key) => this.add(key, by)))
  }

  flush(): Promise<void> {
    clearTimeout(this.retryTimer)
    this.retryTimer = undefined
    this.flushing ??= this.storeAll().finally(() => {
      this.flushing = undefined
    })
    return this.flushing
  }

  private known(key: CounterKey): Entry | undefined {
    return this.entries.get(`${key.scope} ${key.subjectId} ${key.windowStartAt}`)
  }

  /** Undefined where the entry must be read, for the first time or again. What is being stored would be read twice. */
  private upToDate(key: CounterKey): Entry | undefined {
    const entry = this.known(key)
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
    const row = await this.db.get<{ used: number }>(FIND, params(key)).catch(nothingWhileUnavailable)
    const known = this.known(key)
    if (known) {
      // Somebody may have counted while this one was reading.
      if (row && !this.flushing && known.pending === 0) Object.assign(known, { stored: row.used, version })
      return known
    }
    const entry = { key, stored: row?.used ?? 0, pending: 0, version }
    if (this.entries.size >= ENTRIES_AT_MOST) this.forgetStored()
    this.entries.set(`${key.scope} ${key.subjectId} ${key.windowStartAt}`, entry)
    return entry
  }

  private forgetStored(): void {
    for (const [name, entry] of this.entries) if (entry.pending === 0) this.entries.delete(name)
  }

  private async storeAll(): Promise<void> {
    while (this.dirty.size > 0) {
      const batch = [...this.dirty].map((entry) => ({ entry, by: entry.pending }))
      this.dirty.clear()
      try {
        await this.db
          .transaction(
            (db) => Promise.all(batch.map(({ entry, by }) => addStored(db, entry.key, by))),
            'read committed',
          )
          .then((stored) => {
            batch.forEach(({ entry, by }, index) => {
              entry.stored = stored[index]!
              entry.pending -= by
            })
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

/** Counters whose window ended long ago; called by the nightly prune. */
export async function pruneCounters(db: Db, before: number): Promise<number> {
  return (await db.run('DELETE FROM usage_counters WHERE window_start < :before', { before })).changes
}
