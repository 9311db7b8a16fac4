import type { Middleware } from 'koa'
import { demoShows, spoken } from './demo-lines.js'

/** Where the demo serves its audio; the name of a file is the guid of its episode. */
export const DEMO_AUDIO_PATH = '/demo-audio/'

const RATE = 8000
const HEADER_BYTES = 44
/** This episode begins with an advert that is not in the transcript, so that a viewer can line the two up. */
const WITH_ADVERT = 'wr-013'
const ADVERT_SECONDS = 12
/** A pentatonic scale, so that any two notes go together. */
const NOTES = [220, 247.5, 293.33, 330, 371.25, 440]

interface Recording {
  seconds: number
  advert: number
  sentences: Array<{ start: number; end: number }>
}

function recordings(): Map<string, Recording> {
  return new Map(
    demoShows().flatMap(({ episodes }) =>
      episodes.map(({ guid, transcript }) => {
        const sentences = spoken(transcript)
        const advert = guid === WITH_ADVERT ? ADVERT_SECONDS : 0
        return [guid, { seconds: sentences.at(-1)!.end + 1 + advert, advert, sentences }] as const
      }),
    ),
  )
}

/**
 * One note per sentence with soft ends, so that the start of each sentence is audible. Values from 0 to 255.
 */
function sampleAt({ advert, sentences }: Recording, index: number): number {
  const seconds = index / RATE - advert
  const place = seconds < 0 ? -1 : sentences.findIndex(({ start, end }) => seconds >= start && seconds < end)
  const sentence = sentences[place]
  if (!sentence) return seconds < 0 ? tone(seconds + advert, 660, advert, 0.08) : 128
  return tone(
    seconds - sentence.start,
    NOTES[(place * 5) % NOTES.length]!,
    sentence.end - sentence.start,
    0.3,
  )
}

function tone(at: number, frequency: number, length: number, loudness: number): number {
  const edge = Math.min(1, at / 0.15, (length - at) / 0.3)
  const syllable = 0.6 + 0.4 * Math.sin(at * 2 * Math.PI * 4)
  return Math.round(128 + 127 * loudness * edge * syllable * Math.sin(at * 2 * Math.PI * frequency))
}

/** The head of a WAV file of 8-bit samples. */
function wavHeader(samples: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0)
  header.writeUInt32LE(HEADER_BYTES - 8 + samples, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples, 40)
  return header
}

/** The largest part of a file in one answer; players request the rest. */
const BYTES_AT_ONCE = 512 * 1024

/**
 * Generates audio for the sample shows on request, so that nothing is downloaded and nothing large is
 * shipped.
 */
export function servesDemoAudio(): Middleware {
  const known = recordings()
  return async (ctx, next) => {
    const name = ctx.path.startsWith(DEMO_AUDIO_PATH) ? ctx.path.slice(DEMO_AUDIO_PATH.length) : ''
    const recording = known.get(name.replace(/\.wav$/, ''))
    if (!recording) return next()
    const samples = Math.ceil(recording.seconds * RATE)
    const size = HEADER_BYTES + samples
    const [, from = '0', to] = /^bytes=(\d+)-(\d*)$/.exec(ctx.get('Range')) ?? []
    const start = Math.min(Number(from), size - 1)
    const end = Math.min(to ? Number(to) : size - 1, start + BYTES_AT_ONCE - 1, size - 1)
    const header = wavHeader(samples)
    const bytes = Buffer.alloc(Math.max(0, end - start + 1))
    for (let at = start; at <= end; at++) {
      bytes[at - start] = at < HEADER_BYTES ? header[at]! : sampleAt(recording, at - HEADER_BYTES)
    }
    ctx.status = 206
    ctx.set('Accept-Ranges', 'bytes')
    ctx.set('Content-Range', `bytes ${start}-${end}/${size}`)
    ctx.set('Content-Type', 'audio/wav')
    ctx.body = bytes
  }
}
