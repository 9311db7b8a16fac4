import { type Clock, type StartTimer, systemTimer } from '../../lib/clock.js'

/** A clock that stands still until a test moves it. */
export class TestClock implements Clock {
  #now: number

  /** `start` is an ISO 8601 instant. */
  constructor(start: string) {
    this.#now = Date.parse(start)
  }

  now(): number {
    return this.#now
  }

  set(instant: string): void {
    this.#now = Date.parse(instant)
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds
  }
}

/** Time limits of outgoing requests. They run as they are, but a test can let them expire at once. */
export class TestTimers {
  private readonly running = new Set<{ ms: number; expire(): void }>()

  readonly start: StartTimer = (run, ms) => {
    const end = () => {
      this.running.delete(limit)
      cancel()
    }
    const expire = () => {
      end()
      run()
    }
    const limit = { ms, expire }
    const cancel = systemTimer(expire, ms)
    this.running.add(limit)
    return end
  }

  /** The limits of at most `ms` that run now; the function lets those expire that still run when it is called. */
  upTo(ms: number): () => void {
    const found = [...this.running].filter((limit) => limit.ms <= ms)
    return () => {
      for (const limit of found) if (this.running.has(limit)) limit.expire()
    }
  }
}
