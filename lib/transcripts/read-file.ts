import { decodeFile } from './decode-file.js'
import { parseSbv, parseSrt, parseVtt, SBV_TIMING } from './formats/captions.js'
import { parseHtml } from './formats/html.js'
import { type ParsedTranscript, TranscriptFileError } from './formats/parsed.js'
import { parsePodcastJson } from './formats/podcast-json.js'
import { parseText } from './formats/text.js'
import { type NormaliseHints, normaliseTranscript } from './normalise.js'
import type { TranscriptDocument } from './types.js'

export { TranscriptFileError } from './formats/parsed.js'

/** The largest file that is read. */
export const LARGEST_FILE_BYTES = 20 * 1024 * 1024

type TranscriptFormat = 'json' | 'vtt' | 'srt' | 'sbv' | 'html' | 'text'

const PARSERS: Record<TranscriptFormat, (text: string) => ParsedTranscript> = {
  json: parsePodcastJson,
  vtt: parseVtt,
  srt: parseSrt,
  sbv: parseSbv,
  html: parseHtml,
  text: parseText,
}

export interface FileHints extends NormaliseHints {
  /** MIME type as declared. It is often wrong, so it decides only if the content does not. */
  contentType?: string
  fileName?: string
}

/**
 * Reads a publisher's transcript file of any supported format as sentences with times.
 * @throws TranscriptFileError for a file without readable text
 */
export function readTranscriptFile(bytes: Uint8Array, hints: FileHints = {}): TranscriptDocument {
  if (bytes.length > LARGEST_FILE_BYTES) throw new TranscriptFileError('larger than 20 MB')
  const text = decodeFile(bytes, hints.contentType)
  const format = detectFormat(text, hints)
  const document = normaliseTranscript(PARSERS[format](text), hints)
  if (document.segments.length === 0) throw new TranscriptFileError(`no text found in it (read as ${format})`)
  return document
}

/** An object or a list. A list of strings is one only if a second string follows: a text may begin with `["`. */
const JSON_START = /^\{|^\[\s*(?:[{\]]|"(?:[^"\\]|\\.)*(?:"\s*(?:\]|,\s*")|$)|$)/

/** The format of a file by its content, or by its declared type or name if the content fits several. */
function detectFormat(text: string, hints: FileHints = {}): TranscriptFormat {
  const start = text.slice(0, 20_000).trimStart()
  if (/^WEBVTT/.test(start)) return 'vtt'
  if (/^---[ \t]*[\r\n]/.test(start)) return 'text'
  if (JSON_START.test(start)) return 'json'
  if (SBV_TIMING.test(start.split(/\r\n|[\r\n]/, 1)[0] ?? '')) return 'sbv'
  if (/^<(?:!doctype|\?xml|!--|[a-z])/i.test(start)) return 'html'
  if (/^[^\S\r\n\u2028\u2029]*[\d:.,]+\s*-{1,2}>\s*[\d:.,]+/m.test(start))
    return declaredFormat(hints) === 'vtt' ? 'vtt' : 'srt'
  if (/<(?:p|cite|time)\b[^<>]*>/i.test(start)) return 'html'
  return 'text'
}

function declaredFormat({ contentType = '', fileName = '' }: FileHints): string {
  if (/vtt/i.test(contentType)) return 'vtt'
  return /\.(\w+)$/.exec(fileName.toLowerCase())?.[1] ?? ''
}
