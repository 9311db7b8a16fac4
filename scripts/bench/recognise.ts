// How fast the embedded recogniser is on one core, and how many words it gets wrong, on speech made by espeak-ng in a few
// voices. Installs the recogniser beside nothing, in a folder kept between runs. Robot voices only: what it
// does with people in a studio or on the phone, this does not tell.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installRecogniser } from '../../lib/transcribe/embedded/install.js'
import { recogniseFile } from '../../lib/transcribe/embedded/recognise-file.js'
import { SPOKEN_TEXT } from './recognise-text.js'
import { wordErrors, wordsOf } from './support/word-errors.js'

const VOICES = ['en-us', 'en-gb', 'en-gb-scotland', 'en-us+f3']
const AIM = 8

const { path: installation } = await installRecogniser(join(tmpdir(), 'overheard-bench-models'))
const folder = mkdtempSync(join(tmpdir(), 'overheard-bench-'))
const spoken = wordsOf(SPOKEN_TEXT.join(' '))
const sum = { audioSeconds: 0, cpuSeconds: 0, errors: 0, words: 0 }

/** In this process, so that its CPU time is known: wall time means little on a shared machine. */
async function listen(path: string): Promise<{ text: string; audioSeconds: number; cpuSeconds: number }> {
  const texts: string[] = []
  const before = process.cpuUsage()
  const audioSeconds = await recogniseFile({ task: 'recognise', path, installation }, (report) => {
    if (report.kind === 'cues') texts.push(...report.cues.map(({ text }) => text))
  })
  const { user, system } = process.cpuUsage(before)
  return { text: texts.join(' '), audioSeconds, cpuSeconds: (user + system) / 1e6 }
}

try {
  for (const voice of VOICES) {
    const path = join(folder, 'speech.wav')
    execFileSync('espeak-ng', ['-v', voice, '-s', '160', '-w', path, SPOKEN_TEXT.join('\n\n')])
    const { text, audioSeconds, cpuSeconds } = await listen(path)
    const errors = wordErrors(spoken, wordsOf(text))
    console.log(
      `${voice.padEnd(16)} ${audioSeconds.toFixed(0)} s of speech in ${cpuSeconds.toFixed(1)} s of one core, models loaded: ` +
        `${(audioSeconds / cpuSeconds).toFixed(1)}x; ${((100 * errors) / spoken.length).toFixed(1)} % of ${spoken.length} words wrong`,
    )
    sum.audioSeconds += audioSeconds
    sum.cpuSeconds += cpuSeconds
    sum.errors += errors
    sum.words += spoken.length
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(
  `${'all voices'.padEnd(16)} ${(sum.audioSeconds / sum.cpuSeconds).toFixed(1)} times as fast as speech (at least ${AIM}); ` +
    `word error rate ${((100 * sum.errors) / sum.words).toFixed(1)} %`,
)
