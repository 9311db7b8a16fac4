import { decodeDocument } from '../feeds/charset.js'
import { TranscriptFileError } from './formats/parsed.js'

/** A file is binary if its beginning has more control characters than this, and a larger share of them. */
const MAX_CONTROLS = 4
const CONTROLS_SHARE = 0.02

/** Beginnings of files that are not text, though some of them look like it. */
const BINARY_FORMATS: Array<[what: string, beginning: RegExp]> = [
  ['a PDF file', /^%PDF-/],
  ['a PostScript file', /^%!PS/],
  ['an RTF document', /^\{\\rtf/],
  ['a saved web page (MIME)', /^MIME-Version:/i],
  ['a ZIP archive or a Word document', /^(?:PK\x03\x04|\xd0\xcf\x11\xe0)/],
  ['a packed file', /^(?:\x1f\x8b|BZh\d1AY|7z\xbc\xaf|Rar!\x1a|\xfd7zXZ)/],
  [
    'an audio or video file',
    /^(?:ID3[\x02-\x04]|OggS\0|RIFF.{4}WAVE|fLaC\0|.{4}ftyp|\x1aE\xdf\xa3|\xff[\xe2-\xfb])/s,
  ],
  ['an image', /^(?:\x89PNG|GIF8[79]a|\xff\xd8\xff|II\*\0|MM\0\*)/],
  [
    'a Transcriber file, which SRT or WebVTT can be exported from',
    /^(?:<\?xml[^>]{0,200}>\s{0,9})?<(?:!DOCTYPE )?Trans[\s>]/,
  ],
]

/**
 * Decodes a text file by its byte order mark, else as UTF-8 if valid, else as declared, else as Windows-1251 or 1252.
 * @throws TranscriptFileError for a file that is not text
 */
export function decodeFile(bytes: Uint8Array, contentType = ''): string {
  const beginning = Buffer.from(bytes.subarray(0, 1000)).toString('latin1').trimStart()
  const other = BINARY_FORMATS.find(([, pattern]) => pattern.test(beginning))
  if (other) throw new TranscriptFileError(`not a text file but ${other[0]}`)
  const text = decodeDocument(bytes, contentType)
  const sample = text.slice(0, 4000)
  const controls = sample.match(/[\u0000-\u0008\u000e-\u001a\ufffd]/g)?.length ?? 0
  if (controls > MAX_CONTROLS && controls > sample.length * CONTROLS_SHARE)
    throw new TranscriptFileError('not a text file')
  return text
}
