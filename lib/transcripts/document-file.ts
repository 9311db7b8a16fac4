import { promisify } from 'node:util'
import { gunzip, gunzipSync, gzip } from 'node:zlib'
import type { Segment, TranscriptDocument } from './types.js'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** No document that was put unpacks to more; bytes. */
const LONGEST = 512 * 1024 * 1024

/** A sentence as it stands in an object; seconds. */
interface WrittenSegment {
  start: number
  end: number
  text: string
  speaker_change?: true
  paragraph_start?: true
}

/** A transcript as an object of a bucket: JSON that other programs can read too, packed with gzip. */
export function writeDocument(document: TranscriptDocument): Promise<Buffer> {
  const { language, durationSeconds, timed, segments } = document
  return pack(
    JSON.stringify({ language, duration_seconds: durationSeconds, timed, segments: segments.map(written) }),
  )
}

/** The sentences of what `writeDocument` wrote. */
export async function readDocument(bytes: Uint8Array, maxOutputLength = LONGEST): Promise<Segment[]> {
  return parse(await unpack(bytes, { maxOutputLength }))
}

/** `readDocument` at once, for a thread that has nothing else to do meanwhile. */
export function readDocumentSync(bytes: Uint8Array): Segment[] {
  return parse(gunzipSync(bytes, { maxOutputLength: LONGEST }))
}

function written({ start, end, text, speakerChange, paragraphStart }: Segment): WrittenSegment {
  return {
    start,
    end,
    text,
    ...(speakerChange && { speaker_change: true as const }),
    ...(paragraphStart && { paragraph_start: true as const }),
  }
}

function parse(json: Buffer): Segment[] {
  const { segments } = JSON.parse(json.toString()) as { segments: WrittenSegment[] }
  return segments.map(({ start, end, text, speaker_change, paragraph_start }) => ({
    start,
    end,
    text,
    ...(speaker_change && { speakerChange: true }),
    ...(paragraph_start && { paragraphStart: true }),
  }))
}
