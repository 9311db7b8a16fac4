import { TranscribeFault } from '../transcriber.js'
import { detectFormat } from './format.js'
import { readAacTrack } from './mp4.js'
import { framesOf } from './mpeg-frames.js'
import { readWavLayout } from './wav.js'

/** Length of an audio file in seconds, without decoding it. Throws `bad_audio` where that cannot be told. */
export async function measureSeconds(path: string): Promise<number> {
  const seconds = await statedSeconds(path)
  if (Number.isFinite(seconds)) return seconds
  throw new TranscribeFault('bad_audio', 'the length of the audio cannot be told without decoding it')
}

async function statedSeconds(path: string): Promise<number> {
  const format = await detectFormat(path)
  if (format === 'mp4') return (await readAacTrack(path)).durationSeconds
  if (format === 'wav') return (await readWavLayout(path)).seconds
  if (format !== 'mp3') return Number.NaN
  let seconds = 0
  for await (const frame of framesOf(path)) seconds += frame.seconds
  return seconds
}
