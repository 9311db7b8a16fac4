/** Limits concurrent work, in total and for each key, such as a host. */
export class Capacity {
  private readonly running = new Map<string, number>()
  private readonly waiting: Array<{ key: string; start(release: () => void): void }> = []
  private runningInTotal = 0

  constructor(private readonly limits: { total: number; perKey?: number }) {}

  /** How many more pieces of work may start now, if their keys are below their limits. */
  get available(): number {
    return this.limits.total - this.runningInTotal
  }

  count(key: string): number {
    return this.running.get(key) ?? 0
  }

  canStart(key = ''): boolean {
    return this.available > 0 && this.count(key) < (this.limits.perKey ?? Infinity)
  }

  keysAtLimit(): string[] {
    return [...this.running.keys()].filter((key) => this.count(key) >= (this.limits.perKey ?? Infinity))
  }

  /** Selects the candidates that could all start now, in order. */
  choose<T extends { key: string }>(candidates: readonly T[], limit: number): T[] {
    const acquired: Array<() => void> = []
    const chosen = candidates.filter(({ key }) => {
      const fits = acquired.length < limit && this.canStart(key)
      if (fits) acquired.push(this.acquire(key))
      return fits
    })
    for (const release of acquired) release()
    return chosen
  }

  /** Counts one more piece of work, even beyond the limits. Returns the function that releases it. */
  acquire(key = ''): () => void {
    this.add(key, 1)
    return () => {
      this.add(key, -1)
      const next = this.waiting.findIndex((one) => this.canStart(one.key))
      if (next < 0) return
      const [{ key: nextKey, start }] = this.waiting.splice(next, 1) as [(typeof this.waiting)[number]]
      start(this.acquire(nextKey))
    }
  }

  /** Acquires as soon as the limits allow, in the order of the calls. */
  async wait(key = ''): Promise<() => void> {
    if (this.canStart(key)) return this.acquire(key)
    return new Promise((start) => this.waiting.push({ key, start }))
  }

  /** Runs `work` as soon as the limits allow. Settles as `work` does. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const release = await this.wait(key)
    try {
      return await work()
    } finally {
      release()
    }
  }

  private add(key: string, by: 1 | -1): void {
    this.runningInTotal += by
    const count = this.count(key) + by
    if (count === 0) this.running.delete(key)
    else this.running.set(key, count)
  }
}
