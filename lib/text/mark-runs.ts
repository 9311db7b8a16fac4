/** As in Unicode's Stream-Safe Text Format: no writing system needs as many on one letter. */
const MOST_MARKS = 30

/** Combining marks, and the two letters that become marks when they are decomposed. */
const MARK = /[\p{M}\uff9e\uff9f]/u
const LONG_RUN = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu

/**
 * The text with at most 30 combining marks in a row; further ones are left out. Normal forms sort the marks of a letter
 * in time that grows with the square of their number: no text of a stranger may be normalised without this.
 */
export function withoutLongMarkRuns(text: string): string {
  return mayHaveLongRun(text) ? text.replace(LONG_RUN, '$1') : text
}

/** Looks at every 31st code unit only: a longer run has one of them. Marks beyond the BMP are pairs. */
function mayHaveLongRun(text: string): boolean {
  for (let at = MOST_MARKS; at < text.length; at += MOST_MARKS + 1) {
    const unit = text.charCodeAt(at)
    if (unit >= 0x300 && ((unit >= 0xd800 && unit <= 0xdfff) || MARK.test(text.charAt(at)))) return true
  }
  return false
}
