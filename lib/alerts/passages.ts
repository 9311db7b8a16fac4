import type { Span } from '../text/as-written.js'
import { excerptBounds } from '../text/excerpt.js'

/** Characters shown around one hit, and in all. */
const AROUND_HIT = 1200
const IN_ALL = 9000

/**
 * The text that a classifier is shown: passages around the hits, in order, merged where they overlap, and
 * limited as a whole. Places are ascending offsets in `text`.
 */
export function passagesAround(text: string, places: readonly Span[]): string {
  const passages: Array<{ from: number; to: number }> = []
  let length = 0
  for (const { start, end } of places) {
    const { from, to } = excerptBounds(text, start, end, AROUND_HIT)
    const last = passages.at(-1)
    const grown = last && from <= last.to ? to - last.to : to - from
    if (grown <= 0) continue
    if (length + grown > IN_ALL) break
    length += grown
    if (last && from <= last.to) last.to = to
    else passages.push({ from, to })
  }
  return passages.map(({ from, to }) => text.slice(from, to).replace(/\s+/g, ' ').trim()).join('\n…\n')
}
