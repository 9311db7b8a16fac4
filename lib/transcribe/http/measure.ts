import { detectFormat } from '../audio/format.js'
import { readAacTrack } from '../audio/mp4.js'
import { readWavLayout } from '../audio/wav.js'
import { TranscribeFault } from '../transcriber.js'
import { measureMpeg } from './cut-mpeg.js'

/** Length of an audio file in seconds where it can be told without decoding, else null. */
export async function measureSeconds(path: string): Promise<number | null> {
  try {
    const format = await detectFormat(path)
    if (format === 'mp3') return await measureMpeg(path)
    if (format === 'mp4') return (await readAacTrack(path)).durationSeconds
    return format === 'wav' ? (await readWavLayout(path)).seconds : null
  } catch (error) {
    if (error instanceof TranscribeFault) return null
    throw error
  }
}
