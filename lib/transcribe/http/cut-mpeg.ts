import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { detectFormat } from '../audio/format.js'
import { framesOf } from '../audio/mpeg-frames.js'
import { TranscribeFault } from '../transcriber.js'
import type { CutOrder, Report } from '../worker/protocol.js'

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
    throw new TranscribeFault('failed', `the file is too large for the server: ${help}`)
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

/** The frames from `fromSeconds` on, in runs of at most `runBytes`. */
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
