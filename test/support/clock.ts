import type { Clock } from '../../lib/clock.js'

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
