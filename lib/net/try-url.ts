/**
 * Parses a URL, relative to `base` if given; undefined if it is not a URL.
 * Does not use `URL.canParse`: on Node.js 20 and 22, after some thousands of calls, its optimised version
 * refuses hosts and paths with letters beyond ASCII.
 */
export function tryUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** The host of an address, for limits per host; '' for an invalid address. */
export function hostOf(url: string): string {
  return tryUrl(url)?.hostname ?? ''
}
