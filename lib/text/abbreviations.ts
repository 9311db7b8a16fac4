/**
 * Abbreviations that never end a sentence, without their last dot and in lower case. The segmenter handles those that
 * may end one ("etc.", "Inc.", "p.m.") by the letter that follows.
 */
const ALWAYS_FOLLOWED = new Set(
  (
    'dr mr mrs ms mx prof st sr jr rev hon gen col capt lt sgt gov sen rep pres messrs mme mlle mgr vs cf ca e.g i.e ' +
    'fig no vol pp approx dept mt ' +
    'z.b d.h u.a o.ä i.d.r bzw sog evtl ggf hr fr hrn nr abs dipl phil ' +
    'sra srta dña ud uds p.ej núm pág ' +
    'sigg dott avv dhr mevr drs bijv blz m.a.w d.w.z exmo exma'
  ).split(' '),
)
/** Abbreviations that are also ordinary words. They count only before a number. */
const BEFORE_NUMBER = new Set(['no', 'fig', 'abs', 'hon', 'rep'])

/** The word before the last full stop of a sentence, with inner dots. */
const LAST_WORD = /(?:^|[^\p{L}.])((?:\p{L}+\.)*\p{L}+)\.\s*$/u
/** The second half of an abbreviation written with a space: "z. B.", "d. h.". */
const SPLIT_ABBREVIATION = /^\p{L}\./u

/** Whether `sentence`, which ends with a full stop, continues in `next`. */
export function endsWithAbbreviation(sentence: string, next: string): boolean {
  if (!sentence.trimEnd().endsWith('.')) return false
  const word = LAST_WORD.exec(sentence.slice(-16))?.[1]
  if (word === undefined) return false
  if (word.length === 1) return isInitial(word) || SPLIT_ABBREVIATION.test(next)
  const lower = word.toLowerCase()
  if (!ALWAYS_FOLLOWED.has(lower)) return false
  return !BEFORE_NUMBER.has(lower) || /^\p{N}/u.test(next)
}

/** "J." in a name. "I." ends a sentence more often. */
function isInitial(letter: string): boolean {
  return /^\p{Lu}$/u.test(letter) && letter !== 'I'
}
