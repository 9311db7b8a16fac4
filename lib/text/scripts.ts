/** Letters of scripts without spaces between words, where only a dictionary finds word borders. */
export const SPACELESS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u

/** The lowest code point of these scripts and of the characters that they share with others (Thai). */
const FIRST_SPACELESS = 0x0e01

/** Whether a text may contain letters of a script without spaces. */
export function hasSpacelessScript(text: string): boolean {
  return SPACELESS.test(text)
}

export function isSpaceless(codePoint: number): boolean {
  return codePoint >= FIRST_SPACELESS && SPACELESS.test(String.fromCodePoint(codePoint))
}

/** Letters, combining marks and digits. A whole word may not be next to one. */
export function isWordCharacter(codePoint: number): boolean {
  if (codePoint < 0x80) return isAsciiWordCharacter(codePoint)
  return WORD_CHARACTER.test(String.fromCodePoint(codePoint))
}

function isAsciiWordCharacter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a)
}

/** The code point before `offset`, or -1 at the start of the text. */
export function codePointBefore(text: string, offset: number): number {
  if (offset <= 0) return -1
  const unit = text.charCodeAt(offset - 1)
  const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff
  if (!isLowSurrogate || offset < 2) return unit
  const pair = text.codePointAt(offset - 2) as number
  return pair > 0xffff ? pair : unit
}

/** The code point at `offset`, or -1 at the end of the text. */
export function codePointAfter(text: string, offset: number): number {
  return text.codePointAt(offset) ?? -1
}

/** Moves an offset inside a surrogate pair to the pair's start. */
export function wholeCharacter(text: string, offset: number): number {
  const unit = text.charCodeAt(offset)
  if (offset <= 0 || !(unit >= 0xdc00 && unit <= 0xdfff)) return offset
  const before = text.charCodeAt(offset - 1)
  return before >= 0xd800 && before <= 0xdbff ? offset - 1 : offset
}
