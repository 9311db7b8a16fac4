import { messageOf } from '../errors.js'
import { listPolledUrls } from '../feeds/feed-store.js'
import { type CheckContext, type Finding, fault, fine, fromDatabase } from './check.js'

const TIMEOUT_MS = 8000
const ASKED_AT_MOST = 3
/** Receivers of webhooks refuse signatures that are five minutes off. */
const CLOCK_OFF_AT_MOST_MS = 60_000

/** The answer of a publisher. */
interface Contact {
  origin: string
  /** Time of the server's `Date` header (ms); undefined without one. */
  date: number | undefined
  error: string | undefined
}

/** Only publishers of followed feeds are contacted. */
async function originsOfFeeds(config: CheckContext['config']): Promise<string[]> {
  const urls = await fromDatabase(config, (db) => listPolledUrls(db, 50))
  const found = urls && new Set(urls.map((url) => new URL(url).origin))
  return [...(found ?? [])].slice(0, ASKED_AT_MOST)
}

export async function contactPublishers(context: CheckContext): Promise<Contact[]> {
  const ask = async (origin: string): Promise<Contact> => {
    try {
      const response = await context.safeFetch.fetch(`${origin}/`, {
        method: 'HEAD',
        headTimeoutMs: TIMEOUT_MS,
        timeoutMs: TIMEOUT_MS,
      })
      await response.discard()
      const date = Date.parse(response.headers.date ?? '')
      return { origin, date: Number.isNaN(date) ? undefined : date, error: undefined }
    } catch (error) {
      return { origin, date: undefined, error: messageOf(error) }
    }
  }
  return Promise.all((await originsOfFeeds(context.config)).map(ask))
}

export function checkOutgoing(contacts: readonly Contact[]): Finding {
  if (contacts.length === 0) return fine('no feed is polled, so no publisher was contacted')
  const reached = contacts.filter(({ error }) => error === undefined)
  if (reached.length > 0) return fine(`${reached.map(({ origin }) => origin).join(', ')} can be reached`)
  const failures = contacts.map(({ origin, error }) => `${origin} (${error})`)
  return fault(
    `None of the contacted publishers can be reached: ${failures.join(', ')}. Check DNS, the firewall for outgoing connections, and OVERHEARD_ALLOWED_NETWORKS for addresses that are not public; Overheard uses no proxy.`,
  )
}

export function checkClock(contacts: readonly Contact[], now: number): Finding {
  const dates = contacts.flatMap(({ date }) => date ?? [])
  if (dates.length === 0) return fine('no server could be reached to compare it with')
  const off = Math.min(...dates.map((date) => Math.abs(date - now)))
  if (off <= CLOCK_OFF_AT_MOST_MS) return fine('agrees with the clocks of the contacted publishers')
  return fault(
    `The clock is ${Math.round(off / 1000)} seconds off. Set it, and keep it set (NTP): webhook receivers refuse signatures with a wrong time.`,
  )
}
