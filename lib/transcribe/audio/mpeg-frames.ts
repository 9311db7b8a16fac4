/** One MPEG audio frame (layer I, II or III): its length in the file and in time. */
interface MpegFrame {
  bytes: number
  seconds: number
}

const BITRATES: Record<string, number[]> = {
  '1-1': [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '1-2': [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1-3': [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2-1': [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '2-2': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  '2-3': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const SAMPLE_RATES = [44100, 48000, 32000]

/** Length of a frame header. */
export const HEADER_BYTES = 4

/** The frame whose header begins at `offset`; undefined when there is none. Free-format streams are not supported. */
export function readMpegFrame(bytes: Uint8Array, offset: number): MpegFrame | undefined {
  if (offset + HEADER_BYTES > bytes.length) return undefined
  const [first, second, third] = [bytes[offset], bytes[offset + 1], bytes[offset + 2]] as [
    number,
    number,
    number,
  ]
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined

  const versionBits = (second >> 3) & 3 // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
  const layer = 4 - ((second >> 1) & 3)
  const rate = SAMPLE_RATES[(third >> 2) & 3]
  const version = versionBits === 3 ? 1 : 2
  const kilobits = BITRATES[`${version}-${layer}`]?.[(third >> 4) - 1]
  if (versionBits === 1 || rate === undefined || kilobits === undefined) return undefined

  const sampleRate = rate / (versionBits === 3 ? 1 : versionBits === 2 ? 2 : 4)
  const padding = (third >> 1) & 1
  const samples = layer === 1 ? 384 : layer === 3 && version === 2 ? 576 : 1152
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
