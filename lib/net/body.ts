import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream'
import { finished } from 'node:stream/promises'
import * as allOfZlib from 'node:zlib'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  constants as zlib,
} from 'node:zlib'
import { asFetchError, FetchError } from './fetch-error.js'

/** More encodings on one answer are a mistake or an attack. */
const MOST_ENCODINGS = 3

/**
 * The bytes of an answer, decoded as `encoding` (its Content-Encoding header) says. Limited to `maxBytes`,
 * both encoded and decoded. The stream fails with a `FetchError`.
 */
export function boundedBody(source: Readable, maxBytes: number, encoding: string | undefined): Readable {
  const decoding = decodersFor(source, encoding).flatMap((decoder) => [new Limit(maxBytes), decoder])
  const last = new Limit(maxBytes)
  // A failure of any stream destroys all of them. The last one reports it to the reader.
  pipeline([source, ...decoding, last] as Readable[], () => undefined)
  return last
}

/** Closes the connection at once if the body cannot be decoded, rather than at its time limit. */
function decodersFor(source: Readable, encoding: string | undefined): Decoder[] {
  try {
    return decoders(encoding)
  } catch (error) {
    source.destroy()
    throw error
  }
}

/** Available from Node 22.15 on. */
const { createZstdDecompress } = allOfZlib as { createZstdDecompress?: () => Transform }

/** Reads the whole of a bounded body. */
export async function readWhole(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of body) chunks.push(chunk as Buffer)
  } catch (error) {
    throw asBodyError(error)
  }
  return Buffer.concat(chunks)
}

/** How much of an unwanted body is read, so that its connection can be reused. */
export const DISCARD = { bytes: 64 * 1024, ms: 1_000 }

/** Reads and drops an unwanted body. Closes the connection if the body is longer or slower than `DISCARD`. */
export async function drain(body: Readable): Promise<void> {
  let seen = 0
  const timer = setTimeout(() => body.destroy(), DISCARD.ms)
  body.on('data', (chunk: Buffer) => {
    seen += chunk.length
    if (seen > DISCARD.bytes) body.destroy()
  })
  await finished(body).catch(() => undefined)
  clearTimeout(timer)
}

/** Fails after `maxBytes`. */
class Limit extends Transform {
  private seen = 0

  constructor(private readonly maxBytes: number) {
    super()
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.seen += chunk.length
    if (this.seen > this.maxBytes) done(tooLarge(this.maxBytes))
    else done(null, chunk)
  }

  /** Too late in `_destroy`: an iterating reader gets the error passed here. */
  override destroy(error?: Error): this {
    return super.destroy(error && asBodyError(error))
  }
}

export function tooLarge(maxBytes: number): FetchError {
  return new FetchError('too_large', `the answer is larger than ${inUnits(maxBytes)}`)
}

function inUnits(bytes: number): string {
  if (bytes >= 1_000_000) return `${Math.round(bytes / 100_000) / 10} MB`
  return bytes >= 1_000 ? `${Math.round(bytes / 1_000)} kB` : `${bytes} bytes`
}

type Decoder = Transform | typeof inflate

function decoders(encoding: string | undefined): Decoder[] {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const packed = names.filter((name) => name !== '' && name !== 'identity')
  if (packed.length > MOST_ENCODINGS)
    throw new FetchError('decode', `the answer has more than ${MOST_ENCODINGS} content encodings`)
  return packed.reverse().map(decoder)
}

/** Accepts a truncated end, as browsers do. */
const LENIENT = { flush: zlib.Z_SYNC_FLUSH, finishFlush: zlib.Z_SYNC_FLUSH }
const LENIENT_BROTLI = { flush: zlib.BROTLI_OPERATION_FLUSH, finishFlush: zlib.BROTLI_OPERATION_FLUSH }

function decoder(name: string): Decoder {
  if (name === 'gzip' || name === 'x-gzip') return createGunzip(LENIENT)
  if (name === 'deflate') return inflate
  if (name === 'br') return createBrotliDecompress(LENIENT_BROTLI)
  if (name === 'zstd' && createZstdDecompress) return createZstdDecompress()
  throw new FetchError('decode', `the answer has an unknown content encoding (${name.slice(0, 40)})`)
}

/** `deflate` means zlib data, but some servers send a bare deflate stream. The first byte tells which. */
async function* inflate(source: Readable): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer, void>
  const first = await chunks.next()
  if (first.done) return
  const isZlib = (first.value[0]! & 0x0f) === 0x08
  const decompress = isZlib ? createInflate(LENIENT) : createInflateRaw(LENIENT)
  async function* all() {
    for (let chunk = first; !chunk.done; chunk = await chunks.next()) yield chunk.value
  }
  // An error is reported by the stream that is read.
  pipeline(all(), decompress, () => undefined)
  yield* decompress
}

function asBodyError(error: unknown): FetchError {
  const code = String((error as { code?: unknown })?.code ?? '')
  if (/^(Z_|ERR__|ERR_BROTLI)/.test(code)) {
    return new FetchError('decode', 'the answer cannot be decompressed', { cause: error })
  }
  const fault = asFetchError(error)
  if (fault.code !== 'reset' && code !== 'ERR_STREAM_PREMATURE_CLOSE') return fault
  return new FetchError('reset', 'connection closed before the answer was complete', { cause: error })
}
