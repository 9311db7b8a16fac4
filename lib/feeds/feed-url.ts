import { tryUrl } from '../net/try-url.js'
import { FeedError } from './types.js'

const LONGEST_URL = 2000

/**
 * The address of a feed as it is stored, so that spellings of one address are one feed: scheme and
 * host in lower case, no default port, no fragment; `feed:` and `pcast:` links, and bare hosts, as http(s).
 * @throws FeedError when it cannot be the address of a feed
 */
export function normaliseFeedUrl(text: string): string {
  const trimmed = text.trim().replace(/^(?:feed|pcast|itpc|podcast):(?:\/\/)?(?=https?:\/\/)/i, '')
  const absolute = trimmed
    .replace(/^(?:feed|pcast|itpc):\/\//i, 'http://')
    .replace(/^(?![a-z][a-z0-9+.-]*:)(?=[^/\s]+\.[^/\s]+)/i, 'https://')
  const url = /^https?:\/\//i.test(absolute) ? tryUrl(absolute) : undefined
  if (!url) {
    throw new FeedError('This is no address of a feed: it must begin with http:// or https://.')
  }
  if (url.username || url.password) {
    throw new FeedError('The address of a feed must not hold a user name or password.')
  }
  url.hash = ''
  if (url.href.length > LONGEST_URL) {
    throw new FeedError(`The address of a feed must not be longer than ${LONGEST_URL} characters.`)
  }
  return url.href
}
