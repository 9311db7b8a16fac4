import { isIP } from 'node:net'
import { tryUrl } from '../../lib/net/try-url.js'

/** A host name as it stands in URLs: IPv6 in brackets. */
const isLocalName = (hostname: string) =>
  hostname === 'localhost' || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0

/**
 * Whether a browser's page from elsewhere sent this. The server's own pages come from its public
 * address, or from the very address asked for, if that is a number or `localhost`: any other name
 * may have been pointed here by the page's owner.
 */
export function isForeignOrigin(origin: string, host: string, baseUrl: string): boolean {
  if (origin === '') return false
  const from = tryUrl(origin)
  if (!from) return true
  if (from.origin === new URL(baseUrl).origin) return false
  return from.host !== host || !isLocalName(from.hostname)
}
