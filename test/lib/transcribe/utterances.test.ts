import { expect } from 'chai'
import {
  type SpeechSpan,
  Utterances,
  type VoiceDetector,
  WINDOW,
} from '../../../lib/transcribe/embedded/utterances.js'

const RATE = 16_000

/** Says what it was told to say once the sound has gone past it. */
function detectorOf(spans: SpeechSpan[]): VoiceDetector {
  let heard = 0
  const waiting = [...spans]
  const ended = (until: number) => waiting.splice(0, waiting.filter(({ end }) => end <= until).length)
  return {
    hear(window) {
      expect(window).to.have.length(WINDOW)
      heard += window.length
      return ended(heard)
    },
    end: () => ended(Number.POSITIVE_INFINITY),
  }
}

const ramp = (samples: number) => Float32Array.from({ length: samples }, (_, at) => at)

function utterancesOf(spans: SpeechSpan[], sound: Float32Array, step = 1_000) {
  const utterances = new Utterances(detectorOf(spans))
  const found = []
  for (let at = 0; at < sound.length; at += step)
    found.push(...utterances.hear(sound.subarray(at, at + step)))
  return [...found, ...utterances.end()]
}

describe('cutting sound into utterances', () => {
  it('an utterance includes a little of the silence around it', () => {
    const [utterance] = utterancesOf([{ start: RATE, end: 2 * RATE }], ramp(4 * RATE))

    expect(utterance!.start).to.be.within(0.5 * RATE, RATE - 1)
    expect(utterance!.end).to.be.within(2 * RATE, 2.5 * RATE)
    expect(utterance!.samples[0]).to.equal(utterance!.start)
    expect(utterance!.samples.at(-1)).to.equal(utterance!.end - 1)
  })

  it('utterances do not overlap, and stay inside the sound', () => {
    const [first, second] = utterancesOf(
      [
        { start: 100, end: RATE },
        { start: RATE + 500, end: 2 * RATE },
      ],
      ramp(2 * RATE),
    )

    expect(first!.start).to.equal(0)
    expect(second!.start).to.be.at.least(RATE)
    expect(second!.end).to.equal(2 * RATE)
  })

  it('speech without a pause is cut at its quietest point without loss', () => {
    const sound = new Float32Array(60 * RATE).fill(0.5)
    sound.fill(0, 17 * RATE, 17.3 * RATE)

    const found = utterancesOf([{ start: 0, end: 60 * RATE }], sound)

    expect(found[0]!.end / RATE).to.be.within(17, 17.3)
    for (const { samples } of found) expect(samples.length / RATE).to.be.at.most(20)
    for (const [at, { start }] of found.entries()) expect(start).to.equal(at === 0 ? 0 : found[at - 1]!.end)
    expect(found.at(-1)!.end).to.equal(60 * RATE)
  })

  it('of speech without a pause, the last minutes are found by their position', () => {
    const found = utterancesOf([{ start: 0, end: 200 * RATE }], ramp(200 * RATE))

    expect(found[0]!.start / RATE).to.be.within(49, 51)
    expect(found.at(-1)!.end).to.equal(200 * RATE)
    for (const { start, end, samples } of found)
      expect([samples[0], samples.at(-1)]).to.deep.equal([start, end - 1])
  })

  it('utterances are the same, however the sound arrives', () => {
    const spans = [
      { start: 3_000, end: 20_000 },
      { start: 40_000, end: 47_900 },
    ]

    expect(utterancesOf(spans, ramp(48_000), 77)).to.deep.equal(utterancesOf(spans, ramp(48_000), 48_000))
  })
})
