import { tryUrl } from '../net/try-url.js'
import { FeedError } from './types.js'

const LONGEST_URL = 2000

/**
 * Normalises the address of a feed, so that its spellings count as one feed: lower-case scheme and host, no
 * default port, no fragment. Addresses with `feed:` or `pcast:`, or without a scheme, become http(s).
 * @throws FeedError if it cannot be the address of a feed
 */
export function normaliseFeedUrl(text: string): string {
  const trimmed = text.trim().replace(/^(?:feed|pcast|itpc|podcast):(?:\/\/)?(?=https?:\/\/)/i, '')
  const absolute = trimmed
    .replace(/^(?:feed|pcast|itpc):\/\//i, 'http://')
    .replace(/^(?![a-z][a-z0-9+.-]*:)(?=[^/\s]+\.[^/\s]+)/i, 'https://')
  const url = /^https?:\/\//i.test(absolute) ? tryUrl(absolute) : undefined
  if (!url) {
    throw new FeedError('This is not the address of a feed: it must begin with http:// or https://.')
  }
  if (url.username || url.password) {
    throw new FeedError('The address of a feed must not contain a user name or password.')
  }
  url.hash = ''
  if (url.href.length > LONGEST_URL) {
    throw new FeedError(`The address of a feed must not be longer than ${LONGEST_URL} characters.`)
  }
  return url.href
}
