import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** One MPEG audio frame (layer I, II or III): its length in the file and in time. */
interface MpegFrame {
  bytes: number
  seconds: number
}

/** Kilobits per second by layer: of MPEG 1, and of MPEG 2 and 2.5. */
const BITRATES_1 = [
  [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
]
const LOW_BITRATES = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const BITRATES_2 = [
  [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  LOW_BITRATES,
  LOW_BITRATES,
]
const SAMPLE_RATES = [44100, 48000, 32000]

const HEADER_BYTES = 4
const BLOCK_BYTES = 1024 * 1024
/** No frame is longer. */
const LONGEST_FRAME_BYTES = 4096

/** The frame whose header begins at `offset`; undefined when there is none. Free-format streams are not supported. */
function readMpegFrame(bytes: Uint8Array, offset: number): MpegFrame | undefined {
  if (offset + HEADER_BYTES > bytes.length) return undefined
  const [first, second, third] = [bytes[offset]!, bytes[offset + 1]!, bytes[offset + 2]!]
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined

  const versionBits = (second >> 3) & 3 // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
  const layer = 4 - ((second >> 1) & 3)
  const rate = SAMPLE_RATES[(third >> 2) & 3]
  const isVersion1 = versionBits === 3
  const kilobits = (isVersion1 ? BITRATES_1 : BITRATES_2)[layer - 1]?.[(third >> 4) - 1]
  if (versionBits === 1 || rate === undefined || kilobits === undefined) return undefined

  const sampleRate = rate / (isVersion1 ? 1 : versionBits === 2 ? 2 : 4)
  const padding = (third >> 1) & 1
  const samples = layer === 1 ? 384 : layer === 3 && !isVersion1 ? 576 : 1152
  const unpadded = Math.floor((samples / 8) * ((kilobits * 1000) / sampleRate))
  const frameBytes =
    layer === 1 ? (Math.floor((12 * kilobits * 1000) / sampleRate) + padding) * 4 : unpadded + padding
  return { bytes: frameBytes, seconds: samples / sampleRate }
}

/**
 * Offset of the next frame at or after `offset`, or -1. Its header must be followed by another frame, because
 * the sync bits also occur inside tags and pictures.
 */
export function findMpegFrame(bytes: Uint8Array, offset: number): number {
  for (let at = offset; at + HEADER_BYTES <= bytes.length; at++) {
    if (bytes[at] !== 0xff) continue
    const frame = readMpegFrame(bytes, at)
    if (frame !== undefined && readMpegFrame(bytes, at + frame.bytes) !== undefined) return at
  }
  return -1
}

/** Length of the ID3v2 tag at the start of a file, with its header; 0 without a tag. */
export async function id3BytesOf(path: string): Promise<number> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(10), 0, 10, 0)
    if (buffer.toString('latin1', 0, 3) !== 'ID3') return 0
    const [a, b, c, d] = buffer.subarray(6, 10) as unknown as [number, number, number, number]
    return 10 + (((a & 127) << 21) | ((b & 127) << 14) | ((c & 127) << 7) | (d & 127))
  } finally {
    await file.close()
  }
}

/** The frames of a file, without tags and damaged parts. */
export async function* framesOf(path: string): AsyncGenerator<{ bytes: Buffer; seconds: number }> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const block of createReadStream(path, {
    start: await id3BytesOf(path),
    highWaterMark: BLOCK_BYTES,
  })) {
    const bytes = Buffer.concat([rest, block])
    let at = 0
    while (at + HEADER_BYTES <= bytes.length) {
      const frame = readMpegFrame(bytes, at)
      if (frame && at + frame.bytes > bytes.length) break
      if (frame) yield { bytes: bytes.subarray(at, at + frame.bytes), seconds: frame.seconds }
      const next = frame ? at + frame.bytes : findMpegFrame(bytes, at + 1)
      if (next === -1) {
        // The next block may show that a frame begins near the end of this one.
        at = Math.max(at, bytes.length - LONGEST_FRAME_BYTES)
        break
      }
      at = next
    }
    rest = bytes.subarray(at)
  }
}
