const segmenters = new Map<string, Intl.Segmenter>()
/** Texts may state any language. */
const MAX_SEGMENTERS = 100

/**
 * A shared segmenter. Created on first use: loading the dictionaries would slow down every start.
 * @param language a language tag; the segmenter of no language for an invalid one
 */
export function segmenter(granularity: 'word' | 'grapheme' | 'sentence', language = 'und'): Intl.Segmenter {
  const key = `${granularity} ${language}`
  let found = segmenters.get(key)
  if (!found) {
    found = new Intl.Segmenter(canonical(language), { granularity })
    if (segmenters.size === MAX_SEGMENTERS) segmenters.clear()
    segmenters.set(key, found)
  }
  return found
}

function canonical(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'und'
  } catch {
    return 'und'
  }
}
