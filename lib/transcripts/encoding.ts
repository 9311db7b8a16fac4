import { promisify } from 'node:util'
import { constants, deflateRaw, inflateRawSync } from 'node:zlib'
import { readDocument } from './document-file.js'
import type { Segment } from './types.js'

const deflate = promisify(deflateRaw)

/** How the text of a stored transcript is packed. */
export const RAW = 0
export const DEFLATE_RAW = 1
/** Text and times together, as written by `document-file.ts`. */
export const DOCUMENT = 2

/**
 * Level 4 takes a tenth longer than level 1 and saves a twelfth. Level 6 takes twice as long and saves another
 * fortieth.
 */
const COMPRESSION_LEVEL = 4
/** Shorter texts, in bytes, are not worth packing. */
export const MIN_PACKED_BYTES = 500
/** No stored text unpacks to more bytes. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024

/** The texts of sentences, joined by line feeds. */
export interface EncodedText {
  encoding: number
  text: Uint8Array
}

/** Sentences as two blobs: their texts and their times. */
export interface EncodedSegments extends EncodedText {
  timing: Uint8Array
}

/** Times are nearly always whole milliseconds. Imported times that are not are stored exactly. */
const MILLISECONDS = 0
const DOUBLES = 1

/** The flags of a sentence that begins a paragraph. Older versions told speakers (1) from paragraphs (2). */
const BEGINS_PARAGRAPH = 3

export async function encodeSegments(segments: readonly Segment[]): Promise<EncodedSegments> {
  return { ...(await packText(Buffer.from(joinedTexts(segments)))), timing: encodeTiming(segments) }
}

export async function packText(text: Uint8Array): Promise<EncodedText> {
  if (text.length < MIN_PACKED_BYTES) return { encoding: RAW, text }
  return { encoding: DEFLATE_RAW, text: await deflate(text, { level: COMPRESSION_LEVEL }) }
}

/** @param maxBytes throws `ERR_BUFFER_TOO_LARGE` if the text unpacks to more */
export function decodeSegments(
  { encoding, text, timing }: EncodedSegments,
  maxBytes = MAX_TEXT_BYTES,
): Segment[] {
  if (encoding === DOCUMENT) return readDocument(text, maxBytes)
  const bytes = textBytes({ encoding, text }, maxBytes)
  if (bytes.length > maxBytes) {
    throw Object.assign(new RangeError('the text is too large'), { code: 'ERR_BUFFER_TOO_LARGE' })
  }
  const texts = bytes.toString().split('\n')
  const segments = decodeTiming(timing, texts.length)
  for (const [index, segment] of segments.entries()) segment.text = texts[index] as string
  return segments
}

/** The sentences, one a line. */
export const joinedTexts = (segments: readonly Segment[]): string =>
  segments.map((segment) => segment.text).join('\n')

/** Unpacking buffer. Most transcripts fit into one. */
const CHUNK_BYTES = 128 * 1024

/** The sentences' texts joined by line feeds, for readers that do not need times. */
export function textBytes({ encoding, text }: EncodedText, maxOutputLength = MAX_TEXT_BYTES): Buffer {
  if (encoding === DOCUMENT) return Buffer.from(joinedTexts(readDocument(text)))
  const bytes =
    encoding === DEFLATE_RAW ? inflateRawSync(text, { maxOutputLength, chunkSize: CHUNK_BYTES }) : text
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** How many packed bytes the beginning of a text is read from. */
const BEGINNING_BYTES = 6 * 1024

/** The beginning of a packed text, up to white space; undefined for a short or unpacked text. */
export function textBeginning({ encoding, text }: EncodedText): Buffer | undefined {
  if (encoding !== DEFLATE_RAW || text.length < 2 * BEGINNING_BYTES) return undefined
  const packed = text.subarray(0, BEGINNING_BYTES)
  const options = { chunkSize: CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH }
  const bytes = inflateRawSync(packed, options)
  const end = Math.max(bytes.lastIndexOf(' '), bytes.lastIndexOf('\n'))
  return end > 0 ? bytes.subarray(0, end) : undefined
}

/**
 * One byte for the unit, then for each sentence two variable-length integers: the milliseconds since the last start,
 * above two bits of flags, and the length. In the other unit: a byte of flags and two doubles.
 */
function encodeTiming(segments: readonly Segment[]): Uint8Array {
  const isExact = segments.every(({ start, end }) => isWholeMilliseconds(start) && isWholeMilliseconds(end))
  return isExact ? encodeMilliseconds(segments) : encodeDoubles(segments)
}

function isWholeMilliseconds(seconds: number): boolean {
  return Math.round(seconds * 1000) / 1000 === seconds
}

function encodeMilliseconds(segments: readonly Segment[]): Uint8Array {
  const bytes = [MILLISECONDS]
  let last = 0
  for (const segment of segments) {
    const start = Math.round(segment.start * 1000)
    pushInteger(bytes, (start - last) * 4 + (segment.beginsParagraph ? BEGINS_PARAGRAPH : 0))
    pushInteger(bytes, Math.round(segment.end * 1000) - start)
    last = start
  }
  return Uint8Array.from(bytes)
}

function encodeDoubles(segments: readonly Segment[]): Uint8Array {
  const bytes = Buffer.alloc(1 + segments.length * 17)
  bytes[0] = DOUBLES
  for (const [index, segment] of segments.entries()) {
    const at = 1 + index * 17
    bytes[at] = segment.beginsParagraph ? BEGINS_PARAGRAPH : 0
    bytes.writeDoubleLE(segment.start, at + 1)
    bytes.writeDoubleLE(segment.end, at + 9)
  }
  return bytes
}

function decodeTiming(timing: Uint8Array, count: number): Segment[] {
  return timing[0] === DOUBLES ? decodeDoubles(timing, count) : decodeMilliseconds(timing, count)
}

function decodeMilliseconds(timing: Uint8Array, count: number): Segment[] {
  const segments: Segment[] = []
  let at = 1
  let start = 0
  const next = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = timing[at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  for (let index = 0; index < count; index++) {
    const first = next()
    start += Math.floor(first / 4)
    segments.push(segmentOf(start / 1000, (start + next()) / 1000, first % 4))
  }
  return segments
}

function decodeDoubles(timing: Uint8Array, count: number): Segment[] {
  const bytes = Buffer.from(timing.buffer, timing.byteOffset, timing.byteLength)
  return Array.from({ length: count }, (_, index) => {
    const at = 1 + index * 17
    return segmentOf(bytes.readDoubleLE(at + 1), bytes.readDoubleLE(at + 9), bytes[at] as number)
  })
}

function segmentOf(start: number, end: number, flags: number): Segment {
  return { start, end, text: '', ...(flags !== 0 && { beginsParagraph: true }) }
}

/** Seven bits a byte, lowest first. Values may exceed 32 bits. */
function pushInteger(bytes: number[], value: number): void {
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}
