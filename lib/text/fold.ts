import { withoutLongMarkRuns } from './mark-runs.js'

/** Finds, for an offset in a folded text, the offset in the text as given. */
export class OffsetMap {
  /** Ascending pairs: from this folded offset on, this is the offset as given; in between one to one. */
  readonly #folded: number[] = [0]
  readonly #given: number[] = [0]

  add(folded: number, given: number): void {
    this.#folded.push(folded)
    this.#given.push(given)
  }

  original(offset: number): number {
    let low = 0
    let high = this.#folded.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#folded[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    const given = (this.#given[low] as number) + offset - (this.#folded[low] as number)
    const next = this.#given[low + 1]
    return next === undefined ? given : Math.min(given, next)
  }
}

const NOT_ASCII = /[^\x00-\x7f]/
const UNEVEN_SPACE = /\s\s|[^\S ]/
/** The en dash is how print sets a hyphen between equals (Backus–Naur) and in ranges (2024–2025); the em dash parts. */
const TYPOGRAPHIC = /[\u2018\u2019\u201b\u02bc\uff07\u2010-\u2013\ufe63\uff0d]/g

/** What may change its length: white space, İ, and (only when the text is not NFC) anything that composes. */
const CHANGES = /\s{2,}|[^\S ]|İ/g
const CHANGES_NOT_NFC =
  /\s{2,}|[^\S ]|[\u1100-\u11ff\uac00-\ud7a3]+|[\x00-\x7f]?\p{M}+|[^\x00-\x7f\s\p{M}]\p{M}*/gu

/**
 * The form in which texts and terms are compared: NFC, lower case, each run of white space one space, one kind of
 * apostrophe and of hyphen. `map` is null when every character kept its offset, as it does in nearly all texts.
 */
export function foldText(text: string): { folded: string; map: OffsetMap | null } {
  if (!NOT_ASCII.test(text)) {
    if (!UNEVEN_SPACE.test(text)) return { folded: text.toLowerCase(), map: null }
    return replaceChanges(text, CHANGES)
  }
  const even = text.replace(TYPOGRAPHIC, equalised)
  const isNfc = withoutLongMarkRuns(even) === even && even.normalize('NFC') === even
  if (isNfc && !UNEVEN_SPACE.test(even) && !even.includes('İ'))
    return { folded: even.toLowerCase(), map: null }
  return replaceChanges(even, isNfc ? CHANGES : CHANGES_NOT_NFC)
}

function equalised(character: string): string {
  const code = character.charCodeAt(0)
  const isHyphen = (code >= 0x2010 && code <= 0x2013) || code === 0xfe63 || code === 0xff0d
  return isHyphen ? '-' : "'"
}

function replaceChanges(text: string, changes: RegExp): { folded: string; map: OffsetMap } {
  const map = new OffsetMap()
  const parts: string[] = []
  let length = 0
  let done = 0
  for (const match of text.matchAll(changes)) {
    const given = match[0]
    const folded =
      given.trim() === '' ? ' ' : withoutLongMarkRuns(given).normalize('NFC').replaceAll('İ', 'i\u0307')
    if (folded === given) continue
    parts.push(text.slice(done, match.index), folded)
    length += match.index - done + folded.length
    done = match.index + given.length
    if (folded.length !== given.length) map.add(length, done)
  }
  parts.push(text.slice(done))
  // Lower case only now: a Greek sigma is spelled by what stands around it. Nothing but İ changes its length.
  return { folded: parts.join('').toLowerCase(), map }
}
