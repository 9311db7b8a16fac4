/** Limits concurrent work, in total and for each key, such as a host. */
export class Capacity {
  private readonly running = new Map<string, number>()
  private readonly waiting: Array<{ key: string; start(free: () => void): void }> = []
  private inTotal = 0

  constructor(private readonly limits: { total: number; perKey?: number }) {}

  /** How many more pieces of work may start now, if their keys are below their limits. */
  get free(): number {
    return this.limits.total - this.inTotal
  }

  count(key: string): number {
    return this.running.get(key) ?? 0
  }

  hasRoom(key = ''): boolean {
    return this.free > 0 && this.count(key) < (this.limits.perKey ?? Infinity)
  }

  /** Keys at their limit. */
  fullKeys(): string[] {
    return [...this.running.keys()].filter((key) => this.count(key) >= (this.limits.perKey ?? Infinity))
  }

  /** Selects the candidates that could all start now, in order. */
  choose<T extends { key: string }>(candidates: readonly T[], limit: number): T[] {
    const taken: Array<() => void> = []
    const chosen = candidates.filter(({ key }) => {
      const fits = taken.length < limit && this.hasRoom(key)
      if (fits) taken.push(this.take(key))
      return fits
    })
    for (const free of taken) free()
    return chosen
  }

  /** Occupies room for one piece of work, also beyond the limits. Returns what frees it. */
  take(key = ''): () => void {
    this.add(key, 1)
    return () => {
      this.add(key, -1)
      const next = this.waiting.findIndex((one) => this.hasRoom(one.key))
      if (next < 0) return
      const [{ key: nextKey, start }] = this.waiting.splice(next, 1) as [(typeof this.waiting)[number]]
      start(this.take(nextKey))
    }
  }

  /** Runs `work` as soon as the limits allow. Settles as `work` does. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const free = this.hasRoom(key)
      ? this.take(key)
      : await new Promise<() => void>((start) => this.waiting.push({ key, start }))
    try {
      return await work()
    } finally {
      free()
    }
  }

  private add(key: string, by: 1 | -1): void {
    this.inTotal += by
    const count = this.count(key) + by
    if (count === 0) this.running.delete(key)
    else this.running.set(key, count)
  }
}
