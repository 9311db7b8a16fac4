import { isAscii, isUtf8 } from 'node:buffer'

const UTF_8 = 'utf-8'
const LAST_RESORT = 'windows-1252'

/** The label as the decoder knows it, or undefined when it knows no such charset. */
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
  // "<" in UTF-16 without a mark
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
  // A declaration that could be read byte by byte is not UTF-16, whatever it says.
  return charset?.startsWith('utf-16') ? undefined : charset
}

/** UTF-8 with a few broken characters (a text cut in mid-character) is still UTF-8. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder(UTF_8).decode(bytes)
  let broken = 0
  let whole = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0xfffd) broken++
    else if (code > 0x7f) whole++
  }
  return whole > broken
}

/**
 * Chooses the charset of an XML document by what its bytes are; what it declares counts only where
 * the bytes allow it, since publishers change one without the other.
 */
export function detectCharset(bytes: Uint8Array, contentType = ''): string {
  const mark = byMark(bytes)
  if (mark) return mark
  const claim = declared(bytes, contentType)
  if (isAscii(bytes)) return claim ?? UTF_8
  if (isUtf8(bytes)) return UTF_8
  if (claim && claim !== UTF_8) return claim
  return isMostlyUtf8(bytes) ? UTF_8 : LAST_RESORT
}

/** What Windows-1252 has where Latin-1 has control characters, from 0x80 to 0x9f. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** By hand, since the decoder of several Node versions takes this charset for Latin-1. */
function decodeWindows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return latin1.replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80]!)
}

/** The text of an XML document; bytes that its charset does not know become U+FFFD. */
export function decodeDocument(bytes: Uint8Array, contentType = ''): string {
  const charset = detectCharset(bytes, contentType)
  return charset === LAST_RESORT ? decodeWindows1252(bytes) : new TextDecoder(charset).decode(bytes)
}
