import { minuteWindow } from '../limits/windows.js'

/** Well-formed keys that open nothing, a minute, from one client address. */
const BAD_KEYS_PER_MINUTE = 60
/** Addresses told apart in one minute; those that come later are counted as one, so that memory has an end. */
const ADDRESSES_AT_MOST = 50_000
const THE_REST = ''

/** Slows down who tries keys out, without touching valid keys from the same address. */
export class BadKeyBrake {
  private windowStartAt = 0
  private counts = new Map<string, number>()

  /** Counts a bad key; the instant of the next minute when there were too many, else undefined. */
  count(clientAddress: string, now: number): number | undefined {
    const { startAt, resetAt } = minuteWindow(now)
    if (startAt !== this.windowStartAt) {
      this.windowStartAt = startAt
      this.counts = new Map()
    }
    const isKnown = this.counts.has(clientAddress) || this.counts.size < ADDRESSES_AT_MOST
    const address = isKnown ? clientAddress : THE_REST
    const count = (this.counts.get(address) ?? 0) + 1
    this.counts.set(address, count)
    return count > BAD_KEYS_PER_MINUTE ? resetAt : undefined
  }
}
