import type { CounterKey, Scope } from './counter-store.js'

/** A counter in a server's memory. */
export interface Entry {
  readonly key: CounterKey
  /** The total in the database, as of the last read or write. */
  stored: number
  /** Counted here and not stored yet. */
  pending: number
  /** The database's version when `stored` was read. */
  version: number
}

const ENTRIES_AT_MOST = 50_000

/**
 * Counters in memory. Looked up by numbers rather than by a joined name, because every request looks up two.
 */
export class CounterTable {
  /** By scope, start of the window, and subject. */
  readonly #windows: Record<Scope, Map<number, Map<number, Entry>>> = {
    per_minute: new Map(),
    per_month: new Map(),
    transcript_downloads_per_month: new Map(),
    webhook_test_sends_per_hour: new Map(),
  }
  #size = 0

  /** @param atMost above this size, counters with nothing pending are dropped */
  constructor(private readonly atMost = ENTRIES_AT_MOST) {}

  find({ scope, subjectId, windowStartAt }: CounterKey): Entry | undefined {
    return this.#windows[scope].get(windowStartAt)?.get(subjectId)
  }

  /** The key must be new. */
  add(entry: Entry): void {
    if (this.#size >= this.atMost) this.#forgetStored()
    const { scope, subjectId, windowStartAt } = entry.key
    const windows = this.#windows[scope]
    const window = windows.get(windowStartAt) ?? new Map<number, Entry>()
    windows.set(windowStartAt, window)
    window.set(subjectId, entry)
    this.#size += 1
  }

  #forgetStored(): void {
    for (const windows of Object.values(this.#windows)) {
      for (const [startAt, window] of windows) {
        for (const [subjectId, { pending }] of window) {
          if (pending === 0 && window.delete(subjectId)) this.#size -= 1
        }
        if (window.size === 0) windows.delete(startAt)
      }
    }
  }
}
