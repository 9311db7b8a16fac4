/**
 * Parses a URL, relative to `base` if given; undefined if it is not a URL. Does not use `URL.canParse`: on Node.js 20
 * and 22, after some thousands of calls, its optimised version refuses hosts and paths with letters beyond ASCII.
 */
export function tryUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** Longer addresses do not count as addresses. */
const LONGEST_ADDRESS = 4000

/**
 * An absolute http(s) address, or ''. An address that is already absolute keeps its spelling, unless it has control
 * characters or halves of surrogate pairs, which not every database can store.
 */
export function httpUrlOf(given = '', base?: string): string {
  const text = given.trim()
  if (text === '' || text.length > LONGEST_ADDRESS) return ''
  if (/^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/iu.test(text) && tryUrl(text)) return text
  const url = tryUrl(text, base)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : ''
}

/** The host of an address, for limits per host; '' for an invalid address. */
export function hostOf(url: string): string {
  return tryUrl(url)?.hostname ?? ''
}
