import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { TranscribeFault } from '../transcriber.js'
import { type AudioFormat, demuxerOf } from './format.js'
import { type LengthClues, type Pcm, SPEECH_RATE } from './pcm.js'

const OTHER_DEMUXERS = 'flac,ogg,matroska,webm,asf,aiff,amr,caf,mpegts,mp3,aac,mov,wav'

/** How many characters of tags and chapters may precede the duration. */
const LONGEST_HEAD = 20_000
/** ffmpeg's exit code after a signal to stop. */
const EXIT_AFTER_SIGNAL = 255

/** Whether ffmpeg is installed. */
export const hasFfmpeg = () =>
  promisify(execFile)('ffmpeg', ['-version']).then(
    () => true,
    () => false,
  )

/** Decodes anything ffmpeg reads, as one channel at 16 kHz. */
export async function* decodeWithFfmpeg(
  path: string,
  format: AudioFormat,
  clues: LengthClues,
): AsyncGenerator<Pcm> {
  // Naming the demuxer keeps a playlist disguised as audio from making ffmpeg open other files.
  const demuxer = demuxerOf(format)
  const args = [
    ...['-nostdin', '-hide_banner', '-nostats', '-threads', '1', '-protocol_whitelist', 'file,pipe'],
    ...(demuxer ? ['-f', demuxer] : ['-format_whitelist', OTHER_DEMUXERS]),
    ...['-i', `file:${path}`, '-map', '0:a:0'],
    ...['-ac', '1', '-ar', String(SPEECH_RATE), '-f', 's16le', 'pipe:1'],
  ]
  const child = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const lastMessage = followMessages(child.stderr, clues)
  const closed = once(child, 'close')
  closed.catch(() => undefined)
  try {
    let samples = 0
    for await (const piece of wholeSamples(child.stdout)) {
      samples += piece.length
      yield { channelData: [piece], sampleRate: SPEECH_RATE }
    }
    const [code, signal] = await closed
    // A killed ffmpeg leaves its output incomplete. A retry may succeed.
    if (signal === 'SIGKILL' || code === EXIT_AFTER_SIGNAL)
      throw new TranscribeFault('failed', 'ffmpeg was stopped before the end of the audio')
    if (samples === 0) throw new TranscribeFault('bad_audio', `ffmpeg found no audio: ${lastMessage()}`)
  } finally {
    child.kill('SIGKILL')
  }
}

/** Joins samples of two bytes that two chunks share: chunks have any length. */
async function* wholeSamples(bytes: AsyncIterable<Buffer>): AsyncGenerator<Float32Array> {
  let odd: Buffer = Buffer.alloc(0)
  for await (const part of bytes) {
    const joined = odd.length === 0 ? part : Buffer.concat([odd, part])
    const samples = new Float32Array(joined.length >> 1)
    for (let at = 0; at < samples.length; at++) samples[at] = joined.readInt16LE(at * 2) / 32768
    odd = joined.subarray(samples.length * 2)
    if (samples.length > 0) yield samples
  }
}

/** Looks for the duration in ffmpeg's messages. Returns a function that gives the last one, the reason of a failure. */
function followMessages(messages: Readable, clues: LengthClues): () => string {
  let last = 'it gives no reason'
  let head: string | undefined = ''
  messages.setEncoding('utf8').on('data', (text: string) => {
    const lines = text.split('\n').filter((line) => line.trim() !== '' && !/Conversion failed/.test(line))
    last =
      lines
        .at(-1)
        ?.replace(/^file:\S+: /, '')
        .trim()
        .slice(0, 200) ?? last
    if (head === undefined) return
    head += text
    const found = /Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(head)
    if (found) clues.statedSeconds = Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3])
    if (found || head.length > LONGEST_HEAD) head = undefined
  })
  return () => last
}
