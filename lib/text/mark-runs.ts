/** As in Unicode's Stream-Safe Text Format: no writing system puts more marks on one letter. */
const MAX_MARKS = 30

/** Combining marks, and the two letters that decompose into marks. */
const MARK = /[\p{M}\uff9e\uff9f]/u
const LONG_RUN = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu

/**
 * The text with at most 30 combining marks in a row. Normal forms sort the marks of a letter in time that grows with
 * the square of their number, so call this before normalising untrusted text.
 */
export function withoutLongMarkRuns(text: string): string {
  return mayHaveLongRun(text) ? text.replace(LONG_RUN, '$1') : text
}

/** Tests every 31st code unit: a longer run contains one of them. Marks beyond the BMP are surrogate pairs. */
function mayHaveLongRun(text: string): boolean {
  for (let at = MAX_MARKS; at < text.length; at += MAX_MARKS + 1) {
    const unit = text.charCodeAt(at)
    if (unit >= 0x300 && ((unit >= 0xd800 && unit <= 0xdfff) || MARK.test(text.charAt(at)))) return true
  }
  return false
}
