import { isAscii, isUtf8 } from 'node:buffer'

const UTF_8 = 'utf-8'
const LAST_RESORT = 'windows-1252'
/** Broken characters for each whole one. Text in another charset has far more of them when it is read as UTF-8. */
const FEW = 0.01
/** Too few letters say little of a language. */
const LETTERS_OF_A_TEXT = 50
/** In languages in Cyrillic, 7 % of letters or more are an "а". */
const SHARE_OF_A = 0.04

/** The decoder's name of a charset; undefined for an unknown label. */
function knownCharset(label: string | undefined): string | undefined {
  if (!label) return undefined
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    return undefined
  }
}

function byMark(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return UTF_8
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  // "<" in UTF-16 without a byte order mark
  if (a === 0 && b === 0x3c && c === 0 && d !== 0) return 'utf-16be'
  if (a === 0x3c && b === 0 && c !== 0 && d === 0) return 'utf-16le'
  return undefined
}

function declared(bytes: Uint8Array, contentType: string): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).toString(
    'latin1',
  )
  const inDocument = /<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/i.exec(head)?.[1]
  const inHeader = /charset\s*=\s*["']?([^"';\s]+)/i.exec(contentType)?.[1]
  const charset = knownCharset(inDocument) ?? knownCharset(inHeader)
  // A declaration that was readable byte by byte cannot be in UTF-16.
  return charset?.startsWith('utf-16') ? undefined : charset
}

/**
 * Tolerates broken characters, for example where a text was cut inside a character.
 * @param most how many broken characters there may be for each whole one
 */
function isMostlyUtf8(bytes: Uint8Array, most: number): boolean {
  const text = new TextDecoder(UTF_8).decode(bytes)
  let broken = 0
  let whole = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0xfffd) broken++
    else if (code > 0x7f) whole++
  }
  return broken < whole * most
}

/**
 * Whether a text is in Cyrillic: most letters outside ASCII stand side by side, as in no language of Windows-1252; few of
 * them are capitals; and "а" is as frequent as in Cyrillic. Greek, Hebrew, KOI8-R and ISO 8859-5 fail the last two.
 */
function isWindows1251(bytes: Uint8Array): boolean {
  let [letters, adjoining, capitals, as] = [0, 0, 0, 0]
  for (let index = 1; index < bytes.length; index++) {
    const byte = bytes[index]!
    if (byte < 0xc0) continue
    letters++
    if (bytes[index - 1]! >= 0xc0) adjoining++
    if (byte < 0xe0) capitals++
    if (byte === 0xe0) as++
  }
  const hasFewCapitals = capitals > letters / 250 && capitals < letters / 4
  return (
    letters >= LETTERS_OF_A_TEXT && adjoining > letters / 2 && hasFewCapitals && as > letters * SHARE_OF_A
  )
}

/**
 * Chooses the charset of an XML document. The bytes decide; a declared charset counts only if the bytes are
 * valid in it, because publishers often declare the wrong one.
 */
export function detectCharset(bytes: Uint8Array, contentType = ''): string {
  const mark = byMark(bytes)
  if (mark) return mark
  const claim = declared(bytes, contentType)
  if (isAscii(bytes)) return claim ?? UTF_8
  if (isUtf8(bytes)) return UTF_8
  if (claim && claim !== UTF_8) return isMostlyUtf8(bytes, FEW) ? UTF_8 : claim
  if (isMostlyUtf8(bytes, 1)) return UTF_8
  return isWindows1251(bytes) ? 'windows-1251' : LAST_RESORT
}

/** The characters from 0x80 to 0x9f in Windows-1252. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** The decoder of several Node versions treats this charset as Latin-1. */
function decodeWindows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return latin1.replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80]!)
}

/** The text of an XML document. Bytes that are invalid in its charset become U+FFFD. */
export function decodeDocument(bytes: Uint8Array, contentType = ''): string {
  const charset = detectCharset(bytes, contentType)
  return charset === LAST_RESORT ? decodeWindows1252(bytes) : new TextDecoder(charset).decode(bytes)
}
