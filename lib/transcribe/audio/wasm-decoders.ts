import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { TranscribeFault } from '../transcriber.js'
import type { AudioFormat } from './format.js'
import { readAacTrack, type UnitTable } from './mp4.js'
import { type LengthClues, type Pcm, SPEECH_RATE } from './pcm.js'

const BLOCK_BYTES = 64 * 1024
/** About one second of audio. */
const AAC_UNITS_AT_ONCE = 48

/** The common interface of the decoder packages. */
interface Decoder {
  ready?: Promise<void>
  decode(bytes: Uint8Array | Uint8Array[]): Pcm | Promise<Pcm>
  flush?(): Pcm | Promise<Pcm>
  free(): void
}

/** Loads a module of the decoder packages. */
// biome-ignore lint/suspicious/noExplicitAny: the packages are not installed when this is compiled
type Load = (name: string) => Promise<any>

const openAac = async (load: Load, config?: Uint8Array): Promise<Decoder> =>
  (await load('@audio/decode-aac')).decoder(config && { asc: config })

/** Formats that can be decoded without ffmpeg once the recogniser is installed. */
const DECODERS: Partial<Record<AudioFormat, (load: Load, config?: Uint8Array) => Promise<Decoder>>> = {
  mp3: async (load) => new (await load('mpg123-decoder')).MPEGDecoder(),
  adts: openAac,
  mp4: openAac,
  // Opus can be decoded at a lower rate, which saves work and resampling.
  opus: async (load) => new (await load('ogg-opus-decoder')).OggOpusDecoder({ sampleRate: SPEECH_RATE }),
  vorbis: async (load) => new (await load('@wasm-audio-decoders/ogg-vorbis')).OggVorbisDecoder(),
}

export const isWasmFormat = (format: AudioFormat) => format in DECODERS

/**
 * Decodes with the WebAssembly decoders in `installation`; their sandbox contains hostile input. Pieces are
 * small, so memory does not grow with the file.
 */
export async function* decodeWithWasm(
  path: string,
  format: AudioFormat,
  installation: string,
  clues: LengthClues,
): AsyncGenerator<Pcm> {
  const track = format === 'mp4' ? await readAacTrack(path) : undefined
  const decoder = await openDecoder(installation, format, track?.config)
  const pieces = track ? unitsOf(path, track.units, clues) : blocksOf(path, clues)
  try {
    for await (const piece of pieces) {
      const pcm = await decoder.decode(piece)
      if ((pcm.channelData[0]?.length ?? 0) > 0) yield pcm
    }
    const rest = await decoder.flush?.()
    if (rest && (rest.channelData[0]?.length ?? 0) > 0) yield rest
  } catch (error) {
    if (error instanceof TranscribeFault) throw error
    throw new TranscribeFault('bad_audio', `the ${format} decoder failed: ${(error as Error).message}`, {
      cause: error,
    })
  } finally {
    decoder.free()
  }
}

async function openDecoder(installation: string, format: AudioFormat, config?: Uint8Array): Promise<Decoder> {
  const { resolve } = createRequire(join(installation, 'package.json'))
  const decoder = await DECODERS[format]!((name) => import(pathToFileURL(resolve(name)).href), config)
  await decoder.ready
  return decoder
}

async function* blocksOf(path: string, clues: LengthClues): AsyncGenerator<Uint8Array> {
  const { size } = await stat(path)
  let done = 0
  for await (const block of createReadStream(path, { highWaterMark: BLOCK_BYTES })) {
    done += block.length
    clues.readShare = done / size
    yield block
  }
}

/**
 * Units beyond the end of the file were never downloaded: the audio ends there. Reads synchronously, because there are
 * some 50 short reads for each second of audio.
 */
function* unitsOf(path: string, { offsets, bytes }: UnitTable, clues: LengthClues): Generator<Uint8Array[]> {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    for (let first = 0; first < offsets.length; first += AAC_UNITS_AT_ONCE) {
      const units: Uint8Array[] = []
      for (let at = first; at < Math.min(first + AAC_UNITS_AT_ONCE, offsets.length); at++) {
        if (offsets[at]! + bytes[at]! > size || bytes[at]! > BLOCK_BYTES) continue
        const unit = Buffer.alloc(bytes[at]!)
        readSync(file, unit, 0, unit.length, offsets[at]!)
        units.push(unit)
      }
      clues.readShare = first / offsets.length
      if (units.length > 0) yield units
    }
  } finally {
    closeSync(file)
  }
}
