import { TranscribeFault } from '../transcriber.js'
import { decodeWithFfmpeg, hasFfmpeg } from './ffmpeg.js'
import { detectFormat } from './format.js'
import { type LengthClues, mixDown, type Pcm, SPEECH_RATE } from './pcm.js'
import { Resampler } from './resampler.js'
import { decodeWithWasm, isWasmFormat } from './wasm-decoders.js'
import { decodeWav, readWavLayout } from './wav.js'

/** A crafted file of a few megabytes can claim to last for years. */
const LONGEST_AUDIO_SECONDS = 24 * 3600

interface DecodeOptions {
  /** Folder of the embedded recogniser, where it is installed, for its decoders. */
  installation?: string
  /** False: ignore an installed ffmpeg. */
  ffmpeg?: boolean
  /** Leaves out the samples before this time. */
  fromSeconds?: number
}

/** Whether there is a decoder for the file. */
export async function canDecode(path: string, options: DecodeOptions): Promise<boolean> {
  const format = await detectFormat(path)
  if (format === 'text') return false
  if (format === 'wav' || (options.ffmpeg !== false && (await hasFfmpeg()))) return true
  return isWasmFormat(format) && options.installation !== undefined
}

/** One channel of sound at 16 kHz. */
interface Speech {
  samples: Float32Array
  /** Where these samples end. */
  doneSeconds: number
  /** Length of the whole audio as far as it is known; 0 while it is unknown. */
  totalSeconds: number
}

/**
 * Decodes an audio file piece by piece, with ffmpeg where it is installed, else with the installed decoders
 * (wav needs none). Throws `bad_audio` when nothing can be decoded, `too_large` beyond 24 hours.
 */
export async function* decodeSpeech(path: string, options: DecodeOptions): AsyncGenerator<Speech> {
  const clues: LengthClues = { readShare: 0, statedSeconds: 0 }
  let resampler: { from: number; to: Resampler } | undefined
  const skipped = Math.round((options.fromSeconds ?? 0) * SPEECH_RATE)
  let doneSamples = 0

  const take = (decoded: Float32Array): Speech => {
    const samples = decoded.subarray(Math.max(0, skipped - doneSamples))
    doneSamples += decoded.length
    const doneSeconds = doneSamples / SPEECH_RATE
    if (doneSeconds > LONGEST_AUDIO_SECONDS)
      throw new TranscribeFault('too_large', 'the audio is longer than 24 hours')
    const guess = clues.readShare > 0 ? doneSeconds / clues.readShare : 0
    return { samples, doneSeconds, totalSeconds: Math.max(doneSeconds, clues.statedSeconds || guess) }
  }

  for await (const pcm of await openDecoder(path, options, clues)) {
    const mono = mixDown(pcm)
    if (pcm.sampleRate === SPEECH_RATE) {
      yield take(mono)
      continue
    }
    // Chained streams may change their sample rate.
    if (resampler?.from !== pcm.sampleRate) {
      resampler = { from: pcm.sampleRate, to: new Resampler(pcm.sampleRate, SPEECH_RATE) }
    }
    yield take(resampler.to.push(mono))
  }
  if (resampler) yield take(resampler.to.end())
  if (doneSamples < SPEECH_RATE / 10) throw new TranscribeFault('bad_audio', 'there is no sound in the file')
}

async function openDecoder(
  path: string,
  options: DecodeOptions,
  clues: LengthClues,
): Promise<AsyncGenerator<Pcm>> {
  const format = await detectFormat(path)
  if (format === 'text') throw new TranscribeFault('bad_audio', 'the file is text, not audio')
  if (options.ffmpeg !== false && (await hasFfmpeg())) return decodeWithFfmpeg(path, format, clues)
  if (format === 'wav') {
    const layout = await readWavLayout(path)
    clues.statedSeconds = layout.seconds
    return decodeWav(path, layout)
  }
  if (!isWasmFormat(format))
    throw new TranscribeFault('bad_audio', 'the file has no audio format that can be decoded here')
  if (options.installation === undefined) {
    const help = 'install ffmpeg, or run `overheard transcriber install`'
    throw new TranscribeFault('failed', `${format} needs a decoder: ${help}`)
  }
  return decodeWithWasm(path, format, options.installation, clues)
}
