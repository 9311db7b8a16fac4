import { MINUTE_MS } from '../clock.js'
import { clockWindow } from '../limits/windows.js'

/** How many unknown keys one client address may try in a minute. */
const BAD_KEYS_PER_MINUTE = 60
/** Bounds memory: beyond this many addresses in a minute, new ones share one counter. */
const ADDRESSES_AT_MOST = 50_000
const THE_REST = ''

/** Slows down an address that tries many keys. Valid keys from the same address go on working. */
export class BadKeyBrake {
  private windowStartAt = 0
  private counts = new Map<string, number>()

  /** Counts a bad key. Returns the start of the next minute (ms) when the address tried too many, else undefined. */
  count(clientAddress: string, now: number): number | undefined {
    const { startAt, resetAt } = clockWindow(MINUTE_MS, now)
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
