import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'
import type { Segment, TranscriptDocument } from './types.js'

const pack = promisify(gzip)

/** No stored document unpacks to more bytes. */
const MAX_BYTES = 512 * 1024 * 1024

/** A sentence in an object's JSON; seconds. */
interface WrittenSegment {
  start: number
  end: number
  text: string
  paragraph_start?: true
  /** Older versions told new speakers from paragraphs. */
  speaker_change?: true
}

/** Writes a transcript as an object of a bucket: JSON packed with gzip, which other programs can read. */
export function writeDocument(document: TranscriptDocument): Promise<Buffer> {
  const { language, durationSeconds, timed, segments } = document
  return pack(
    JSON.stringify({ language, duration_seconds: durationSeconds, timed, segments: segments.map(written) }),
  )
}

const written = ({ start, end, text, beginsParagraph }: Segment): WrittenSegment => ({
  start,
  end,
  text,
  ...(beginsParagraph && { paragraph_start: true }),
})

/** Reads the sentences of an object that `writeDocument` wrote. */
export function readDocument(bytes: Uint8Array, maxOutputLength = MAX_BYTES): Segment[] {
  const json = gunzipSync(bytes, { maxOutputLength }).toString()
  const { segments } = JSON.parse(json) as { segments: WrittenSegment[] }
  return segments.map(({ paragraph_start, speaker_change, ...segment }) => ({
    ...segment,
    ...((paragraph_start || speaker_change) && { beginsParagraph: true }),
  }))
}
