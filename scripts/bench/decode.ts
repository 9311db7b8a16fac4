// Long audio made into what a recogniser listens to, by the decoders that come with the embedded one and by ffmpeg in the same
// run: how many times faster than it is heard, on one core, and whether memory grows with its length. Wants ffmpeg and espeak-ng,
// which make the audio, and Linux, which tells what a child has cost.
// Usage: node dist/scripts/bench/decode.js [--minutes N]
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installRecogniser } from '../../lib/transcribe/embedded/install.js'
import { SPOKEN_TEXT } from './recognise-text.js'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '180' } } })
const LONG_SECONDS = Number(values.minutes) * 60
const SHORT_SECONDS = 10 * 60
/** As publishers write them. */
const FORMATS: Array<[name: string, ...args: string[]]> = [
  ['episode.m4a', '-ac', '2', '-ar', '44100', '-b:a', '96k'],
  ['episode.opus', '-ac', '2', '-ar', '48000', '-c:a', 'libopus', '-b:a', '64k'],
  ['episode.mp3', '-ac', '2', '-ar', '44100', '-b:a', '128k'],
]
const DECODER = fileURLToPath(new URL('./support/decode-process.js', import.meta.url))

interface Figures {
  audioSeconds: number
  cpuSeconds: number
  peakMegabytes: number
}

const { path: installation } = await installRecogniser(join(tmpdir(), 'overheard-bench-models'))
const folder = mkdtempSync(join(tmpdir(), 'overheard-bench-'))
const at = (name: string) => join(folder, name)
const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args])

/** Repeats a minute of audio, so that hours need not be encoded. */
function lengthen(name: string, seconds: number): string {
  const path = at(`${seconds}-${name}`)
  ffmpeg('-stream_loop', '-1', '-i', at(name), '-t', String(seconds), '-c', 'copy', path)
  return path
}

function decode(path: string, by: 'packages' | 'ffmpeg'): Figures {
  const env = by === 'ffmpeg' ? process.env : { PATH: at('nothing') }
  const output = execFileSync(process.execPath, [DECODER, path, installation], { env, encoding: 'utf8' })
  const figures = JSON.parse(output) as Figures
  const expected = path.includes(`${LONG_SECONDS}-`) ? LONG_SECONDS : SHORT_SECONDS
  if (Math.abs(figures.audioSeconds / expected - 1) > 0.01)
    throw new Error(`${path}: ${figures.audioSeconds} seconds decoded of ${expected}`)
  return figures
}

const speed = ({ audioSeconds, cpuSeconds }: Figures) => audioSeconds / cpuSeconds

try {
  execFileSync('espeak-ng', ['-s', '160', '-w', at('speech.wav'), SPOKEN_TEXT.join('\n\n')])
  for (const [name, ...args] of FORMATS) {
    ffmpeg('-i', at('speech.wav'), ...args, at(name))
    const long = lengthen(name, LONG_SECONDS)
    const short = decode(lengthen(name, SHORT_SECONDS), 'packages')
    const [ours, theirs] = [decode(long, 'packages'), decode(long, 'ffmpeg')]
    console.log(
      `${name.padEnd(13)} ${(LONG_SECONDS / 60).toFixed(0)} min, decoders from npm: ${speed(ours).toFixed(0)}x real time, ` +
        `${ours.peakMegabytes.toFixed(0)} MB at most (of 10 min: ${short.peakMegabytes.toFixed(0)} MB); ` +
        `by ffmpeg ${speed(theirs).toFixed(0)}x; ratio ${(speed(ours) / speed(theirs)).toFixed(2)}`,
    )
    rmSync(long)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
