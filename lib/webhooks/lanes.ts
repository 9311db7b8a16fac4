/** Concurrent requests in total. */
const IN_ALL = 256
/**
 * Of these, requests to receivers whose last attempt did not succeed. The rest stay free for receivers that
 * respond.
 */
const UNPROVEN = 192
/** Concurrent requests to one host, across teams. */
const PER_HOST = 64
/**
 * A receiver gets a second lane only while this share is free, so that receivers that all hang at once leave
 * lanes for others.
 */
const SPARE = 1 / 2
/**
 * Concurrent requests to one webhook. It gets one until it has accepted an event, so that a dead one occupies
 * one lane.
 */
const PER_WEBHOOK = 4
const PER_UNPROVEN_WEBHOOK = 1

/** The destination of a request, for counting. */
export interface Lane {
  webhookId: number
  host: string
}

/**
 * Limits concurrent requests, so that receivers that hang or fail use up their own lanes only. What it learns
 * about receivers is not shared between processes and is lost at a restart.
 */
export class Lanes {
  private total = 0
  private unproven = 0
  private readonly perHost = new Map<string, number>()
  private readonly perWebhook = new Map<number, number>()
  private readonly proven = new Set<number>()
  private readonly failing = new Set<number>()

  get inUse(): number {
    return this.total
  }

  get full(): boolean {
    return this.total >= IN_ALL
  }

  /** Whether the receiver's last attempt succeeded. */
  isProven(webhookId: number): boolean {
    return this.proven.has(webhookId)
  }

  /** Whether the receiver's last attempt failed. */
  isFailing(webhookId: number): boolean {
    return this.failing.has(webhookId)
  }

  /** The number of lanes free for this receiver. */
  free({ webhookId, host }: Lane): number {
    const proven = this.proven.has(webhookId)
    const held = this.perWebhook.get(webhookId) ?? 0
    const own = (proven ? PER_WEBHOOK : PER_UNPROVEN_WEBHOOK) - held
    const ofHost = PER_HOST - (this.perHost.get(host) ?? 0)
    const inAll = IN_ALL - this.total
    const shared = proven ? inAll : Math.min(inAll, UNPROVEN - this.unproven)
    const spare = Math.floor(Math.min(ofHost - PER_HOST * SPARE, inAll - (IN_ALL - this.unproven) * SPARE))
    const first = held === 0 ? 1 : 0
    return Math.max(0, Math.min(own, ofHost, shared, Math.max(first, spare)))
  }

  /** Whether the receiver has a lane. */
  isBusy(webhookId: number): boolean {
    return this.perWebhook.has(webhookId)
  }

  /** Takes `count` lanes. Each returned function releases one. */
  take(lane: Lane, count: number): Array<() => void> {
    return Array.from({ length: count }, () => this.takeOne(lane))
  }

  /** Records the result of the receiver's last attempt. */
  note(webhookId: number, succeeded: boolean): void {
    const [now, before] = succeeded ? [this.proven, this.failing] : [this.failing, this.proven]
    now.add(webhookId)
    before.delete(webhookId)
  }

  private takeOne({ webhookId, host }: Lane): () => void {
    const unproven = this.proven.has(webhookId) ? 0 : 1
    const change = (by: 1 | -1) => {
      this.total += by
      this.unproven += by * unproven
      add(this.perHost, host, by)
      add(this.perWebhook, webhookId, by)
    }
    change(1)
    return () => change(-1)
  }
}

function add<K>(counts: Map<K, number>, key: K, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
