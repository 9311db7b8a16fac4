import { STOP_WORDS } from './stop-words.js'

const TAG = /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i

/**
 * A language tag in one spelling: `EN_us` becomes `en-us`, `de_AT` becomes `de-AT`. Only the language itself changes
 * its case, so a correct tag stays as it was. '' for other values.
 */
export function normaliseLanguage(tag: unknown): string {
  if (typeof tag !== 'string') return ''
  const spelled = tag.trim().replaceAll('_', '-')
  if (!TAG.test(spelled)) return ''
  const [primary = '', ...rest] = spelled.split('-')
  return [primary.toLowerCase(), ...rest].join('-')
}

/** Sample size in characters. Few programmes change their language. */
const SAMPLE_LENGTH = 8000
/** This share of the sample's words must be stop words of a language. */
const STOP_WORD_SHARE = 0.12

const SCRIPTS: Array<[language: string, letters: RegExp]> = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['lo', /\p{Script=Lao}/gu],
  ['km', /\p{Script=Khmer}/gu],
  ['my', /\p{Script=Myanmar}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['hy', /\p{Script=Armenian}/gu],
]

/** A rough guess of a text's language, by its letters, else by its stop words. '' if unknown. */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, SAMPLE_LENGTH)
  const letters = countMatches(sample, /\p{L}/gu)
  if (letters === 0) return ''
  for (const [language, pattern] of SCRIPTS) {
    // Japanese has fewer kana than Han characters. Chinese has no kana.
    const share = language === 'ja' ? 0.15 : 0.3
    if (countMatches(sample, pattern) > letters * share) return language
  }
  return byStopWords(sample.toLowerCase())
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

function byStopWords(sample: string): string {
  const words = sample.match(/[\p{L}\p{M}]+/gu) ?? []
  const counts = new Map<string, number>()
  for (const word of words) {
    for (const language of STOP_WORDS.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  let best = ''
  let bestCount = words.length * STOP_WORD_SHARE
  for (const [language, count] of counts) {
    if (count <= bestCount) continue
    best = language
    bestCount = count
  }
  return best
}
