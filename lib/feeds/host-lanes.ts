import { tryUrl } from '../net/try-url.js'

const PER_HOST = 2

/** Runs work side by side, but never more than two pieces of it for one host. */
export class HostLanes {
  private readonly busy = new Map<string, number>()
  private readonly queue: Array<{ host: string; start(): void }> = []
  private running = 0

  constructor(private readonly total: number) {}

  /** How many more pieces of work may start now, if their hosts have room. */
  get free(): number {
    return this.total - this.running
  }

  /** Hosts that have no room. */
  fullHosts(): string[] {
    return [...this.busy].filter(([, count]) => count >= PER_HOST).map(([host]) => host)
  }

  /** Those of the candidates, in their order, that could all start now. */
  choose<T extends { host: string }>(candidates: readonly T[]): T[] {
    const busy = new Map(this.busy)
    const chosen: T[] = []
    for (const candidate of candidates) {
      const count = busy.get(candidate.host) ?? 0
      if (chosen.length >= this.free || count >= PER_HOST) continue
      busy.set(candidate.host, count + 1)
      chosen.push(candidate)
    }
    return chosen
  }

  private hasRoom(host: string): boolean {
    return this.running < this.total && (this.busy.get(host) ?? 0) < PER_HOST
  }

  /** Runs `work` as soon as there is room for it; settles as it does. */
  async run<T>(host: string, work: () => Promise<T>): Promise<T> {
    if (!this.hasRoom(host)) await new Promise<void>((start) => this.queue.push({ host, start }))
    else this.take(host)
    try {
      return await work()
    } finally {
      this.release(host)
    }
  }

  private take(host: string): void {
    this.running++
    this.busy.set(host, (this.busy.get(host) ?? 0) + 1)
  }

  private release(host: string): void {
    this.running--
    const left = this.busy.get(host)! - 1
    if (left > 0) this.busy.set(host, left)
    else this.busy.delete(host)
    const next = this.queue.findIndex((waiting) => this.hasRoom(waiting.host))
    if (next < 0) return
    const [waiting] = this.queue.splice(next, 1)
    this.take(waiting!.host)
    waiting!.start()
  }
}

/** The host of an address, by which requests are counted; '' when it is none. */
export function hostOf(url: string): string {
  return tryUrl(url)?.hostname ?? ''
}
