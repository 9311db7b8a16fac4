import { decodeDocument } from '../feeds/charset.js'
import { TranscriptFileError } from './formats/parsed.js'

/** As many control characters, and as large a share of them, and bytes are no text. */
const SOME = 4
const BINARY = 0.02

/**
 * The text of a file: by its byte order mark, else UTF-8 where it is that, else as declared, else Windows-1252, in
 * which every byte is some character. Throws `TranscriptFileError` for what is no text at all.
 */
export function decodeText(bytes: Uint8Array, contentType = ''): string {
  const text = decodeDocument(bytes, contentType)
  const sample = text.slice(0, 4000)
  const controls = sample.match(/[\u0000-\u0008\u000e-\u001a\ufffd]/g)?.length ?? 0
  if (controls > SOME && controls > sample.length * BINARY) throw new TranscriptFileError('not a text file')
  return text
}
