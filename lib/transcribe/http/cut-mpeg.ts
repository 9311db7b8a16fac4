import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { detectFormat, id3Bytes } from '../audio/format.js'
import { findMpegFrame, HEADER_BYTES, readMpegFrame } from '../audio/mpeg-frames.js'
import { TranscribeFault } from '../transcriber.js'
import type { CutOrder, Report } from '../worker/protocol.js'

const BLOCK_BYTES = 1024 * 1024

/** A run of whole frames, with their position in the file. */
interface FrameRun {
  frames: Buffer
  startSeconds: number
  seconds: number
}

/** Cuts an mp3 between frames without decoding it. Returns its length in seconds. */
export async function cutMpeg(order: CutOrder, report: (message: Report) => void): Promise<number> {
  const format = await detectFormat(order.path)
  if (format !== 'mp3') {
    const help = 'install ffmpeg, or run `overheard transcriber install`, to send it in pieces'
    throw new TranscribeFault('unavailable', `the file is too large for the server: ${help}`)
  }
  let end = 0
  let count = 0
  for await (const { frames, startSeconds, seconds } of frameRuns(
    order.path,
    order.pieceBytes,
    order.fromSeconds,
  )) {
    const path = join(order.folder, `piece-${count++}.mp3`)
    await writeFile(path, frames, { mode: 0o600 })
    report({ kind: 'piece', piece: { path, startSeconds, seconds } })
    end = startSeconds + seconds
  }
  return end
}

/** Length of an mp3 in seconds: the sum of its frames. */
export async function measureMpeg(path: string): Promise<number> {
  let seconds = 0
  for await (const frame of framesOf(path)) seconds += frame.seconds
  return seconds
}

/** The frames from `fromSeconds` on, in runs of at most `runBytes`, without tags and damaged parts. */
async function* frameRuns(path: string, runBytes: number, fromSeconds: number): AsyncGenerator<FrameRun> {
  let frames: Buffer[] = []
  let bytes = 0
  let startSeconds = 0
  let position = 0
  const run = () => ({ frames: Buffer.concat(frames), startSeconds, seconds: position - startSeconds })
  for await (const frame of framesOf(path)) {
    if (bytes > 0 && bytes + frame.bytes.length > runBytes) {
      yield run()
      frames = []
      bytes = 0
    }
    if (bytes === 0) startSeconds = position
    position += frame.seconds
    if (position <= fromSeconds) continue
    frames.push(frame.bytes)
    bytes += frame.bytes.length
  }
  if (bytes > 0) yield run()
}

async function* framesOf(path: string): AsyncGenerator<{ bytes: Buffer; seconds: number }> {
  const file = await open(path)
  try {
    const tag = await file.read(Buffer.alloc(10), 0, 10, 0)
    let position = id3Bytes(tag.buffer)
    for (let rest: Buffer = Buffer.alloc(0); ; ) {
      const block = await file.read(Buffer.alloc(BLOCK_BYTES), 0, BLOCK_BYTES, position)
      position += block.bytesRead
      const bytes = Buffer.concat([rest, block.buffer.subarray(0, block.bytesRead)])
      let at = 0
      while (at + HEADER_BYTES <= bytes.length) {
        const frame = readMpegFrame(bytes, at)
        if (frame && at + frame.bytes > bytes.length) break
        if (frame) yield { bytes: bytes.subarray(at, at + frame.bytes), seconds: frame.seconds }
        const next = frame ? at + frame.bytes : findMpegFrame(bytes, at + 1)
        at = next === -1 ? Math.max(at + 1, bytes.length - BLOCK_BYTES / 64) : next
      }
      if (block.bytesRead === 0) return
      rest = bytes.subarray(at)
    }
  } finally {
    await file.close()
  }
}
