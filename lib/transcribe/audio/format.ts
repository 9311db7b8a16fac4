import { open } from 'node:fs/promises'
import { findMpegFrame, id3BytesOf } from './mpeg-frames.js'

/** By format: the name of ffmpeg's demuxer, and the extension of its files. */
const FORMATS = {
  mp3: ['mp3', '.mp3'],
  adts: ['aac', '.aac'],
  mp4: ['mov', '.m4a'],
  opus: ['ogg', '.ogg'],
  vorbis: ['ogg', '.ogg'],
  wav: ['wav', '.wav'],
  flac: ['flac', '.flac'],
  matroska: ['matroska', '.webm'],
  other: undefined,
  text: undefined,
} as const

export type AudioFormat = keyof typeof FORMATS

export const demuxerOf = (format: AudioFormat) => FORMATS[format]?.[0]
/** An extension that servers accept. */
export const extensionOf = (format: AudioFormat) => FORMATS[format]?.[1] ?? '.mp3'

const HEAD_BYTES = 256 * 1024

/**
 * The format of a file by its bytes, because publishers' content types and file names are often wrong. `other` may
 * still be something that ffmpeg reads; `text` (an error page, a feed, a playlist) is never audio.
 */
export async function detectFormat(path: string): Promise<AudioFormat> {
  const start = await id3BytesOf(path)
  const file = await open(path)
  try {
    const head = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, start)
    return formatOf(head.buffer.subarray(0, head.bytesRead))
  } finally {
    await file.close()
  }
}

/** The format of a file that begins with `head` (without an ID3 tag). */
function formatOf(head: Buffer): AudioFormat {
  const text = (start: number, end: number) => head.toString('latin1', start, end)
  if (/^(RIFF|RF64)$/.test(text(0, 4)) && text(8, 12) === 'WAVE') return 'wav'
  if (text(4, 8) === 'ftyp') return 'mp4'
  if (text(0, 4) === 'OggS') {
    if (text(28, 36) === 'OpusHead') return 'opus'
    return text(29, 35) === 'vorbis' ? 'vorbis' : 'other'
  }
  if (isText(head.subarray(0, 512))) return 'text'
  if (text(0, 4) === 'fLaC') return 'flac'
  if (text(0, 4) === '\x1aE\xdf\xa3') return 'matroska' // also WebM
  if (isAdts(head)) return 'adts'
  return findMpegFrame(head, 0) >= 0 ? 'mp3' : 'other'
}

/** Without control characters other than white space. No audio format begins like that. */
function isText(head: Buffer): boolean {
  return (
    head.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13)) &&
    new TextDecoder().decode(head).trim() !== ''
  )
}

function isAdts(head: Buffer): boolean {
  const syncAt = (at: number) => head[at] === 0xff && ((head[at + 1] ?? 0) & 0xf6) === 0xf0
  if (!syncAt(0)) return false
  const bytes = ((head[3]! & 3) << 11) | (head[4]! << 3) | (head[5]! >> 5)
  return bytes >= 7 && syncAt(bytes)
}
