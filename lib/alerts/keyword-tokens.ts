import { isSpaceless, isWordCharacter } from '../text/scripts.js'

const GAP = 1
const IN_RUN = 2
const ALONE = 3

/** What a code unit does, learnt when it is first met; 0 is not met yet. */
const kinds = new Uint8Array(0x10000)

function kindOf(codePoint: number): number {
  if (!isWordCharacter(codePoint)) return GAP
  return isSpaceless(codePoint) ? ALONE : IN_RUN
}

function learn(unit: number): number {
  const kind = kindOf(unit)
  kinds[unit] = kind
  return kind
}

const HASH_START = 0x811c9dc5
const HASH_FACTOR = 0x01000193

/**
 * Cuts a prepared text into what keywords are looked up by: runs of letters, digits and marks, and
 * single characters in scripts written without spaces. A text that holds a keyword as whole words
 * holds the keyword's tokens one after the other: a whole word ends where a run ends.
 */
export function forEachToken(text: string, visit: (start: number, end: number, hash: number) => void): void {
  let start = -1
  let hash = HASH_START
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at)
    let kind = kinds[unit]! || learn(unit)
    let next = at + 1
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const codePoint = text.codePointAt(at)!
      if (codePoint > 0xffff) next = at + 2
      kind = kindOf(codePoint)
    }
    if (kind === IN_RUN) {
      if (start === -1) start = at
      for (let each = at; each < next; each++) hash = Math.imul(hash ^ text.charCodeAt(each), HASH_FACTOR)
    } else {
      if (start !== -1) visit(start, at, hash)
      start = -1
      hash = HASH_START
      if (kind === ALONE) visit(at, next, Math.imul(HASH_START ^ text.codePointAt(at)!, HASH_FACTOR))
    }
    at = next
  }
  if (start !== -1) visit(start, text.length, hash)
}
