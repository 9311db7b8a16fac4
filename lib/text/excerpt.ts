import { WordCuts } from './word-cuts.js'

/** About how many characters an excerpt has. */
const LENGTH = 240
/** How far to look outwards for a word's end. */
const MAX_SEARCH = 200

/**
 * About 240 characters of a text around `start` to `end`, offsets in code units. Cut at word ends, with `…` at each
 * cut. Runs of white space become one space.
 */
export function excerptAround(text: string, start: number, end: number, length = LENGTH): string {
  return excerptWithin(text, excerptBounds(text, start, end, length))
}

/** The excerpt between two cuts. */
export function excerptWithin(text: string, { from, to }: { from: number; to: number }): string {
  const body = text.slice(from, to).replace(/\s+/g, ' ').trim()
  const cutBefore = /\S/.test(text.slice(0, from))
  const cutAfter = /\S/.test(text.slice(to))
  return `${cutBefore ? '…' : ''}${body}${cutAfter ? '…' : ''}`
}

/** The offsets at which `excerptAround` cuts. */
export function excerptBounds(
  text: string,
  start: number,
  end: number,
  length = LENGTH,
): { from: number; to: number } {
  const room = Math.max(0, length - (end - start))
  let from = Math.max(0, start - Math.floor(room / 2))
  const to = Math.min(text.length, Math.max(end, from + length))
  from = Math.max(0, Math.min(from, to - length))
  const words = new WordCuts(text)
  return {
    from: from === 0 ? 0 : wordStart(words, from, start),
    to: to >= text.length ? text.length : wordEnd(words, to, end),
  }
}

/** The first start of a word from `offset` to `limit`, else the last one before `offset`. */
function wordStart(words: WordCuts, offset: number, limit: number): number {
  const isStart = (at: number) => !/\s/.test(words.text.charAt(at)) && words.isCut(at)
  for (let at = offset; at < limit; at++) if (isStart(at)) return at
  for (let at = offset - 1; at >= Math.max(0, offset - MAX_SEARCH); at--) if (isStart(at)) return at
  return limit
}

/** The last end of a word from `limit` to `offset`, else the first one after `offset`. */
function wordEnd(words: WordCuts, offset: number, limit: number): number {
  const last = words.lastEndWithin(limit, offset)
  if (last >= 0) return last
  const furthest = Math.min(words.text.length, offset + MAX_SEARCH)
  for (let at = offset + 1; at <= furthest; at++) if (words.isEnd(at)) return at
  return limit
}
