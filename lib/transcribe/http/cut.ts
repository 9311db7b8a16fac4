import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { canDecode, decodeSpeech } from '../audio/decode.js'
import { detectFormat } from '../audio/format.js'
import { framesOf } from '../audio/mpeg-frames.js'
import { SPEECH_RATE } from '../audio/pcm.js'
import { quietestCut } from '../audio/quietest-cut.js'
import { WAV_HEADER_BYTES, wavHeader } from '../audio/wav.js'
import { TranscribeFault } from '../transcriber.js'
import type { CutOrder, Report } from '../worker/protocol.js'

/** Pieces that are not sent yet. Cutting is much faster than recognition, and would fill the disk. */
const MOST_WAITING = 3
const LOOK_EVERY_MS = 500

/** A part of the audio, as the content of a file. */
interface Piece {
  content: Buffer[]
  startSeconds: number
  seconds: number
}

interface Progress {
  doneSeconds: number
  /** An estimate; 0 while nothing is known. */
  totalSeconds: number
}

type OnProgress = (progress: Progress) => void

/**
 * Cuts an audio file into pieces below a server's upload limit: 16 kHz WAV cut at quiet moments where it can
 * be decoded here, else mp3 cut between frames. Returns the length of the audio in seconds.
 */
export async function cut(order: CutOrder, report: (message: Report) => void): Promise<number> {
  let progress = { doneSeconds: 0, totalSeconds: 0 }
  const onProgress = (next: Progress) => {
    progress = next
    report({ kind: 'progress', ...next })
  }
  const isDecoded = await canDecode(order.path, order)
  const pieces = isDecoded ? cutSpeech(order, onProgress) : cutMpeg(order, onProgress)
  let count = 0
  for await (const { content, startSeconds, seconds } of pieces) {
    const path = join(order.folder, `piece-${count++}.${isDecoded ? 'wav' : 'mp3'}`)
    await writeFile(path, content, { mode: 0o600 })
    report({ kind: 'piece', piece: { path, startSeconds, seconds } })
    // A piece is removed once it is sent. Without reports a process counts as hanging.
    while ((await readdir(order.folder)).length >= MOST_WAITING) {
      await pause(LOOK_EVERY_MS)
      onProgress(progress)
    }
  }
  return progress.doneSeconds
}

/** Pieces of speech, cut at quiet moments. */
async function* cutSpeech(order: CutOrder, onProgress: OnProgress): AsyncGenerator<Piece> {
  const longest = Math.floor((order.pieceBytes - WAV_HEADER_BYTES) / 2)
  let start = Math.round(order.fromSeconds * SPEECH_RATE)
  let pending: Float32Array[] = []
  let length = 0
  const pieceOf = (samples: Float32Array): Piece => {
    const startSeconds = start / SPEECH_RATE
    start += samples.length
    return { content: wavOf(samples), startSeconds, seconds: samples.length / SPEECH_RATE }
  }
  for await (const { samples, ...progress } of decodeSpeech(order.path, order)) {
    onProgress(progress)
    pending.push(samples)
    length += samples.length
    while (length > longest) {
      const joined = join32(pending, length)
      const end = quietestCut(joined, longest)
      yield pieceOf(joined.subarray(0, end))
      pending = [joined.slice(end)]
      length -= end
    }
  }
  if (length > 0) yield pieceOf(join32(pending, length))
}

function join32(parts: Float32Array[], length: number): Float32Array {
  const joined = new Float32Array(length)
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

function wavOf(samples: Float32Array): Buffer[] {
  const body = Buffer.alloc(samples.length * 2)
  for (let at = 0; at < samples.length; at++) {
    const sample = Math.round(samples[at]! * 32768)
    body.writeInt16LE(Math.max(-32768, Math.min(32767, sample)), at * 2)
  }
  return [wavHeader(SPEECH_RATE, samples.length), body]
}

/** Runs of whole frames of an mp3, which need no decoder. */
export async function* cutMpeg(
  { path, pieceBytes, fromSeconds }: CutOrder,
  onProgress: OnProgress,
): AsyncGenerator<Piece> {
  const format = await detectFormat(path)
  if (format !== 'mp3') {
    const help = 'install ffmpeg, or run `overheard transcriber install`, to send it in pieces'
    throw new TranscribeFault('failed', `the file is too large for the server: ${help}`)
  }
  let frames: Buffer[] = []
  let bytes = 0
  let startSeconds = 0
  let doneSeconds = 0
  const run = () => {
    onProgress({ doneSeconds, totalSeconds: 0 })
    return { content: [Buffer.concat(frames)], startSeconds, seconds: doneSeconds - startSeconds }
  }
  for await (const frame of framesOf(path)) {
    if (bytes > 0 && bytes + frame.bytes.length > pieceBytes) {
      yield run()
      frames = []
      bytes = 0
    }
    if (bytes === 0) startSeconds = doneSeconds
    doneSeconds += frame.seconds
    if (doneSeconds <= fromSeconds) continue
    frames.push(frame.bytes)
    bytes += frame.bytes.length
  }
  if (bytes > 0) yield run()
  onProgress({ doneSeconds, totalSeconds: 0 })
}
