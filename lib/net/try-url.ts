/**
 * A text as a URL, relative to `base` where one is given; undefined when it is none.
 *
 * Not by `URL.canParse`: on Node.js 20 and 22 it refuses hosts and paths with letters beyond ASCII once
 * V8 has optimised the call, after some thousands of them.
 */
export function tryUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** The host of an address, by which requests are counted; '' when it is none. */
export function hostOf(url: string): string {
  return tryUrl(url)?.hostname ?? ''
}
