import { segmenter } from '../text/segmenter.js'

/** The longest file name that every file system accepts. */
const MAX_BYTES = 200

/**
 * Characters that file systems forbid, that separate folders, or that are invisible; except joiners inside characters.
 */
const FORBIDDEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"*/:<>?\\|]/gu

const ASCII = /^[\x20-\x7e]*$/

/** The `Content-Disposition` of a download, with `filename*` if the title is not ASCII (RFC 6266). */
export function contentDisposition(title: string, extension: string): string {
  const name = safeFileName(title, extension)
  if (ASCII.test(name)) return `attachment; filename="${name}"`
  return `attachment; filename="${asciiFileName(title, extension)}"; filename*=UTF-8''${encodeExtended(name)}`
}

/** A title as a file name of at most 200 bytes in UTF-8, extension included. */
export function safeFileName(title: string, extension: string): string {
  const safe = title
    .normalize('NFC')
    .replace(FORBIDDEN, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  const stem = cutToBytes(safe, MAX_BYTES - extension.length - 1).replace(/[. ]+$/, '')
  return `${stem === '' ? 'transcript' : stem}.${extension}`
}

/** A name for programs without `filename*`: accents removed, `_` for other letters. */
function asciiFileName(title: string, extension: string): string {
  const ascii = title
    .normalize('NFC')
    .replace(/[^\x00-\x7f]/gu, (letter) => letter.normalize('NFKD').replace(/[^\x20-\x7e]/g, '') || '_')
  const isReadable = /[A-Za-z0-9]/.test(ascii)
  return safeFileName(isReadable ? ascii : '', extension)
}

function cutToBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let cut = ''
  let length = 0
  for (const { segment } of segmenter('grapheme').segment(text.slice(0, bytes))) {
    length += Buffer.byteLength(segment)
    if (length > bytes) break
    cut += segment
  }
  return cut
}

/** Percent-encoding of RFC 8187, which escapes more characters than that of URLs. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
