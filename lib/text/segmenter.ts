type Granularity = 'word' | 'grapheme'

const made = new Map<Granularity, Intl.Segmenter>()

/** Made when the first text needs it: the first of them loads dictionaries, which every start would wait for. */
export function segmenter(granularity: Granularity): Intl.Segmenter {
  const known = made.get(granularity) ?? new Intl.Segmenter('und', { granularity })
  made.set(granularity, known)
  return known
}
