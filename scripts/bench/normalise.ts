// Transcript files read into sentences, in words a second, against what bounds it: the sentence segmentation of
// Intl.Segmenter alone, over the same text in pieces of the same size.
import { readTranscriptFile } from '../../lib/transcripts/read-file.js'
import { machine, quantile } from './support/numbers.js'

const WORDS = 200_000
const ROUNDS = 7
const WARM_UP = 2
const PIECE = 1400

const VOCABULARY =
  'the of and to in that is it you was we heat house pump water people really think about with they have'
    .split(' ')
    .concat(Array.from({ length: 400 }, (_, index) => `word${index.toString(36)}`))

/** Repeatable, so that two runs compare. */
function* numbers(): Generator<number> {
  for (let seed = 1; ; seed = (seed * 48_271) % 2_147_483_647) yield seed
}

/** Captions of eight words, a full stop every dozen words. */
function captions(): string[] {
  const random = numbers()
  const words = Array.from({ length: WORDS }, (_, index) => {
    const word = VOCABULARY[random.next().value! % VOCABULARY.length]!
    return index % 12 === 11 ? `${word}.` : index % 12 === 0 ? word[0]!.toUpperCase() + word.slice(1) : word
  })
  return Array.from({ length: WORDS / 8 }, (_, index) => words.slice(index * 8, index * 8 + 8).join(' '))
}

function clock(seconds: number, point: string): string {
  const two = (count: number) => String(count).padStart(2, '0')
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${point}000`
}

const lines = captions()
const cue = (index: number, point: string) => `${clock(index * 3, point)} --> ${clock(index * 3 + 3, point)}`
const files: Record<string, string> = {
  WebVTT: `WEBVTT\n\n${lines.map((line, index) => `${cue(index, '.')}\n<v Ann>${line}\n`).join('\n')}`,
  SubRip: lines.map((line, index) => `${index + 1}\n${cue(index, ',')}\n${line}\n`).join('\n'),
  'rolling captions': `WEBVTT\n\n${lines
    .map((line, index) => `${cue(index, '.')}\n${index > 0 ? `${lines[index - 1]}\n` : ''}${line}\n`)
    .join('\n')}`,
  JSON: JSON.stringify({
    segments: lines.map((body, index) => ({ startTime: index * 3, endTime: index * 3 + 3, body })),
  }),
  'plain text': lines.map((line) => `${line}${line.endsWith('.') ? '\n\n' : ' '}`).join(''),
}

const text = lines.join(' ')
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

function segmentAlone(): number {
  let count = 0
  for (let from = 0; from < text.length; from += PIECE) {
    for (const _ of segmenter.segment(text.slice(from, from + PIECE))) count++
  }
  return count
}

function wordsPerSecond(work: () => unknown): number {
  const rates = Array.from({ length: WARM_UP + ROUNDS }, () => {
    const startedAt = performance.now()
    work()
    return (WORDS / (performance.now() - startedAt)) * 1000
  })
  return quantile(rates.slice(WARM_UP), 0.5)
}

console.log(`normalise: ${WORDS.toLocaleString('en')} words, ${machine()}`)
const bound = wordsPerSecond(segmentAlone)
console.log(`${'sentence segmentation alone'.padEnd(28)} ${(bound / 1e6).toFixed(2)} million words/s`)
for (const [name, file] of Object.entries(files)) {
  const bytes = Buffer.from(file)
  const rate = wordsPerSecond(() => readTranscriptFile(bytes))
  console.log(
    `${name.padEnd(28)} ${(rate / 1e6).toFixed(2)} million words/s; ratio ${(rate / bound).toFixed(2)}`,
  )
}
