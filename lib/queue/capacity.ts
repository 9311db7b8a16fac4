/** Limits concurrent work, in total and for each key, such as a host. */
export class Capacity {
  private readonly busy = new Map<string, number>()
  private readonly queue: Array<{ key: string; start(): void }> = []
  private running = 0

  constructor(private readonly limits: { total: number; perKey: number }) {}

  /** How many more pieces of work may start now, if their keys are below their limits. */
  get free(): number {
    return Math.max(0, this.limits.total - this.running)
  }

  /** Keys at their limit. */
  fullKeys(): string[] {
    return [...this.busy].filter(([, count]) => count >= this.limits.perKey).map(([key]) => key)
  }

  /** Selects the candidates that could all start now, in order. */
  choose<T extends { key: string }>(candidates: readonly T[], limit = this.free): T[] {
    const busy = new Map(this.busy)
    const chosen: T[] = []
    for (const candidate of candidates) {
      const count = busy.get(candidate.key) ?? 0
      if (chosen.length >= limit || count >= this.limits.perKey) continue
      busy.set(candidate.key, count + 1)
      chosen.push(candidate)
    }
    return chosen
  }

  /** Runs `work` as soon as the limits allow. Settles as `work` does. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (!this.hasRoom(key)) await new Promise<void>((start) => this.queue.push({ key, start }))
    else this.take(key)
    try {
      return await work()
    } finally {
      this.release(key)
    }
  }

  private hasRoom(key: string): boolean {
    return this.free > 0 && (this.busy.get(key) ?? 0) < this.limits.perKey
  }

  private take(key: string): void {
    this.running++
    this.busy.set(key, (this.busy.get(key) ?? 0) + 1)
  }

  private release(key: string): void {
    this.running--
    const left = this.busy.get(key)! - 1
    if (left > 0) this.busy.set(key, left)
    else this.busy.delete(key)
    const next = this.queue.findIndex((waiting) => this.hasRoom(waiting.key))
    if (next < 0) return
    const [waiting] = this.queue.splice(next, 1)
    this.take(waiting!.key)
    waiting!.start()
  }
}
