import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canDecode, decodeSpeech } from '../audio/decode.js'
import { SPEECH_RATE } from '../audio/pcm.js'
import { quietestCut } from '../audio/quietest-cut.js'
import { WAV_HEADER_BYTES, wavHeader } from '../audio/wav.js'
import type { CutOrder, Report } from '../worker/protocol.js'
import { cutMpeg } from './cut-mpeg.js'

/** Decoding the skipped start of a long file may take minutes; without reports it would look like a hang. */
const REPORT_EVERY_SECONDS = 60

/**
 * Cuts an audio file into pieces below a server's upload limit: 16 kHz WAV cut at quiet moments where it can
 * be decoded here, else mp3 cut between frames. Returns the length of the audio in seconds.
 */
export async function cut(order: CutOrder, report: (message: Report) => void): Promise<number> {
  const options = { packagesFolder: order.packagesFolder }
  return (await canDecode(order.path, options)) ? cutSpeech(order, report) : cutMpeg(order, report)
}

async function cutSpeech(order: CutOrder, report: (message: Report) => void): Promise<number> {
  const longest = Math.floor((order.pieceBytes - WAV_HEADER_BYTES) / 2)
  let start = Math.round(order.fromSeconds * SPEECH_RATE)
  let total = 0
  let expectedSeconds = 0
  let reported = 0
  let count = 0

  const reportProgress = () => {
    reported = total
    report({ kind: 'progress', doneSeconds: total / SPEECH_RATE, totalSeconds: expectedSeconds })
  }
  async function* decoded() {
    for await (const speech of decodeSpeech(order.path, { packagesFolder: order.packagesFolder })) {
      total += speech.samples.length
      expectedSeconds = speech.totalSeconds
      if (total >= reported + REPORT_EVERY_SECONDS * SPEECH_RATE) reportProgress()
      yield speech.samples
    }
  }

  for await (const samples of quietPieces(decoded(), start, longest)) {
    reportProgress()
    const path = join(order.folder, `piece-${count++}.wav`)
    await writeWav(path, samples)
    const [startSeconds, seconds] = [start / SPEECH_RATE, samples.length / SPEECH_RATE]
    report({ kind: 'piece', piece: { path, startSeconds, seconds } })
    start += samples.length
  }
  return total / SPEECH_RATE
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

async function writeWav(path: string, samples: Float32Array): Promise<void> {
  const body = Buffer.alloc(samples.length * 2)
  for (let at = 0; at < samples.length; at++) {
    const sample = Math.round(samples[at]! * 32768)
    body.writeInt16LE(Math.max(-32768, Math.min(32767, sample)), at * 2)
  }
  await writeFile(path, [wavHeader(SPEECH_RATE, samples.length), body], { mode: 0o600 })
}
