import { isIP } from 'node:net'
import { tryUrl } from '../../lib/net/try-url.js'

/** Accepts host names as they appear in URLs, with IPv6 in brackets. */
const isLocalName = (hostname: string) =>
  hostname === 'localhost' || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0

/**
 * Whether a web page of another site sent the request. The server's own pages have its public address as
 * origin. They may also have the requested host as origin, but only if that is an IP address or `localhost`:
 * the owner of a page could point any other name at this server.
 */
export function isForeignOrigin(origin: string, host: string, baseUrl: string): boolean {
  if (origin === '') return false
  const from = tryUrl(origin)
  if (!from) return true
  if (from.origin === new URL(baseUrl).origin) return false
  return from.host !== host || !isLocalName(from.hostname)
}
