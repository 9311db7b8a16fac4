import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { TranscribeFault } from '../transcriber.js'
import type { AudioFormat } from './format.js'
import { readAacTrack, type UnitTable } from './mp4.js'
import { type Pcm, SPEECH_RATE } from './pcm.js'

const BLOCK_BYTES = 64 * 1024
/** About one second of audio. */
const AAC_UNITS_AT_ONCE = 48

/** The common interface of the decoder packages. */
interface Decoder {
  decode(bytes: Uint8Array | Uint8Array[]): Pcm | Promise<Pcm>
  flush?(): Pcm | Promise<Pcm>
  free(): void
}

const WASM_FORMATS = ['mp3', 'adts', 'mp4', 'opus', 'vorbis'] as const satisfies readonly AudioFormat[]

/** Formats that can be decoded without ffmpeg once the recogniser is installed. */
type WasmFormat = (typeof WASM_FORMATS)[number]

export function isWasmFormat(format: AudioFormat): format is WasmFormat {
  return (WASM_FORMATS as readonly AudioFormat[]).includes(format)
}

/**
 * Decodes with the WebAssembly decoders in `packagesFolder`; their sandbox contains hostile input. Pieces are
 * small, so memory does not grow with the file. Calls `onFraction` with the share of the file read so far.
 */
export async function* decodeWithWasm(
  path: string,
  format: WasmFormat,
  packagesFolder: string,
  onFraction: (fraction: number) => void,
): AsyncGenerator<Pcm> {
  const track = format === 'mp4' ? await readAacTrack(path) : undefined
  const decoder = await openDecoder(packagesFolder, format, track?.config)
  const pieces = track ? unitsOf(path, track.units, onFraction) : blocksOf(path, onFraction)
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

async function openDecoder(
  packagesFolder: string,
  format: WasmFormat,
  config?: Uint8Array,
): Promise<Decoder> {
  const load = async (name: string) => {
    const resolved = createRequire(join(packagesFolder, 'package.json')).resolve(name)
    return import(pathToFileURL(resolved).href)
  }
  if (format === 'adts' || format === 'mp4') {
    const { decoder } = await load('@audio/decode-aac')
    return decoder(config && { asc: config })
  }
  const decoder =
    format === 'mp3'
      ? new (await load('mpg123-decoder')).MPEGDecoder()
      : format === 'opus'
        ? // Opus can be decoded at a lower rate, which saves work and resampling.
          new (await load('ogg-opus-decoder')).OggOpusDecoder({ sampleRate: SPEECH_RATE })
        : new (await load('@wasm-audio-decoders/ogg-vorbis')).OggVorbisDecoder()
  await decoder.ready
  return decoder
}

async function* blocksOf(path: string, onFraction: (fraction: number) => void): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    for (let at = 0; at < size; ) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(BLOCK_BYTES), 0, BLOCK_BYTES, at)
      if (bytesRead === 0) return
      at += bytesRead
      onFraction(at / size)
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/**
 * Units beyond the end of the file were never downloaded: the audio ends there. Reads synchronously, because there are
 * some 50 short reads for each second of audio.
 */
function* unitsOf(
  path: string,
  { offsets, bytes }: UnitTable,
  onFraction: (fraction: number) => void,
): Generator<Uint8Array[]> {
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
      onFraction(first / offsets.length)
      if (units.length > 0) yield units
    }
  } finally {
    closeSync(file)
  }
}
