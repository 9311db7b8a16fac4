import { SPEECH_RATE } from './pcm.js'

/** How far before the longest allowed piece to look for a quiet moment. */
const SEARCH_SECONDS = 8
const MOMENT_SECONDS = 0.1

/** Where to cut speech at 16 kHz, in samples: the middle of the quietest moment shortly before `longest`. */
export function quietestCut(samples: Float32Array, longest: number): number {
  const moment = Math.round(MOMENT_SECONDS * SPEECH_RATE)
  const from = Math.max(moment, longest - SEARCH_SECONDS * SPEECH_RATE)
  let best = longest
  let least = Number.POSITIVE_INFINITY
  for (let at = from; at + moment <= longest; at += moment) {
    let energy = 0
    for (let index = at; index < at + moment; index++) energy += samples[index]! ** 2
    if (energy > least) continue
    least = energy
    best = at + Math.floor(moment / 2)
  }
  return best
}
