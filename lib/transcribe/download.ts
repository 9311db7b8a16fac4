import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FetchError, type SafeFetch, type SafeResponse } from '../safe-fetch.js'
import { type AudioSource, TranscribeFault } from './transcriber.js'

/** Where an episode's audio is stored, so that work can continue after a restart. */
interface AudioPlace {
  /** See `workFolder`; created when missing. */
  folder: string
  /** The episode's id. It names the file. */
  key: string
}

export interface DownloadOptions extends AudioPlace {
  safeFetch: SafeFetch
  signal: AbortSignal
  /** Default 1 GB. */
  mostBytes?: number
  /** Milliseconds from connecting to the last byte; default one hour. */
  timeoutMs?: number
}

const MOST_BYTES = 1_000_000_000
const TIMEOUT_MS = 60 * 60_000
const HEAD_TIMEOUT_MS = 30_000
/** Publishers like to put many redirecting counters before the file. */
const MOST_REDIRECTS = 10
/** Disk space left free, above all for the database. */
const HEADROOM_BYTES = 512_000_000
const CHECK_DISK_EVERY_BYTES = 64_000_000

/**
 * Downloads an episode's audio, or finds it from before a restart. Throws a `TranscribeFault` or the signal's
 * reason, and removes an incomplete file.
 */
export async function downloadAudio(url: string, options: DownloadOptions): Promise<AudioSource> {
  const { folder, signal } = options
  const audio = filesOf(options)
  const { path } = audio
  if (await stat(path).catch(() => undefined)) return audio

  await mkdir(folder, { recursive: true, mode: 0o700 })
  const part = `${path}.part`
  try {
    const { response } = await request(url, options)
    await store(response, part, folder)
    await rename(part, path)
    return audio
  } catch (error) {
    await rm(part, { force: true })
    signal.throwIfAborted()
    throw asFault(error)
  }
}

/** Removes the audio of an episode and what was recognised of it, when no later try needs them. */
export async function discardAudio(place: AudioPlace): Promise<void> {
  for (const path of Object.values(filesOf(place))) await rm(path, { recursive: true, force: true })
}

function filesOf({ folder, key }: AudioPlace): Required<AudioSource> {
  const path = join(folder, `${key.replace(/[^\w-]/g, '_')}.audio`)
  return { path, checkpoint: `${path}.done`, pieces: `${path}.pieces` }
}

/** Removes files in the work folder that were last used before `beforeAt`. */
export async function removeLeftovers(folder: string, beforeAt: number): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (!found || found.mtimeMs >= beforeAt) continue
    await rm(path, { recursive: true, force: true })
    removed++
  }
  return removed
}

function request(url: string, { safeFetch, signal, mostBytes, timeoutMs }: DownloadOptions) {
  return safeFetch.fetchFollowing(url, {
    headers: { accept: 'audio/*, */*;q=0.5', 'user-agent': 'Overheard/1.0' },
    headTimeoutMs: HEAD_TIMEOUT_MS,
    timeoutMs: timeoutMs ?? TIMEOUT_MS,
    maxBytes: mostBytes ?? MOST_BYTES,
    maxRedirects: MOST_REDIRECTS,
    signal,
  })
}

async function store(response: SafeResponse, part: string, folder: string): Promise<void> {
  const { status, headers } = response
  const length = Number(headers['content-length']) || 0
  if (status !== 200 || Object.keys(headers).some((name) => name.startsWith('icy-'))) {
    await response.discard()
    if (status === 200) throw new TranscribeFault('too_large', 'the audio is a live stream')
    throw new TranscribeFault('unreachable_audio', `the audio's server answered ${status}`)
  }
  let bytes = 0
  async function* checked(chunks: AsyncIterable<Buffer>) {
    let checkedAt = 0
    await checkDisk(folder, length)
    for await (const chunk of chunks) {
      yield chunk
      bytes += chunk.length
      if (bytes - checkedAt < CHECK_DISK_EVERY_BYTES) continue
      checkedAt = bytes
      await checkDisk(folder, 0)
    }
  }
  try {
    await pipeline(response.stream(), checked, createWriteStream(part, { mode: 0o600 }))
  } catch (error) {
    const endless = error instanceof FetchError && error.code === 'timeout' && length === 0
    throw endless
      ? new TranscribeFault('too_large', 'the audio does not end: a live stream', { cause: error })
      : error
  }
  if (bytes === 0) throw new TranscribeFault('unreachable_audio', "the audio's server sent an empty file")
}

async function checkDisk(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= bytes + HEADROOM_BYTES) return
  throw new TranscribeFault('unavailable', `the disk of ${folder} is full: free space for the audio`)
}

function asFault(error: unknown): Error {
  if (error instanceof FetchError) {
    const { code, message } = error
    return code === 'too_large'
      ? new TranscribeFault('too_large', `the audio is too large: ${message}`, { cause: error })
      : new TranscribeFault('unreachable_audio', `the audio cannot be fetched: ${message}`, { cause: error })
  }
  if (error instanceof TranscribeFault) return error
  const { message } = error as Error
  return new TranscribeFault('unavailable', `the audio cannot be stored: ${message}`, { cause: error })
}
