import type { CounterKey, Scope } from './counter-store.js'

/** A counter as a server holds it in memory. */
export interface Entry {
  readonly key: CounterKey
  /** As stored, as far as known here. */
  stored: number
  /** Counted here and not stored yet. */
  pending: number
  /** Of the database when `stored` was read. */
  version: number
}

const ENTRIES_AT_MOST = 50_000

/** Counters by their keys: found by numbers, since every request looks for two and a name would have to be put together. */
export class CounterTable {
  /** By scope, start of the window and subject. */
  readonly #windows: Record<Scope, Map<number, Map<number, Entry>>> = {
    per_minute: new Map(),
    per_month: new Map(),
    transcript_downloads_per_month: new Map(),
    webhook_test_sends_per_hour: new Map(),
  }
  #size = 0

  /** @param atMost beyond so many, what is stored is forgotten */
  constructor(private readonly atMost = ENTRIES_AT_MOST) {}

  find({ scope, subjectId, windowStartAt }: CounterKey): Entry | undefined {
    return this.#windows[scope].get(windowStartAt)?.get(subjectId)
  }

  /** One whose key is not there yet. */
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
