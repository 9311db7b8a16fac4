import { memo } from '../memo.js'

type Granularity = 'word' | 'grapheme' | 'sentence'

/** Texts may state any language. */
const MAX_LANGUAGES = 100

const byLanguage = (granularity: Granularity) =>
  memo(MAX_LANGUAGES, (language: string) => new Intl.Segmenter(canonical(language), { granularity }))

const segmenters = {
  word: byLanguage('word'),
  grapheme: byLanguage('grapheme'),
  sentence: byLanguage('sentence'),
}

/**
 * A shared segmenter. Created on first use: loading the dictionaries would slow down every start.
 * @param language a language tag; the segmenter of no language for an invalid one
 */
export const segmenter = (granularity: Granularity, language = 'und'): Intl.Segmenter =>
  segmenters[granularity](language)

function canonical(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'und'
  } catch {
    return 'und'
  }
}
