import { countWhile } from '../binary-search.js'
import { withoutLongMarkRuns } from './mark-runs.js'

/** Maps offsets of a normalised text to offsets of the original text. */
class OffsetMap {
  /** Pairs of offsets in ascending order. Between two pairs both texts have the same length. */
  readonly #unified: number[] = [0]
  readonly #given: number[] = [0]

  add(unified: number, given: number): void {
    this.#unified.push(unified)
    this.#given.push(given)
  }

  original(offset: number): number {
    const next = countWhile(this.#unified.length, (index) => this.#unified[index]! <= offset)
    const given = this.#given[next - 1]! + offset - this.#unified[next - 1]!
    const end = this.#given[next]
    return end === undefined ? given : Math.min(given, end)
  }
}

const NOT_ASCII = /[^\x00-\x7f]/
const UNTIDY_SPACE = /\s\s|[^\S ]/
/** The en dash is a hyphen between equals (Backus–Naur) and in ranges (2024–2025). The em dash separates. */
const TYPOGRAPHIC = /[\u2018\u2019\u201b\u02bc\uff07\u2010-\u2013\ufe63\uff0d]/g

/** Characters whose length may change: white space, İ and, only in a text that is not NFC, all that composes. */
const CHANGES_LENGTH = /\s{2,}|[^\S ]|İ/g
const CHANGES_LENGTH_UNLESS_NFC =
  /\s{2,}|[^\S ]|[\u1100-\u11ff\uac00-\ud7a3]+|[\x00-\x7f]?\p{M}+|[^\x00-\x7f\s\p{M}]\p{M}*/gu

/**
 * The spelling in which texts and terms are compared: NFC, lower case, one space for each run of white space, one
 * kind of apostrophe and hyphen. `map` is null if no offset changed, as in nearly all texts.
 */
export function unifySpelling(text: string): { unified: string; map: OffsetMap | null } {
  if (!NOT_ASCII.test(text)) {
    if (!UNTIDY_SPACE.test(text)) return { unified: text.toLowerCase(), map: null }
    return replaceChanges(text, CHANGES_LENGTH)
  }
  const even = text.replace(TYPOGRAPHIC, plainMark)
  const isNfc = withoutLongMarkRuns(even) === even && even.normalize('NFC') === even
  if (isNfc && !UNTIDY_SPACE.test(even) && !even.includes('İ'))
    return { unified: even.toLowerCase(), map: null }
  return replaceChanges(even, isNfc ? CHANGES_LENGTH : CHANGES_LENGTH_UNLESS_NFC)
}

function plainMark(character: string): string {
  const code = character.charCodeAt(0)
  const isHyphen = (code >= 0x2010 && code <= 0x2013) || code === 0xfe63 || code === 0xff0d
  return isHyphen ? '-' : "'"
}

function replaceChanges(text: string, changes: RegExp): { unified: string; map: OffsetMap } {
  const map = new OffsetMap()
  const parts: string[] = []
  let length = 0
  let done = 0
  for (const match of text.matchAll(changes)) {
    const given = match[0]
    const unified =
      given.trim() === '' ? ' ' : withoutLongMarkRuns(given).normalize('NFC').replaceAll('İ', 'i\u0307')
    if (unified === given) continue
    parts.push(text.slice(done, match.index), unified)
    length += match.index - done + unified.length
    done = match.index + given.length
    if (unified.length !== given.length) map.add(length, done)
  }
  parts.push(text.slice(done))
  // Lower case comes last: the form of a Greek sigma depends on the letters around it. Only İ changes its length.
  return { unified: parts.join('').toLowerCase(), map }
}
