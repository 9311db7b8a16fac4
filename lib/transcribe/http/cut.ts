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

/** A cutter that reports nothing for minutes counts as hanging, and skipping the start of a long file takes that long. */
const REPORT_EVERY_SECONDS = 60
/** Pieces that are not sent yet. Cutting is much faster than recognition, and would fill the disk. */
const MOST_WAITING = 3
const LOOK_EVERY_MS = 500

/** A part of the audio, as the content of a file. */
interface Piece {
  content: Buffer[]
  startSeconds: number
  seconds: number
}

/** How far the audio has been read. */
interface Progress {
  doneSeconds: number
  /** An estimate; 0 while nothing is known. */
  totalSeconds: number
  report(): void
}

/**
 * Cuts an audio file into pieces below a server's upload limit: 16 kHz WAV cut at quiet moments where it can
 * be decoded here, else mp3 cut between frames. Returns the length of the audio in seconds.
 */
export async function cut(order: CutOrder, report: (message: Report) => void): Promise<number> {
  const { path, folder, packagesFolder } = order
  const progress: Progress = {
    doneSeconds: 0,
    totalSeconds: 0,
    report() {
      report({ kind: 'progress', doneSeconds: progress.doneSeconds, totalSeconds: progress.totalSeconds })
    },
  }
  const isDecoded = await canDecode(path, { packagesFolder })
  const pieces = isDecoded ? cutSpeech(order, progress) : cutMpeg(order, progress)
  let count = 0
  for await (const { content, startSeconds, seconds } of pieces) {
    progress.report()
    const path = join(folder, `piece-${count++}.${isDecoded ? 'wav' : 'mp3'}`)
    await writeFile(path, content, { mode: 0o600 })
    report({ kind: 'piece', piece: { path, startSeconds, seconds } })
    // A piece is removed once it is sent.
    while ((await readdir(folder)).length >= MOST_WAITING) {
      await pause(LOOK_EVERY_MS)
      progress.report()
    }
  }
  return progress.doneSeconds
}

async function* cutSpeech(order: CutOrder, progress: Progress): AsyncGenerator<Piece> {
  const longest = Math.floor((order.pieceBytes - WAV_HEADER_BYTES) / 2)
  let start = Math.round(order.fromSeconds * SPEECH_RATE)
  for await (const samples of quietPieces(decoded(order, progress), start, longest)) {
    yield {
      content: wavOf(samples),
      startSeconds: start / SPEECH_RATE,
      seconds: samples.length / SPEECH_RATE,
    }
    start += samples.length
  }
}

async function* decoded(
  { path, packagesFolder }: CutOrder,
  progress: Progress,
): AsyncGenerator<Float32Array> {
  let reportedSeconds = 0
  for await (const { samples, totalSeconds } of decodeSpeech(path, { packagesFolder })) {
    progress.doneSeconds += samples.length / SPEECH_RATE
    progress.totalSeconds = totalSeconds
    if (progress.doneSeconds >= reportedSeconds + REPORT_EVERY_SECONDS) {
      reportedSeconds = progress.doneSeconds
      progress.report()
    }
    yield samples
  }
}

/** Speech behind the first `skip` samples, in pieces of at most `longest` samples, cut at quiet moments. */
async function* quietPieces(
  speech: AsyncIterable<Float32Array>,
  skip: number,
  longest: number,
): AsyncGenerator<Float32Array> {
  let toSkip = skip
  let pending: Float32Array[] = []
  let length = 0
  for await (const samples of speech) {
    const skipped = Math.min(toSkip, samples.length)
    toSkip -= skipped
    pending.push(samples.subarray(skipped))
    length += samples.length - skipped
    while (length > longest) {
      const joined = join32(pending, length)
      const end = quietestCut(joined, longest)
      yield joined.subarray(0, end)
      pending = [joined.slice(end)]
      length -= end
    }
  }
  if (length > 0) yield join32(pending, length)
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
  progress: Pick<Progress, 'doneSeconds'>,
): AsyncGenerator<Piece> {
  const format = await detectFormat(path)
  if (format !== 'mp3') {
    const help = 'install ffmpeg, or run `overheard transcriber install`, to send it in pieces'
    throw new TranscribeFault('failed', `the file is too large for the server: ${help}`)
  }
  let frames: Buffer[] = []
  let bytes = 0
  let startSeconds = 0
  const run = () => ({
    content: [Buffer.concat(frames)],
    startSeconds,
    seconds: progress.doneSeconds - startSeconds,
  })
  for await (const frame of framesOf(path)) {
    if (bytes > 0 && bytes + frame.bytes.length > pieceBytes) {
      yield run()
      frames = []
      bytes = 0
    }
    if (bytes === 0) startSeconds = progress.doneSeconds
    progress.doneSeconds += frame.seconds
    if (progress.doneSeconds <= fromSeconds) continue
    frames.push(frame.bytes)
    bytes += frame.bytes.length
  }
  if (bytes > 0) yield run()
}
