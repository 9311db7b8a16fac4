import { decodeDocument } from '../feeds/charset.js'
import { TranscriptFileError } from './formats/parsed.js'

/** As many control characters, and as large a share of them, and bytes are no text. */
const SOME = 4
const BINARY = 0.02

/** How files begin that are no text, though some of them look like it. */
const NO_TEXT: Array<[what: string, beginning: RegExp]> = [
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
 * The text of a file: by its byte order mark, else UTF-8 where it is that, else as declared, else Windows-1252, in
 * which every byte is some character. Throws `TranscriptFileError` for what is no text at all.
 */
export function decodeText(bytes: Uint8Array, contentType = ''): string {
  const beginning = Buffer.from(bytes.subarray(0, 1000)).toString('latin1').trimStart()
  const other = NO_TEXT.find(([, pattern]) => pattern.test(beginning))
  if (other) throw new TranscriptFileError(`not a text file but ${other[0]}`)
  const text = decodeDocument(bytes, contentType)
  const sample = text.slice(0, 4000)
  const controls = sample.match(/[\u0000-\u0008\u000e-\u001a\ufffd]/g)?.length ?? 0
  if (controls > SOME && controls > sample.length * BINARY) throw new TranscriptFileError('not a text file')
  return text
}
