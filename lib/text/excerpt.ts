import { codePointAfter, codePointBefore, isSpaceless } from './scripts.js'
import { segmenter } from './segmenter.js'

/** Characters of an excerpt, about. */
const LENGTH = 240
/** How far a cut moves inwards to find a word's end. */
const REACH = 40

/**
 * About 240 characters of a text around the place `start` to `end` (offsets in code units), cut at word ends, with
 * `…` where something was cut; white space runs become one space.
 */
export function excerptAround(text: string, start: number, end: number, length = LENGTH): string {
  const { from, to } = excerptBounds(text, start, end, length)
  const body = text.slice(from, to).replace(/\s+/g, ' ').trim()
  const cutBefore = text.slice(Math.max(0, from - REACH), from).trim() !== ''
  const cutAfter = text.slice(to, to + REACH).trim() !== ''
  return `${cutBefore ? '…' : ''}${body}${cutAfter ? '…' : ''}`
}

/** Where `excerptAround` cuts. */
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
  return {
    from: from === 0 ? 0 : wordStart(text, from, start),
    to: to >= text.length ? text.length : wordEnd(text, to, end),
  }
}

/** The first place at or after `offset`, not past `limit`, where a word begins. */
function wordStart(text: string, offset: number, limit: number): number {
  const reach = Math.min(limit, offset + REACH)
  for (let at = offset; at < reach; at++) {
    if (isSpaceAt(text, at - 1) && !isSpaceAt(text, at)) return at
    if (isScriptWithoutSpacesAt(text, at)) break
  }
  return borderNear(text, offset, limit, 'start')
}

/** The last place at or before `offset`, not before `limit`, where a word ends. */
function wordEnd(text: string, offset: number, limit: number): number {
  const reach = Math.max(limit, offset - REACH)
  for (let at = offset; at > reach; at--) {
    if (isSpaceAt(text, at) && !isSpaceAt(text, at - 1)) return at
    if (isScriptWithoutSpacesAt(text, at)) break
  }
  return borderNear(text, offset, limit, 'end')
}

function isSpaceAt(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at))
}

function isScriptWithoutSpacesAt(text: string, at: number): boolean {
  return isSpaceless(codePointBefore(text, at)) && isSpaceless(codePointAfter(text, at))
}

/** Where no space is near: the nearest border that a dictionary knows, which splits no character either. */
function borderNear(text: string, offset: number, limit: number, side: 'start' | 'end'): number {
  const from = Math.max(0, offset - REACH)
  const window = text.slice(from, offset + REACH)
  const borders = [...segmenter('word').segment(window)].map(({ index }) => from + index)
  if (side === 'start') return borders.find((border) => border >= offset && border <= limit) ?? limit
  return borders.findLast((border) => border <= offset && border >= limit) ?? limit
}
