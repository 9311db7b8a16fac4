import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { wavHeader } from '../../lib/transcribe/audio/wav.js'

/** One frequency, half as loud as can be. */
export function tone(seconds: number, { hertz = 440, rate = 16_000 } = {}): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / rate),
  )
}

/** A mono file with 16-bit samples. */
export function writeWav(path: string, samples: Float32Array, rate = 16_000): void {
  const body = Buffer.alloc(samples.length * 2)
  for (const [at, sample] of samples.entries()) body.writeInt16LE(Math.round(sample * 32_767), at * 2)
  writeFileSync(path, Buffer.concat([wavHeader(rate, samples.length), body]))
}

/** The frequency of a tone, by how often it crosses zero. */
export function frequencyOf(samples: Float32Array, rate = 16_000): number {
  let crossings = 0
  for (let at = 1; at < samples.length; at++) if (samples[at - 1]! < 0 !== samples[at]! < 0) crossings++
  return (crossings / 2) * (rate / samples.length)
}

const works = (command: string, argument: string) => spawnSync(command, [argument]).status === 0

/** Undefined when ffmpeg is here, else why tests that make audio with it are left out. */
export const noFfmpeg = works('ffmpeg', '-version') ? undefined : 'ffmpeg is not installed'
export const noEspeak = works('espeak-ng', '--version') ? undefined : 'espeak-ng is not installed'

/** Has ffmpeg turn one audio file into another. */
export function convert(from: string, to: string, ...args: string[]): string {
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', from, ...args, to])
  return to
}

/** A synthetic voice reads a text into a WAV file. */
export function speak(text: string, path: string, voice = 'en-us'): string {
  execFileSync('espeak-ng', ['-v', voice, '-s', '160', '-w', path, text])
  return path
}
