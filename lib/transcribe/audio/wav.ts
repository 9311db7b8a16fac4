import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { TranscribeFault } from '../transcriber.js'
import type { Pcm } from './pcm.js'

const BLOCK_BYTES = 256 * 1024
/** Real files have a few. A crafted one could have a hundred million empty chunks, each read alone. */
const MOST_CHUNKS = 10_000
const INTEGER = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe

interface SampleFormat {
  encoding: 'integer' | 'float'
  channels: number
  sampleRate: number
  bytesPerSample: number
}

/** Position and format of the samples in a WAV file. */
interface WavLayout extends SampleFormat {
  dataStart: number
  dataBytes: number
  seconds: number
}

/** Reads the header; throws `bad_audio` if the file has no readable samples. */
export async function readWavLayout(path: string): Promise<WavLayout> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const chunk = Buffer.alloc(8)
    let format: SampleFormat | undefined
    for (let at = 12, chunks = 0; at + 8 <= size && chunks < MOST_CHUNKS; chunks++) {
      await file.read(chunk, 0, 8, at)
      const [id, bytes] = [chunk.toString('latin1', 0, 4), chunk.readUInt32LE(4)]
      if (id === 'fmt ') {
        const body = await file.read(Buffer.alloc(40), 0, Math.min(bytes, 40), at + 8)
        format = readFormat(body.buffer)
      }
      // Streamed and very large files declare a length of 0 or of all ones; the file's real length counts.
      if (id === 'data' && format) {
        const present = size - at - 8
        const dataBytes = bytes === 0 ? present : Math.min(bytes, present)
        const seconds = dataBytes / (format.bytesPerSample * format.channels * format.sampleRate)
        return { ...format, dataStart: at + 8, dataBytes, seconds }
      }
      at += 8 + bytes + (bytes % 2)
    }
    throw new TranscribeFault('bad_audio', 'the WAV file contains no samples')
  } finally {
    await file.close()
  }
}

function readFormat(body: Buffer): SampleFormat {
  const tag = body.readUInt16LE(0)
  const kind = tag === EXTENSIBLE ? body.readUInt16LE(24) : tag
  const [channels, sampleRate, bits] = [body.readUInt16LE(2), body.readUInt32LE(4), body.readUInt16LE(14)]
  const known =
    (kind === INTEGER && [8, 16, 24, 32].includes(bits)) || (kind === FLOAT && [32, 64].includes(bits))
  if (!known || channels < 1 || channels > 32 || sampleRate < 1000 || sampleRate > 768_000) {
    throw new TranscribeFault('bad_audio', `the WAV file has an unknown encoding (${kind}, ${bits} bits)`)
  }
  return { encoding: kind === FLOAT ? 'float' : 'integer', channels, sampleRate, bytesPerSample: bits / 8 }
}

/** The samples of a WAV file, block by block. */
export async function* decodeWav(path: string, layout: WavLayout): AsyncGenerator<Pcm> {
  const { channels, bytesPerSample, sampleRate, dataStart, dataBytes } = layout
  const frameBytes = channels * bytesPerSample
  const frames = Math.floor(dataBytes / frameBytes)
  if (frames === 0) return
  const blocks = createReadStream(path, {
    start: dataStart,
    end: dataStart + frames * frameBytes - 1,
    highWaterMark: Math.ceil(BLOCK_BYTES / frameBytes) * frameBytes,
  })
  for await (const block of blocks)
    yield { channelData: splitChannels(block, block.length / frameBytes, layout), sampleRate }
}

function splitChannels(
  block: Buffer,
  frames: number,
  { channels, bytesPerSample, encoding }: WavLayout,
): Float32Array[] {
  const read = sampleReader(block, encoding, bytesPerSample)
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(frames)
    for (let frame = 0; frame < frames; frame++)
      samples[frame] = read((frame * channels + channel) * bytesPerSample)
    return samples
  })
}

function sampleReader(
  block: Buffer,
  encoding: WavLayout['encoding'],
  bytes: number,
): (offset: number) => number {
  if (encoding === 'float') {
    return bytes === 4 ? (offset) => block.readFloatLE(offset) : (offset) => block.readDoubleLE(offset)
  }
  if (bytes === 1) return (offset) => (block[offset]! - 128) / 128
  const scale = 2 ** (bytes * 8 - 1)
  if (bytes === 2) return (offset) => block.readInt16LE(offset) / scale
  return (offset) => block.readIntLE(offset, bytes) / scale
}

/** Length of the header of the WAV files we write. */
export const WAV_HEADER_BYTES = 44

/** Header of a mono file with 16-bit samples. */
export function wavHeader(sampleRate: number, samples: number): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + samples * 2, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(INTEGER, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(samples * 2, 40)
  return header
}
