import { type FileHandle, open } from 'node:fs/promises'
import { TranscribeFault } from '../transcriber.js'

/** The AAC track of an MP4 file: the decoder's configuration, and the position of each access unit. */
interface AacTrack {
  /** AudioSpecificConfig. */
  config: Uint8Array
  durationSeconds: number
  units: UnitTable
}

/**
 * Position and length of each access unit. A day of audio has four million; as objects they would take
 * hundreds of megabytes.
 */
export interface UnitTable {
  offsets: Float64Array
  bytes: Uint32Array
}

/** A day at 48 kHz. */
const MOST_UNITS = 4_200_000
/** Boxes before the index, each read alone. Real files have a few. */
const MOST_BOXES = 10_000
/** A table for a day of audio takes about 20 MB. */
const MOOV_LIMIT_BYTES = 64 * 1024 * 1024

interface Box {
  type: string
  body: Buffer
}

/** Finds the AAC track; throws `bad_audio` if the file has none, or only one in fragments. */
export async function readAacTrack(path: string): Promise<AacTrack> {
  const file = await open(path)
  try {
    const moov = await readMoov(file)
    for (const { type, body } of boxesOf(moov)) {
      const track = type === 'trak' ? aacTrackOf(body) : undefined
      if (track) return track
    }
    throw new TranscribeFault(
      'bad_audio',
      'the MP4 file has no AAC track (or one in fragments, which needs ffmpeg)',
    )
  } catch (error) {
    // A box table pointed outside its box.
    if (error instanceof RangeError)
      throw new TranscribeFault('bad_audio', 'the MP4 file is damaged', { cause: error })
    throw error
  } finally {
    await file.close()
  }
}

/** The index (`moov`) may come before or after the audio data. */
async function readMoov(file: FileHandle): Promise<Buffer> {
  const { size: fileBytes } = await file.stat()
  const head = Buffer.alloc(16)
  for (let at = 0, boxes = 0; at + 8 <= fileBytes && boxes < MOST_BOXES; boxes++) {
    await file.read(head, 0, 16, at)
    const { type, header, bytes } = boxAt(head, 0, fileBytes - at)
    if (bytes < header) break
    if (type === 'moov') {
      if (at + bytes > fileBytes || bytes > MOOV_LIMIT_BYTES) break
      const moov = Buffer.alloc(bytes)
      await file.read(moov, 0, bytes, at)
      return moov.subarray(header)
    }
    at += bytes
  }
  throw new TranscribeFault('bad_audio', 'the MP4 file has no index: it is cut short or damaged')
}

/** The type of a box and the lengths of its header and of the whole; `rest` is that of a last box without a length. */
function boxAt(from: Buffer, at: number, rest: number) {
  const short = from.readUInt32BE(at)
  const bytes = short === 1 ? Number(from.readBigUInt64BE(at + 8)) : short === 0 ? rest : short
  return { type: from.toString('latin1', at + 4, at + 8), header: short === 1 ? 16 : 8, bytes }
}

function boxesOf(parent: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= parent.length; ) {
    const { type, header, bytes } = boxAt(parent, at, parent.length - at)
    if (bytes < header) break
    boxes.push({ type, body: parent.subarray(at + header, at + bytes) })
    at += bytes
  }
  return boxes
}

function childOf(parent: Buffer | undefined, ...path: string[]): Buffer | undefined {
  return path.reduce<Buffer | undefined>(
    (body, type) => body && boxesOf(body).find((box) => box.type === type)?.body,
    parent,
  )
}

function aacTrackOf(trak: Buffer): AacTrack | undefined {
  const mdhd = childOf(trak, 'mdia', 'mdhd')
  const table = childOf(trak, 'mdia', 'minf', 'stbl')
  const entry = childOf(table, 'stsd')?.subarray(8)
  const config = entry && aacConfigOf(entry)
  if (!mdhd || !table || !config) return undefined
  const units = unitsOf(table)
  // Copies the few bytes of `config`, so that they do not keep the whole index in memory.
  return units && { config: Uint8Array.from(config), durationSeconds: durationOf(mdhd), units }
}

function durationOf(mdhd: Buffer): number {
  return mdhd[0] === 1
    ? Number(mdhd.readBigUInt64BE(24)) / mdhd.readUInt32BE(20)
    : mdhd.readUInt32BE(16) / mdhd.readUInt32BE(12)
}

/** QuickTime's sound descriptions of versions 1 and 2 are longer than the standard's. */
function aacConfigOf(entry: Buffer): Uint8Array | undefined {
  if (entry.length < 36 || entry.toString('latin1', 4, 8) !== 'mp4a') return undefined
  const version = entry.readUInt16BE(16)
  const children = entry.subarray(version === 1 ? 52 : version === 2 ? 72 : 36)
  const esds = childOf(children, 'esds') ?? childOf(children, 'wave', 'esds')
  return esds && decoderConfigOf(esds)
}

/** Follows the nested descriptors of an `esds` box to the decoder's own. */
function decoderConfigOf(esds: Buffer): Uint8Array | undefined {
  const SKIP_INSIDE: Record<number, number> = { 3: 3, 4: 13 }
  for (let at = 4; at < esds.length; ) {
    const tag = esds[at++]!
    let bytes = 0
    for (let more = true; more && at < esds.length; ) {
      const part = esds[at++]!
      bytes = (bytes << 7) | (part & 127)
      more = part > 127
    }
    if (tag === 5) return esds.subarray(at, at + bytes)
    at += SKIP_INSIDE[tag] ?? bytes
  }
  return undefined
}

/** Combines three tables: unit sizes, positions of chunks of units, and lengths of chunks. */
function unitsOf(table: Buffer): UnitTable | undefined {
  const sizes = childOf(table, 'stsz')
  const runs = childOf(table, 'stsc')
  const wide = childOf(table, 'co64')
  const places = wide ?? childOf(table, 'stco')
  if (!sizes || !runs || !places) return undefined

  const sameBytes = sizes.readUInt32BE(4)
  const told = Math.min(sizes.readUInt32BE(8), sameBytes > 0 ? MOST_UNITS : (sizes.length - 12) / 4)
  const most = Math.floor(Math.min(MOST_UNITS, told))
  const units = { offsets: new Float64Array(most), bytes: new Uint32Array(most) }
  let count = 0
  for (let chunk = 0, run = 0; chunk < places.readUInt32BE(4) && count < most; chunk++) {
    while (run + 1 < runs.readUInt32BE(4) && runs.readUInt32BE(8 + (run + 1) * 12) <= chunk + 1) run++
    let offset = wide ? Number(wide.readBigUInt64BE(8 + chunk * 8)) : places.readUInt32BE(8 + chunk * 4)
    for (let left = runs.readUInt32BE(12 + run * 12); left > 0 && count < most; left--, count++) {
      const bytes = sameBytes || sizes.readUInt32BE(12 + count * 4)
      units.offsets[count] = offset
      units.bytes[count] = bytes
      offset += bytes
    }
  }
  if (count === 0) return undefined
  return { offsets: units.offsets.subarray(0, count), bytes: units.bytes.subarray(0, count) }
}
