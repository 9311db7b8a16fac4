import { segmenter } from '../text/segmenter.js'

/** Bytes of a file name that every file system takes. */
const LONGEST_BYTES = 200

/** What some file system forbids, separates folders with, or hides; joiners inside characters are none of these. */
const FORBIDDEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"*/:<>?\\|]/gu

const ASCII = /^[\x20-\x7e]*$/

/** `Content-Disposition` of a download: the title made safe, with `filename*` where it is not ASCII (RFC 6266). */
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
  const stem = cutToBytes(safe, LONGEST_BYTES - extension.length - 1).replace(/[. ]+$/, '')
  return `${stem === '' ? 'transcript' : stem}.${extension}`
}

/** The same for programs that know no `filename*`: accents taken off, other letters as `_`. */
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

/** Percent-encoding of RFC 8187, which spares fewer characters than that of URLs. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
