const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const LETTER = /[\p{L}\p{N}]/u

/** The terms of a search that are not excluded: words, and phrases in quotes. */
export function termsOf(query: string): string[] {
  const terms: string[] = []
  for (const [, minus, quoted, word] of query.matchAll(/(-?)(?:"([^"]*)"?|([^\s"|]+))/g)) {
    const term = (quoted ?? word ?? '').trim()
    if (!minus && LETTER.test(term)) terms.push(term)
  }
  return [...new Set(terms)]
}

/** What an alert may have. */
export const KEYWORDS_AT_MOST = 10

/**
 * Keywords for an alert that matches what a search finds. Any one keyword of an alert is enough, so words side by side
 * become one phrase: as two keywords, `heat pump` would match every "heat".
 */
export function keywordsOf(query: string): string[] {
  const phrases = query.split('|').flatMap((part) => {
    const quoted = [...part.matchAll(/(?<!-)"([^"]*)"?/g)].map(([, phrase]) => phrase!)
    const plain = part.replace(/-?"[^"]*"?/g, ' ').split(/\s+/)
    return [...quoted, plain.filter((word) => !word.startsWith('-')).join(' ')]
  })
  const keywords = new Set(phrases.map((phrase) => phrase.trim()).filter((phrase) => LETTER.test(phrase)))
  return [...keywords].slice(0, KEYWORDS_AT_MOST)
}

/** Removes case and accents letter by letter, so that offsets stay the same. */
function fold(text: string): string {
  const folded = text
    .replace(/[^\u0000-\u007f]/g, (letter) => {
      const base = letter.normalize('NFD')[0]!
      return base.length === letter.length ? base : letter
    })
    .replaceAll('’', "'")
  const lower = folded.toLowerCase()
  return lower.length === text.length ? lower : folded
}

const patternFor = (term: string) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')

/** Finds any of the terms as whole words in folded text; undefined for none. */
export function patternOf(terms: readonly string[]): RegExp | undefined {
  const parts = terms.map((term) => {
    const word = patternFor(fold(term))
    return UNSPACED.test(term) ? word : `(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`
  })
  return parts.length === 0 ? undefined : new RegExp(parts.join('|'), 'gu')
}

/** Where a text says any of the terms: starts and ends, ascending. */
export function placesIn(text: string, pattern: RegExp): Array<[start: number, end: number]> {
  return [...fold(text).matchAll(pattern)].map((found) => [found.index, found.index + found[0].length])
}
